package iamjson_test

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/adapt/iamjson"
	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/parse/json"
	"github.com/irsalint/irsalint/pkg/source"
)

const (
	trust  = `{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"Service": "pods.eks.amazonaws.com"}, "Action": ["sts:AssumeRole", "sts:TagSession"]}]}`
	bucket = `{"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::a/*"}}`
)

func adapt(t *testing.T, data string) *graph.Graph {
	t.Helper()
	v, err := json.File(source.NewFile("iam/policy.json", []byte(data)))
	if err != nil {
		t.Fatal(err)
	}
	b := graph.NewBuilder()
	if iamjson.Is(v) {
		iamjson.Adapt(v, b)
	}
	return b.Link()
}

func TestAdapt(t *testing.T) {
	for _, c := range []struct {
		name, data   string
		roles, texts int
	}{
		{"trust policy", trust, 1, 1},
		{"policy of a bucket", bucket, 0, 1},
		{"template with resources", `{"Resources": {}, "Statement": [{"Effect": "Allow"}]}`, 0, 0},
		{"statements that are none", `{"Statement": ["Effect"]}`, 0, 0},
		{"list", `[]`, 0, 0},
		{"no statements", `{"Version": "2012-10-17"}`, 0, 0},
	} {
		g := adapt(t, c.data)
		if len(g.Role) != c.roles || len(g.PolicyText) != c.texts {
			t.Errorf("%s: %d roles and %d policies, want %d and %d", c.name, len(g.Role), len(g.PolicyText), c.roles, c.texts)
		}
	}
}

// What a script fills in is a symbol, in keys too: it is no mistake.
func TestPlaceholders(t *testing.T) {
	g := adapt(t, `{"Statement": [{"Effect": "Allow", "Action": "sts:AssumeRoleWithWebIdentity",
		"Principal": {"Federated": "arn:aws:iam::${ACCOUNT}:oidc-provider/${OIDC}"},
		"Condition": {"StringEquals": {"${OIDC}:sub": "system:serviceaccount:prod:app"}}}]}`)
	for _, st := range g.Statement {
		c := st.Conditions[0]
		if c.KeyForm != "claim" || c.Claim != "sub" || c.IssuerAgrees.Is.String() != "yes" {
			t.Errorf("key form %s, claim %q, issuer agrees: %s", c.KeyForm, c.Claim, c.IssuerAgrees.Is)
		}
		if st.Ours.Is.String() != "yes" || st.Reach.Level != graph.ReachExact {
			t.Errorf("ours %s, reach %s", st.Ours.Is, st.Reach.Level)
		}
	}
	if len(g.Statement) != 1 {
		t.Errorf("%d statements", len(g.Statement))
	}
}

func TestSniff(t *testing.T) {
	if !iamjson.Sniff([]byte(trust)) || iamjson.Sniff([]byte(`{"name": "Statement"}`)) {
		t.Error("a policy is told by its first statement")
	}
}

func FuzzAdapt(f *testing.F) {
	f.Add(trust)
	f.Add(bucket)
	f.Add(`{"Statement": {"Principal": {}, "Action": {"a": [null]}, "Condition": {"": {"": [1]}}}}`)
	f.Fuzz(func(t *testing.T, data string) {
		v, err := json.File(source.NewFile("p.json", []byte(data)))
		if err != nil || !iamjson.Is(v) {
			return
		}
		b := graph.NewBuilder()
		iamjson.Adapt(v, b)
		b.Link()
	})
}
