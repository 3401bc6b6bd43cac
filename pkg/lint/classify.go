package lint

import "bytes"

// looksLikeManifest reports whether a file that cannot be read as YAML or JSON
// would be a Kubernetes manifest. What is none (a workflow, values, a broken
// note) is not missed.
func looksLikeManifest(data []byte) bool {
	return bytes.Contains(data, []byte("apiVersion")) && bytes.Contains(data, []byte("kind"))
}

// terraformNeedles are in every folder of .tf files that can matter: it makes
// something of AWS or Kubernetes that we know, or calls modules that may.
var terraformNeedles = [...]string{"aws_iam_", "aws_eks_", "kubernetes_", "kubectl_", "helm_release", "module"}

// terraformMatters reports whether a .tf file can bear on anything we check.
func terraformMatters(data []byte) bool {
	for _, n := range terraformNeedles {
		if bytes.Contains(data, []byte(n)) {
			return true
		}
	}
	return false
}
