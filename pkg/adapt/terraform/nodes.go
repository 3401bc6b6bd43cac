package terraform

import (
	"encoding/base64"
	"strings"

	"github.com/irsalint/irsalint/pkg/graph"
	tf "github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// clusterTag begins the tag by which an instance belongs to a cluster.
const clusterTag = "kubernetes.io/cluster/"

// launch is a launch template or configuration.
type launch struct {
	r       *tf.Resource
	profile *graph.Val
	cluster *graph.Val // the cluster that its user data or tags name; nil for none
	nodes   bool       // certainly made for nodes of a cluster
	used    bool       // by a group that is a node already
}

// selfManaged makes nodes of the self-managed node groups: autoscaling groups
// with a cluster's tag, and launch templates with a profile of their own whose
// user data joins a cluster. Managed node groups cannot give a profile.
func (a *adapter) selfManaged() {
	var launches []*launch
	for _, r := range a.root.Resources {
		if r.Data || r.Type != "aws_launch_template" && r.Type != "aws_launch_configuration" {
			continue
		}
		if l := newLaunch(r); l.profile != nil {
			launches = append(launches, l)
		}
	}
	for _, r := range a.root.Resources {
		if r.Data || r.Type != "aws_autoscaling_group" {
			continue
		}
		l := launchOf(r, launches)
		cluster, tagged := clusterOfGroup(r)
		if l == nil || !tagged && !l.nodes {
			continue
		}
		l.used = true
		if cluster == nil {
			cluster = l.cluster
		}
		a.addSelfManaged(r, l, cluster)
	}
	for _, l := range launches {
		if l.nodes && !l.used {
			a.addSelfManaged(l.r, l, l.cluster)
		}
	}
}

func (a *adapter) addSelfManaged(r *tf.Resource, l *launch, cluster *graph.Val) {
	if cluster == nil {
		cluster = graph.UnknownVal(nil, r.At)
	}
	a.b.Add(&graph.NodeGroup{
		Base:        a.base(r, labelOf("self-managed nodes", val(r, "name"), r), ""),
		Kind:        "self_managed",
		ClusterName: cluster,
		ProfileName: l.profile,
	})
}

func newLaunch(r *tf.Resource) *launch {
	l := &launch{r: r}
	if r.Type == "aws_launch_configuration" {
		l.profile = val(r, "iam_instance_profile")
	} else if l.profile = val(r, "iam_instance_profile", "name"); l.profile == nil {
		l.profile = profileName(val(r, "iam_instance_profile", "arn"))
	}
	for _, attr := range []string{"user_data", "user_data_base64"} {
		if t, ok := userData(r.Config, attr); ok {
			if cluster, ok := joins(t); ok {
				l.nodes, l.cluster = true, cluster
			}
		}
	}
	if list, found := nested(r.Config, "tag_specifications"); found == value.Yes {
		for _, spec := range blocks(list) {
			tags, _ := spec.Get("tags")
			for _, f := range tags.Fields() {
				if name, ok := f.Key.TrimPrefix(clusterTag); ok && f.Key.HasPrefix(clusterTag) == value.Yes {
					l.nodes = true
					if l.cluster == nil {
						l.cluster = graph.NewVal(name)
					}
				}
			}
		}
	}
	return l
}

// profileName gives the name in the ARN of an instance profile, or the ARN
// itself where it cannot be told.
func profileName(arn *graph.Val) *graph.Val {
	if !arn.HasText() {
		return arn
	}
	_, rest, ok := arn.Cut(":instance-profile/")
	if !ok {
		return arn
	}
	parts, certain := rest.Split("/")
	if !certain {
		return arn
	}
	return graph.NewVal(parts[len(parts)-1]).WithSpan(arn.Span())
}

// userData gives the text of user data, decoded if it is base64.
func userData(config value.Value, attr string) (value.Text, bool) {
	f, ok := config.Get(attr)
	if !ok {
		return value.Text{}, false
	}
	t, ok := f.AsText()
	if !ok {
		return value.Text{}, false
	}
	if doc, ok := t.Doc(); ok { // base64encode remembers its text
		return doc.AsText()
	}
	if s, known := t.Known(); known {
		if data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(s)); err == nil {
			return value.Literal(source.SanitizeString(string(data)), t.At()), true
		}
	}
	return t, true
}

// joins reports whether user data makes an instance join a cluster, with the
// cluster if it says which: by bootstrap.sh (AL2), a NodeConfig (AL2023), or
// the settings of Bottlerocket.
func joins(t value.Text) (*graph.Val, bool) {
	if _, rest, ok := t.Cut("/etc/eks/bootstrap.sh"); ok {
		return firstWord(rest), true
	}
	if _, _, ok := t.Cut("kind: NodeConfig"); ok {
		return afterKey(t, "name:"), true
	}
	if _, rest, ok := t.Cut("[settings.kubernetes]"); ok {
		if _, rest, ok = rest.Cut("cluster-name"); ok {
			if _, rest, ok = rest.Cut("="); ok {
				return firstWord(rest), true
			}
		}
		return nil, true
	}
	return nil, false
}

// afterKey gives the word after a key of a line.
func afterKey(t value.Text, key string) *graph.Val {
	_, rest, ok := t.Cut(key)
	if !ok {
		return nil
	}
	return firstWord(rest)
}

// firstWord gives the first word of text, without quotes; nil if it is an
// option or a variable of the shell.
func firstWord(t value.Text) *graph.Val {
	flat := t.Flat()
	i := 0
	for i < len(flat) && (flat[i] == ' ' || flat[i] == '\t' || flat[i] == '"' || flat[i] == '\'') {
		i++
	}
	j, inSymbol := i, false
	for j < len(flat) {
		rest := flat[j:]
		if strings.HasPrefix(rest, string(source.SymbolOpen)) {
			inSymbol = true
		}
		if strings.HasPrefix(rest, string(source.SymbolClose)) {
			inSymbol = false
		}
		if c := flat[j]; !inSymbol && (c <= ' ' || c == '"' || c == '\'' || c == '\\') {
			break
		}
		j++
	}
	if i == j || flat[i] == '-' || flat[i] == '$' {
		return nil
	}
	return graph.NewVal(t.Slice(i, j))
}

// launchOf finds the launch template or configuration of a group.
func launchOf(r *tf.Resource, all []*launch) *launch {
	same := func(v *graph.Val, l *launch, attrs ...string) bool {
		for _, attr := range attrs {
			have := val(l.r, attr)
			if v.HasText() && have.HasText() && !v.Empty() && v.Flat() == have.Flat() {
				return true
			}
		}
		return false
	}
	for _, l := range all {
		for _, path := range [][]string{
			{"launch_template", "id"},
			{"launch_template", "name"},
			{"launch_configuration"},
			{"mixed_instances_policy", "launch_template", "launch_template_specification", "launch_template_id"},
			{"mixed_instances_policy", "launch_template", "launch_template_specification", "launch_template_name"},
		} {
			if same(val(r, path...), l, "id", "name") {
				return l
			}
		}
	}
	return nil
}

// clusterOfGroup gives the cluster that the tags of an autoscaling group name.
func clusterOfGroup(r *tf.Resource) (*graph.Val, bool) {
	for _, attr := range []string{"tag", "tags"} {
		list, found := nested(r.Config, attr)
		if found == value.No {
			continue
		}
		for _, block := range blocks(list) {
			key, ok := textOf(block, "key")
			if !ok || key.HasPrefix(clusterTag) != value.Yes {
				continue
			}
			if name, ok := key.TrimPrefix(clusterTag); ok {
				return graph.NewVal(name), true
			}
		}
	}
	return nil, false
}
