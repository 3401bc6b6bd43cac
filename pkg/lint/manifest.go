package lint

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/adapt/iamjson"
	"github.com/irsalint/irsalint/pkg/adapt/kubernetes"
	"github.com/irsalint/irsalint/pkg/parse/json"
	"github.com/irsalint/irsalint/pkg/parse/yaml"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// manifest is what a YAML or JSON file parsed to.
type manifest struct {
	data []byte // as read; the rest is valid while the file holds it

	file     *source.File // nil: nothing in it matters
	template bool         // it would be Kubernetes once rendered
	docs     []yaml.Document
	problem  *problem
	unread   string // why it was not read at all; empty if it was
	kustom   *kustomization
	policy   *value.Value // an IAM policy document, as the AWS CLI takes it
}

// readManifests reads files, several at a time. The result is in their order;
// files that are gone meanwhile give an empty manifest.
func (s *Session) readManifests(ctx context.Context, o *Options, tree *source.Tree, names []string) []*manifest {
	out := make([]*manifest, len(names))
	each(ctx, o.Jobs, len(names), func(i int) { out[i] = s.readManifest(tree, names[i]) })
	return out
}

func (s *Session) readManifest(tree *source.Tree, name string) *manifest {
	data, err := tree.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &manifest{}
	case err != nil:
		if formatOf(name) == formatJSON && errors.Is(err, source.ErrTooLarge) {
			return &manifest{} // data, not manifests
		}
		return &manifest{unread: "the file cannot be read: " + source.Reason(name, err)}
	}
	s.mu.Lock()
	m := s.parsed[name]
	s.mu.Unlock()
	if m != nil && bytes.Equal(m.data, data) {
		return m
	}
	m = parseManifest(tree, name, data)
	if s.once {
		return m
	}
	s.mu.Lock()
	s.parsed[name] = m
	s.mu.Unlock()
	return m
}

func parseManifest(tree *source.Tree, name string, data []byte) *manifest {
	m := &manifest{data: data}
	kustom := isKustomization(name)
	policy := formatOf(name) == formatJSON && iamjson.Sniff(data)
	if !kustom && !policy && !yaml.Relevant(data) {
		m.data = nil // cheaper to look again than to keep
		return m
	}
	file, err := tree.Adopt(name, data)
	if err != nil {
		return m
	}
	m.file = file
	if formatOf(name) == formatJSON {
		v, err := json.File(file)
		if err != nil {
			if !looksLikeManifest(data) {
				return m
			}
			var e *json.Error
			errors.As(err, &e)
			m.problem = &problem{file: name, at: e.At, message: e.Message}
			return m
		}
		if policy && iamjson.Is(v) {
			m.policy = &v
			return m
		}
		m.docs = []yaml.Document{{Value: v, At: v.At()}}
		return m
	}
	m.docs, err = yaml.Manifests(file)
	if yaml.Templated(file.Data) {
		// A template may be YAML by chance. The documents without a marker
		// are what they are also without rendering.
		m.docs = slices.DeleteFunc(m.docs, func(d yaml.Document) bool { return err != nil || yaml.Templated([]byte(d.At.Text())) })
		m.template = looksLikeManifest(data)
		return m
	}
	if err != nil && (kustom || looksLikeManifest(data)) {
		m.problem = &problem{file: name, message: err.Error()}
		var e *yaml.Error
		if errors.As(err, &e) {
			m.problem.at, m.problem.message = e.At, e.Message
		}
	}
	if kustom {
		if len(m.docs) > 0 {
			m.kustom = readKustomization(path.Dir(name), m.docs[0].Value)
		}
		if m.kustom != nil {
			m.docs = nil
		}
	}
	return m
}

// manifestObjects gives the Kubernetes objects of the files, as far as they are known
// after the kustomizations that list them. Files in used are rendered or read
// by Terraform, which shows their objects itself.
func manifestObjects(names []string, list []*manifest, used map[string]bool, links map[string]bool) []kubernetes.Object {
	kustoms := map[string]*kustomization{}
	contents := map[string]bool{} // of files that are no links
	for i, m := range list {
		if m.kustom != nil {
			kustoms[m.kustom.dir] = m.kustom
		}
		if len(links) > 0 && m.file != nil && !links[names[i]] {
			contents[string(m.data)] = true
		}
	}
	changes := overlays(kustoms)
	order := make([]int, len(list)) // by name, whatever order they were read in
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(names[a], names[b]) })
	var out []kubernetes.Object
	for _, i := range order {
		m, o := list[i], changes[names[i]]
		switch {
		case len(m.docs) == 0, used[names[i]], o != nil && o.patch:
			continue
		case links[names[i]] && contents[string(m.data)]:
			continue // the file that it names is read where it stands
		}
		for _, v := range kubernetes.Documents(m.docs) {
			obj := kubernetes.Object{Value: v, Scope: path.Dir(names[i])}
			if o != nil {
				obj.Value, obj.KustomizeBase = o.change(v), o.patched
			}
			out = append(out, obj)
		}
	}
	return out
}

// policyDocuments gives the IAM policy documents among the files, by name. One
// that Terraform reads is shown by what Terraform makes of it.
func policyDocuments(names []string, list []*manifest, byTerraform, links map[string]bool) []value.Value {
	docs := map[string]value.Value{}
	for i, m := range list {
		if m.policy != nil && !byTerraform[names[i]] && !links[names[i]] {
			docs[names[i]] = *m.policy
		}
	}
	var out []value.Value
	for _, name := range slices.Sorted(maps.Keys(docs)) {
		out = append(out, docs[name])
	}
	return out
}
