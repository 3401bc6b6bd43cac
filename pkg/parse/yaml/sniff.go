package yaml

import "bytes"

// Templated reports whether a text that is not YAML is to be taken for a
// template of something that makes YAML: it holds {{ }}, {% %} or <% %>. The
// variables of aws-auth, such as {{EC2PrivateDNSName}}, do not count, and
// neither does ${…}, which stays plain text in YAML.
func Templated(data []byte) bool {
	for _, open := range []string{"{%", "<%"} {
		if bytes.Contains(data, []byte(open)) {
			return true
		}
	}
	for {
		i := bytes.Index(data, []byte("{{"))
		if i < 0 {
			return false
		}
		data = data[i+2:]
		name := data[:min(len(data), 32)]
		if j := bytes.Index(name, []byte("}}")); j >= 0 {
			switch string(bytes.TrimSpace(name[:j])) {
			case "EC2PrivateDNSName", "SessionName", "SessionNameRaw", "AccountID", "AccessKeyID":
				continue
			}
		}
		return true
	}
}

// Relevant reports whether a YAML or JSON file can hold an object that is
// looked at, by words that any such file contains. It is cheap, and errs
// toward true.
func Relevant(data []byte) bool {
	for _, word := range []string{"erviceAccount", "eks.ama", "role-arn", "aws-auth", "aws_auth", "awsauth", "mapRoles", "karpenter"} {
		if bytes.Contains(data, []byte(word)) {
			return true
		}
	}
	if !bytes.Contains(data, []byte("apiVersion")) || !bytes.Contains(data, []byte("kind")) {
		return false
	}
	for _, kind := range []string{
		"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job", "Pod", "Rollout",
		"serving.knative.dev", "SecretStore", "Issuer", "NodeClass", "AWSNodeTemplate", "Provisioner", "ControllerConfig",
		"Kustomization", "Workflow", "monitoring.coreos.com",
	} {
		if bytes.Contains(data, []byte(kind)) {
			return true
		}
	}
	return false
}

// isDefinition reports whether the text of one document is certainly that of a
// CustomResourceDefinition, in block style and no template.
func isDefinition(doc []byte) bool {
	const kind = "kind: CustomResourceDefinition"
	found := false
	for line := range bytes.Lines(doc) {
		switch {
		case line[0] == ' ' || line[0] == '#':
		case !bytes.HasPrefix(line, []byte("kind")) && !bytes.HasPrefix(line, []byte(`"kind`)) && !bytes.HasPrefix(line, []byte("'kind")):
		case found || string(bytes.TrimRight(line, " \r\n")) != kind:
			return false
		default:
			found = true
		}
	}
	return found && !Templated(doc)
}
