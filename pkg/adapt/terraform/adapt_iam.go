package terraform

import (
	"strconv"
	"strings"

	"github.com/irsalint/irsalint/pkg/graph"
	tf "github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func (a *adapter) role(r *tf.Resource) {
	name := val(r, "name")
	n := &graph.Role{
		Base:     a.base(r, labelOf("role", name, r), ""),
		Name:     name,
		Path:     val(r, "path"),
		ARN:      val(r, "arn"),
		Boundary: val(r, "permissions_boundary"),
		TrustAt:  graph.Place{Span: r.At},
	}
	if r.Data {
		n.Boundary = elsewhere(r, "permissions_boundary")
		n.Document = value.UnknownAt(madeElsewhere(r, "assume_role_policy", "trust policy"), r.At)
		a.b.Add(n)
		return
	}
	if v, ok := r.Config.Get("assume_role_policy"); ok && !v.At().IsZero() {
		n.TrustAt.Span = v.At()
	}
	n.Document = decodeField(r.Config, "assume_role_policy")
	a.b.Add(n)
	a.ownPolicies(r, n)
}

// madeElsewhere gives the symbol of something that the files do not hold.
func madeElsewhere(r *tf.Resource, attr, what string) *value.Symbol {
	s := r.Symbol(attr, value.Any)
	s.Why = "the " + what + " of " + r.Address + " is not in the files: it is a data source"
	return s
}

// ownPolicies makes the policies that stand in the role's own block. Terraform
// removes all others of their kind.
func (a *adapter) ownPolicies(r *tf.Resource, role *graph.Role) {
	own := func(suffix string, v value.Value) *graph.Policy {
		p := a.policy(r, "", suffix, v)
		p.RoleName, p.Exclusive = role.Name, true
		p.Role = graph.Ref{IDs: []string{role.ID}}
		return p
	}
	if list, found := nested(r.Config, "inline_policy"); found != value.No {
		for i, block := range blocks(list) {
			if _, found := block.Lookup("policy"); found == value.No {
				continue // an empty block says that there are none
			}
			p := own(".inline_policy["+strconv.Itoa(i)+"]", block)
			p.Label = policyLabel("inline policy", graph.ValAt(block, "name"), role.Label)
			p.Kind, p.Document = "inline", decodeField(block, "policy")
			a.b.Add(p)
		}
		a.further(list, "inline", own(".inline_policy[*]", list), "inline policies of "+role.Label)
	}
	v, found := nested(r.Config, "managed_policy_arns")
	if found == value.No {
		return
	}
	for i, it := range v.Items() {
		p := own(".managed_policy_arns["+strconv.Itoa(i)+"]", it)
		a.managed(p, graph.ValOf(it), role.Label)
		a.b.Add(p)
	}
	a.further(v, "unknown", own(".managed_policy_arns[*]", v), "managed policies of "+role.Label)
}

// further adds a policy that stands for all that a list may hold beside what
// is known of it.
func (a *adapter) further(list value.Value, kind string, p *graph.Policy, label string) {
	if !list.IsOpen() && !list.IsUnknown() {
		return
	}
	p.Label, p.Kind = label, kind
	p.ARN = graph.UnknownVal(list.Symbol(), list.At())
	p.Document = value.UnknownAt(list.Symbol(), list.At())
	p.Exists = graph.Because(list.Symbol())
	a.b.Add(p)
}

// policy begins an attachment that stands at a place inside a resource.
func (a *adapter) policy(r *tf.Resource, label, suffix string, at value.Value) *graph.Policy {
	p := &graph.Policy{Base: a.base(r, label, suffix), Kind: "unknown"}
	if s := at.At(); !s.IsZero() {
		p.At.Span = s
	}
	return p
}

func policyLabel(kind string, name *graph.Val, owner string) string {
	if name == nil {
		return kind + " of " + owner
	}
	return kind + " " + name.Display() + " of " + owner
}

// managed says which managed policy an ARN names.
func (a *adapter) managed(p *graph.Policy, arn *graph.Val, owner string) {
	p.ARN = arn
	p.Kind, p.Name = policyKind(arn)
	name := arn
	if p.Name != "" {
		name = graph.LiteralVal(p.Name, arn.Span())
	}
	p.Label = policyLabel("policy", name, owner)
}

// policyKind tells by its ARN whose a managed policy is, and the name of one
// of AWS.
func policyKind(arn *graph.Val) (kind, name string) {
	if !arn.HasText() {
		return "unknown", ""
	}
	_, rest, ok := arn.Cut(":iam::")
	if !ok {
		return "unknown", ""
	}
	owner, path, ok := rest.Cut(":policy/")
	if !ok {
		return "unknown", ""
	}
	if owner.Is("aws") {
		s, known := lastName(path)
		if !known {
			return "unknown", ""
		}
		return "aws", s
	}
	if accountID(owner) {
		return "customer", ""
	}
	if all := owner.Symbols(); len(all) == 1 && all[0].Class == value.Account {
		return "customer", ""
	}
	return "unknown", ""
}

