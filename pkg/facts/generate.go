//go:build ignore

// Generate makes the files below data/ from a folder of full fact files:
//
//	go run generate.go FOLDER
//
// It keeps what the linker and the rules ask for, and the attributions. The
// full files are not needed to build.
package main

import (
	"bytes"
	"encoding/json"
	"log"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

type object = map[string]any

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run generate.go FOLDER")
	}
	managed, nodes := load("managed_policies.json"), load("node_role.json")
	write("managed_policies.json", managed["source"], policies(managed))
	write("node_roles.json", dig(nodes, "trust_principals_per_partition")["source"], nodeRoles(nodes))
	write("pass_role.json", dig(load("karpenter.json"), "pass_role")["partition_source"],
		passRole(dig(load("karpenter.json"), "pass_role", "by_partition")))
}

func load(name string) object {
	data, err := os.ReadFile(filepath.Join(os.Args[1], name))
	check(err)
	var v object
	check(json.Unmarshal(data, &v))
	return v
}

func dig(v object, path ...string) object {
	for _, p := range path {
		v = v[p].(object)
	}
	return v
}

// policies keeps path, version and statements; a policy of which only the
// actions are known is left out, as one that is not known.
func policies(in object) object {
	out := object{}
	for name, p := range dig(in, "policies") {
		p := p.(object)
		statements, ok := p["statements"]
		if !ok {
			continue
		}
		arn := p["arn"].(string)
		path := strings.TrimSuffix(strings.TrimPrefix(arn, "arn:aws:iam::aws:policy/"), name)
		out[name] = object{"path": path, "version": p["version"], "updated": p["updated"],
			"document": object{"Version": "2012-10-17", "Statement": statements}}
	}
	return object{"policies": out}
}

// kinds are the uses of a role, by the names that the graph gives them.
var kinds = map[string]string{
	"managed_node_group": "managed", "self_managed_nodes": "self_managed", "karpenter_nodes": "karpenter",
	"auto_mode_node": "auto_mode", "fargate_pod_execution": "fargate",
	"cluster_standard": "cluster", "cluster_auto_mode": "cluster_auto_mode",
}

func nodeRoles(in object) object {
	capabilities := object{}
	for name, c := range dig(in, "capabilities") {
		c := c.(object)
		keep := object{"why": c["why"], "source": c["source"],
			"policies": strs(c["satisfied_by_policies"]), "actions": strs(c["need_actions"])}
		if list, ok := c["conditional_actions"]; ok {
			keep["conditional"] = list
		}
		if c["need"] == "optional" {
			keep["optional"] = true
		}
		capabilities[name] = keep
	}
	// The cluster's role, by the guide's list for a custom policy.
	standard := dig(in, "roles", "cluster_standard")
	var minimal []string
	for _, a := range strs(standard["minimal_custom_actions"]) {
		minimal = append(minimal, strings.Fields(a)[0])
	}
	capabilities["cluster"] = object{"why": "the control plane manages instances and interfaces for the cluster",
		"policies": standard["required_policies_any"].([]any)[0], "actions": minimal, "source": standard["source"]}

	roles := object{}
	for from, name := range kinds {
		r := dig(in, "roles", from)
		trust := r["trust"].(object)
		roles[name] = object{
			"service": strings.TrimSuffix(strs(trust["service"])[0], ".amazonaws.com"),
			"actions": strs(trust["action"]), "needs": needs(name, r), "cni": strings.Contains(strings.Join(strs(r["required"]), " "), "vpc_cni"),
			"policies_all": strs(r["required_policies_all"]), "source": r["source"],
		}
	}
	principals := object{}
	for service, forms := range dig(in, "trust_principals_per_partition") {
		if m, ok := forms.(object); ok && !strings.Contains(service, "unverified") {
			byPartition := object{}
			for partition, list := range m {
				names := strs(list)
				if !slices.Contains(names, "unverified") {
					byPartition[partition] = names
				}
			}
			principals[service] = byPartition
		}
	}
	return object{"capabilities": capabilities, "roles": roles, "principals": principals}
}

// needs gives capability names, without the CNI's, which may stand elsewhere.
func needs(name string, r object) []string {
	switch name {
	case "fargate":
		return []string{"image_pull"}
	case "auto_mode": // the required policies hold just these
		return []string{"pod_identity_agent", "image_pull"}
	case "cluster", "cluster_auto_mode":
		return []string{"cluster"}
	}
	var out []string
	for _, n := range strs(r["required"]) {
		if !strings.HasPrefix(n, "vpc_cni") {
			out = append(out, n)
		}
	}
	return out
}

// passRole gives the services that a controller must be able to pass a role
// to: for launches, and when it makes instance profiles itself.
func passRole(in object) object {
	out := object{}
	for partition, v := range in {
		v := v.(object)
		if v["unverified"] == true {
			continue
		}
		launch, profile := strs(v["launch"]), strs(v["add_role_to_instance_profile (spec.role)"])
		if accepted := strs(v["accepted"]); len(accepted) > 0 {
			launch, profile = accepted, accepted
		}
		out[partition] = object{"launch": launch, "profile": profile}
	}
	return object{"partitions": out}
}

func strs(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		out := []string{}
		for _, s := range v {
			out = append(out, s.(string))
		}
		return out
	}
	return []string{}
}

// write puts one entry of each table on a line.
func write(name string, source any, tables object) {
	var b bytes.Buffer
	b.WriteString("{\"source\": " + text(source))
	for _, table := range keys(tables) {
		b.WriteString(",\n\"" + table + "\": {")
		entries := tables[table].(object)
		for i, k := range keys(entries) {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString("\n" + text(k) + ": " + text(entries[k]))
		}
		b.WriteString("\n}")
	}
	b.WriteString("}\n")
	check(os.WriteFile(filepath.Join("data", name), b.Bytes(), 0o644))
}

func text(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	check(e.Encode(v))
	return strings.TrimSpace(b.String())
}

func keys(m object) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
