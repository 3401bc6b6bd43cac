package graph

import "sync"

// wellKnownAccounts are the ServiceAccounts that well-known charts and EKS
// add-ons make by default (facts/charts.json and facts/addons.json). One that
// is not in the files is made by its chart.
var wellKnownAccounts = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, name := range []string{
		"ack-s3-controller", "amazon-cloudwatch-observability-controller-manager", "appmesh-controller",
		"argo-events-controller-manager", "argo-events-events-webhook", "argo-rollouts",
		"argo-workflows-crd-install", "argo-workflows-server", "argo-workflows-workflow-controller",
		"argocd-application-controller", "argocd-applicationset-controller", "argocd-dex-server",
		"argocd-image-updater", "argocd-notifications-controller", "argocd-redis-secret-init", "argocd-repo-server",
		"argocd-server", "aws-cloudwatch-metrics", "aws-for-fluent-bit", "aws-guardduty-agent",
		"aws-load-balancer-controller", "aws-network-flow-monitor-agent-service-account", "aws-node",
		"aws-node-termination-handler", "aws-privateca-issuer", "aws-secrets-store-csi-driver-provider",
		"aws-sigv4-proxy-admission-controller", "cert-manager", "cert-manager-cainjector",
		"cert-manager-startupapicheck", "cert-manager-webhook", "cloudwatch-agent",
		"cluster-autoscaler-aws-cluster-autoscaler", "cni-metrics-helper", "coredns", "crossplane",
		"ebs-csi-controller-sa", "ebs-csi-driver-test", "ebs-csi-node-sa", "efs-csi-controller-sa",
		"efs-csi-node-sa", "eks-node-monitoring-agent", "external-dns", "external-secrets",
		"external-secrets-cert-controller", "external-secrets-webhook", "fluent-bit", "fluent-operator", "fluentd",
		"fsx-csi-controller-sa", "fsx-csi-node-sa", "gateway-api-controller", "grafana", "grafana-test",
		"karpenter", "keda-add-ons-http", "keda-add-ons-http-external-scaler", "keda-add-ons-http-interceptor",
		"keda-metrics-server", "keda-operator", "keda-webhook", "kube-proxy", "kube-state-metrics", "loki",
		"loki-loki-distributed", "metrics-server", "mimir", "opentelemetry-operator", "prometheus-adapter",
		"prometheus-cloudwatch-exporter", "prometheus-node-exporter", "prometheus-server", "rbac-manager",
		"s3-csi-driver-controller-sa", "s3-csi-driver-sa", "secrets-store-csi-driver-provider-aws",
		"snapshot-controller", "tempo", "velero", "velero-server", "velero-server-upgrade-crds",
		"vpa-vertical-pod-autoscaler-admission-certgen", "vpa-vertical-pod-autoscaler-admission-controller",
		"vpa-vertical-pod-autoscaler-recommender", "vpa-vertical-pod-autoscaler-updater",
		"yace-prometheus-yet-another-cloudwatch-exporter",
	} {
		out[name] = true
	}
	return out
})

// madeElsewhere reports whether a ServiceAccount that the files do not show is
// one that a chart, an add-on or EKS itself makes.
func madeElsewhere(namespace, name string) bool {
	return namespace == "kube-system" || name == "default" || wellKnownAccounts()[name]
}