// lastName gives what stands after the last slash, if that is known.
func lastName(path value.Text) (string, bool) {
	flat := path.Flat()
	if i := strings.LastIndexByte(flat, '/'); i >= 0 {
		// A slash inside a symbol's key is no slash: then the rest is not known.
		flat = flat[i+1:]
	}
	return flat, flat != "" && !strings.ContainsRune(flat, source.SymbolOpen) && !strings.ContainsRune(flat, source.SymbolClose)
}

func (a *adapter) inlinePolicy(r *tf.Resource) {
	role := val(r, "role")
	p := a.policy(r, policyLabel("inline policy", val(r, "name"), labelOf("role", role, r)), "", value.Value{})
	p.RoleName, p.Kind, p.Document = role, "inline", decodeField(r.Config, "policy")
	a.b.Add(p)
}

func (a *adapter) attachment(r *tf.Resource) {
	role := val(r, "role")
	p := a.policy(r, "", "", value.Value{})
	p.RoleName = role
	a.managed(p, val(r, "policy_arn"), labelOf("role", role, r))
	a.b.Add(p)
}

// attachmentOfRoles is aws_iam_policy_attachment: one policy, several roles.
func (a *adapter) attachmentOfRoles(r *tf.Resource) {
	v, found := nested(r.Config, "roles")
	if found == value.No {
		return
	}
	arn := val(r, "policy_arn")
	for i, it := range v.Items() {
		p := a.policy(r, "", ".roles["+strconv.Itoa(i)+"]", value.Value{})
		p.RoleName = placed(graph.ValOf(it), r.At)
		a.managed(p, arn, labelOf("role", p.RoleName, r))
		a.b.Add(p)
	}
	if v.IsOpen() || v.IsUnknown() {
		p := a.policy(r, "", ".roles[*]", value.Value{})
		p.RoleName = graph.UnknownVal(v.Symbol(), v.At())
		a.managed(p, arn, labelOf("role", p.RoleName, r))
		a.b.Add(p)
	}
}

// exclusiveAttachments is the list of all managed policies of a role.
func (a *adapter) exclusiveAttachments(r *tf.Resource) {
	role := val(r, "role_name")
	label := labelOf("role", role, r)
	v, found := nested(r.Config, "policy_arns")
	if found == value.No {
		return
	}
	for i, it := range v.Items() {
		p := a.policy(r, "", ".policy_arns["+strconv.Itoa(i)+"]", it)
		p.RoleName, p.Exclusive = role, true
		a.managed(p, placed(graph.ValOf(it), r.At), label)
		a.b.Add(p)
	}
	p := a.policy(r, "", ".policy_arns[*]", v)
	p.RoleName, p.Exclusive = role, true
	a.further(v, "unknown", p, "managed policies of "+label)
}

func (a *adapter) policyDocument(r *tf.Resource) {
	name := val(r, "name")
	a.b.Add(&graph.PolicyDocument{
		Base:     a.base(r, labelOf("policy", name, r), ""),
		Name:     name,
		ARN:      val(r, "arn"),
		Document: decodeField(r.Config, "policy"),
	})
}

func (a *adapter) instanceProfile(r *tf.Resource) {
	name := val(r, "name")
	n := &graph.InstanceProfile{
		Base:     a.base(r, labelOf("instance profile", name, r), ""),
		Name:     name,
		ARN:      val(r, "arn"),
		RoleName: val(r, "role"),
	}
	if r.Data {
		n.RoleName = elsewhere(r, "role_name")
	}
	if v, ok := r.Config.Get("roles"); ok && n.RoleName == nil { // before AWS provider 4
		n.RoleName = graph.UnknownVal(v.Symbol(), v.At())
		if items := v.Items(); len(items) == 1 && !v.IsOpen() {
			n.RoleName = placed(graph.ValOf(items[0]), r.At)
		}
	}
	a.b.Add(n)
}

func (a *adapter) provider(r *tf.Resource) {
	url := placed(graph.ValAt(r.Written, "url"), r.At)
	issuer := val(r, "url")
	n := &graph.Provider{
		Base:   a.base(r, labelOf("OIDC provider", issuer, r), ""),
		URL:    url,
		Issuer: issuer,
		ARN:    val(r, "arn"),
	}
	if issuer.HasText() {
		n.Issuer = graph.NewVal(WithoutScheme(issuer.Text)) // its place leaves the scheme out
		if n.Issuer.Span().IsZero() {
			n.Issuer = n.Issuer.WithSpan(issuer.Span())
		}
	}
	n.ClientIDsKnown = graph.FactOf(value.Yes)
	ids, found := nested(r.Config, "client_id_list")
	switch {
	case r.Data:
		n.ClientIDsKnown = graph.Because(madeElsewhere(r, "client_id_list", "list of client ids"))
	case found != value.No:
		for _, it := range ids.Items() {
			if v := graph.ValOf(it); v != nil {
				n.ClientIDs = append(n.ClientIDs, placed(v, r.At))
			}
		}
		if ids.IsOpen() || ids.IsUnknown() {
			n.ClientIDsKnown = graph.Because(ids.Symbol())
		}
	}
	a.b.Add(n)
}
