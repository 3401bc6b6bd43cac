package terraform

import (
	"strings"
	"testing"
)

func TestModuleKinds(t *testing.T) {
	tests := []struct {
		source string
		kinds  string
		ok     bool
	}{
		{"terraform-aws-modules/vpc/aws", "", false},
		{"registry.terraform.io/terraform-aws-modules/vpc/aws", "", false},
		{"terraform-aws-modules/vpc/aws//modules/vpc-endpoints", "", false},
		{"terraform-aws-modules/eks/aws", "", true},
		{"terraform-aws-modules/iam/aws//modules/iam-policy", "", false},
		{"terraform-aws-modules/iam/aws//modules/iam-role-for-service-accounts-eks", "role policy provider instance_profile", true},
		{"cloudposse/label/null", "", false},
		{"git::https://example.com/vpc.git?ref=v1", "", true},
	}
	for _, tt := range tests {
		kinds, ok := moduleKinds(tt.source)
		if got := strings.Join(kinds, " "); got != tt.kinds || ok != tt.ok {
			t.Errorf("moduleKinds(%q) = %q, %v", tt.source, got, ok)
		}
	}
}

func TestCommandKinds(t *testing.T) {
	const inside = "service_account workload account_reference node_class aws_auth"
	tests := []struct{ command, kinds, what string }{
		{"echo done", "", ""},
		{"kubectl apply -f aws-auth.yaml", inside, "kubectl apply"},
		{"eksctl create iamserviceaccount && kubectl get ns", "", "eksctl create"},
		{"aws iam attach-role-policy", "", "aws iam attach-role-policy"},
		{"aws --region eu-west-1 eks update-kubeconfig --name demo", "", ""},
		{"aws eks describe-cluster --name demo | jq .x; aws eks wait cluster-active", "", ""},
		{"aws eks update-kubeconfig --name demo && kubectl apply -f x.yaml", inside, "kubectl apply"},
		{"aws eks <var.operation>", "", "aws"},
		{"aws s3 cp x s3://eks", "", ""},
		{"# aws iam create-role", "", ""},
		{"sh -c 'aws iam create-role --role-name x'", "", "aws iam create-role"},
		{"/usr/local/bin/kubectl --context x get nodes", inside, "kubectl x"},
		{"kubectl get nodes && kubectl rollout status deploy/x", "", ""},
		{"cd ../terraform && make", "", ""},
		{"terraform output -json", "", ""},
		{"terraform -chdir=x apply", "", "terraform apply"},
		{"KUBECONFIG=x helm upgrade --install y", inside, "helm upgrade"},
		{"helm repo add x y", "", ""},
	}
	for _, tt := range tests {
		kinds, what := commandKinds(config(t, `[{"command":"`+tt.command+`"}]`))
		if got := strings.Join(kinds, " "); got != tt.kinds || what != tt.what {
			t.Errorf("commandKinds(%q) = %q, %q", tt.command, got, what)
		}
	}
}

func TestAnyChart(t *testing.T) {
	tests := []struct {
		chart string
		want  bool
	}{
		{`"karpenter"`, false},
		{`"oci://public.ecr.aws/karpenter/karpenter"`, false},
		{`"./charts/mine"`, true},
		{`"/abs/mine"`, true},
		{`"itscontained/raw"`, true},
		{`"<var.chart>"`, true},
		{`"charts/<var.chart>"`, true},
	}
	for _, tt := range tests {
		if got := anyChart(config(t, `{"chart":`+tt.chart+`}`)); got != tt.want {
			t.Errorf("anyChart(%s) = %v", tt.chart, got)
		}
	}
}
