package terraform

// awsManaged gives the path of the policy of this name that AWS manages. It
// knows those that matter for EKS; for another name it is not ok, since a
// customer may have made a policy of that name.
func awsManaged(name string) (path string, ok bool) {
	switch name {
	case "AmazonEKSWorkerNodePolicy",
		"AmazonEKSWorkerNodeMinimalPolicy",
		"AmazonEKS_CNI_Policy",
		"AmazonEC2ContainerRegistryReadOnly",
		"AmazonEC2ContainerRegistryPullOnly",
		"AmazonEC2ContainerRegistryPowerUser",
		"AmazonEC2ContainerRegistryFullAccess",
		"AmazonSSMManagedInstanceCore",
		"AmazonSSMManagedEC2InstanceDefaultPolicy",
		"AmazonEKSFargatePodExecutionRolePolicy",
		"AmazonEKSClusterPolicy",
		"AmazonEKSServicePolicy",
		"AmazonEKSVPCResourceController",
		"AmazonEKSComputePolicy",
		"AmazonEKSBlockStoragePolicy",
		"AmazonEKSBlockStoragePolicyV2",
		"AmazonEKSLoadBalancingPolicy",
		"AmazonEKSNetworkingPolicy",
		"AmazonEKSLocalOutpostClusterPolicy",
		"AmazonEBSCSIDriverPolicyV2",
		"AmazonEBSCSIDriverEKSClusterScopedPolicy",
		"CloudWatchAgentServerPolicy",
		"AWSXrayWriteOnlyAccess",
		"AWSXRayDaemonWriteAccess",
		"AmazonPrometheusRemoteWriteAccess",
		"AmazonPrometheusQueryAccess",
		"CloudWatchNetworkFlowMonitorAgentPublishPolicy",
		"AWSPrivateCAConnectorForKubernetesPolicy",
		"AmazonRoute53FullAccess",
		"AmazonS3FullAccess",
		"AmazonFSxFullAccess",
		"ElasticLoadBalancingFullAccess",
		"SecretsManagerReadWrite":
		return "/", true
	case "AmazonEBSCSIDriverPolicy",
		"AmazonEFSCSIDriverPolicy",
		"AmazonS3FilesCSIDriverPolicy":
		return "/service-role/", true
	case "AWSServiceRoleForAmazonEKSNodegroup",
		"AmazonEKSServiceRolePolicy":
		return "/aws-service-role/", true
	}
	return "", false
}
