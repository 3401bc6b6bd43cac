package terraform

import (
	"strings"

	tf "github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// environment is where a provider configuration works. Its parts are symbols
// that all resources of the configuration share, unless a hard fact says what
// they are.
type environment struct {
	account, region, partition, suffix value.Text
	// key names the environment.
	key string
}

// environmentOf gives the environment of a resource: that of its provider
// configuration, save for a region of its own (AWS provider 6).
func environmentOf(r *tf.Resource, config value.Value) environment {
	provider := r.Provider
	if provider == "" {
		provider, _, _ = strings.Cut(r.Type, "_")
	}
	settings := value.Value{}
	at := r.At
	if r.Settings != nil {
		settings, at = r.Settings.Config, r.Settings.At
	}
	e := environment{key: r.Root + "#" + provider}
	symbol := func(name string, class value.Class, what string) value.Text {
		return value.FromSymbol(&value.Symbol{
			Key:   e.key + ":" + name,
			Label: name,
			Why:   "the files do not say which " + what + " the provider " + provider + " works in",
			At:    at,
			Class: class,
		}, source.Span{})
	}
	e.account, e.region = symbol("account", value.Account, "account"), symbol("region", value.Region, "region")
	if t, ok := knownAccount(settings); ok {
		e.account = t
	}
	if t, ok := knownText(settings, "region"); ok {
		e.region = t
	}
	if t, ok := ownRegion(r, config); ok {
		e.region = t
		e.key += "@" + plain(t.Flat())
	}
	e.partition = symbol("partition", value.Partition, "partition")
	e.suffix = symbol("dns_suffix", value.DNSSuffix, "partition")
	if region, ok := e.region.Known(); ok {
		partition, suffix := PartitionOf(region)
		e.partition = value.Literal(partition, source.Span{})
		e.suffix = value.Literal(suffix, source.Span{})
	}
	return e
}

// ownRegion gives the region that a resource or data source sets for itself.
func ownRegion(r *tf.Resource, config value.Value) (value.Text, bool) {
	if r.Type == "aws_region" || !strings.HasPrefix(r.Type, "aws_") {
		return value.Text{}, false // there it is what is looked up
	}
	v, ok := config.Get("region")
	if !ok {
		return value.Text{}, false
	}
	t, ok := v.AsText()
	if !ok || t.Empty() {
		return value.Text{}, false
	}
	if t.Symbolic() {
		return value.FromSymbol(r.Symbol("region", value.Region), source.Span{}), true
	}
	return t, true
}

// PartitionOf gives the partition of a region and its DNS suffix, by the
// beginning of the region's name as AWS documents them.
func PartitionOf(region string) (partition, suffix string) {
	for _, p := range [...][3]string{
		{"cn-", "aws-cn", "amazonaws.com.cn"},
		{"us-gov-", "aws-us-gov", "amazonaws.com"},
		{"us-iso-", "aws-iso", "c2s.ic.gov"},
		{"us-isob-", "aws-iso-b", "sc2s.sgov.gov"},
		{"eu-isoe-", "aws-iso-e", "cloud.adc-e.uk"},
		{"us-isof-", "aws-iso-f", "csp.hci.ic.gov"},
		{"eusc-", "aws-eusc", "amazonaws.eu"},
	} {
		if strings.HasPrefix(region, p[0]) {
			return p[1], p[2]
		}
	}
	return "aws", "amazonaws.com"
}

// knownAccount gives the account that a provider configuration is tied to: the
// only one it allows, else that of the role it assumes last.
func knownAccount(settings value.Value) (value.Text, bool) {
	if v, found := settings.Lookup("allowed_account_ids"); found == value.Yes {
		ids, certain := v.Strings()
		if certain == value.Yes && len(ids) == 1 && accountID(ids[0]) {
			return ids[0], true
		}
	}
	v, ok := settings.Get("assume_role")
	if !ok || v.IsOpen() {
		return value.Text{}, false
	}
	if items := v.Items(); len(items) > 0 {
		v = items[len(items)-1]
	}
	arn, ok := knownText(v, "role_arn")
	if !ok {
		return value.Text{}, false
	}
	_, rest, ok := arn.Cut(":iam::")
	if !ok {
		return value.Text{}, false
	}
	account, _, ok := rest.Cut(":")
	return account, ok && accountID(account)
}

// accountID reports whether the text is a known account id.
func accountID(t value.Text) bool {
	s, known := t.Known()
	return known && len(s) == 12 && strings.Trim(s, "0123456789") == ""
}

// knownText gives a field that is text without symbols and not empty.
func knownText(v value.Value, name string) (value.Text, bool) {
	f, ok := v.Get(name)
	if !ok {
		return value.Text{}, false
	}
	t, ok := f.AsText()
	if !ok || t.Empty() || t.Symbolic() {
		return value.Text{}, false
	}
	return t, true
}

// addIdentity adds the data sources that say where a configuration works.
func (s *schema) addIdentity() {
	s.data["aws_caller_identity"] = func(a *attributes) {
		a.text("account_id", a.env.account)
		a.text("id", a.env.account)
		a.text("arn", a.symbol("arn", value.Any))
		a.text("user_id", a.symbol("user_id", value.Any))
	}
	s.data["aws_partition"] = func(a *attributes) {
		a.text("partition", a.env.partition)
		a.text("id", a.env.partition)
		a.text("dns_suffix", a.env.suffix)
		a.text("reverse_dns_prefix", a.reversed())
	}
	s.data["aws_region"] = func(a *attributes) {
		region := a.env.region
		if t, ok := a.written("name"); ok {
			region = t
		} else if t, ok := a.written("region"); ok {
			region = t
		}
		for _, name := range []string{"name", "id", "region"} {
			a.text(name, region)
		}
		a.text("endpoint", join("ec2.", region, ".", a.env.suffix))
		a.text("description", a.symbol("description", value.Any))
	}
	s.data["aws_service_principal"] = servicePrincipal
	s.data["aws_arn"] = parseARN
}

// reversed gives the DNS suffix back to front.
func (a *attributes) reversed() value.Text {
	suffix, known := a.env.suffix.Known()
	if !known {
		return a.symbol("reverse_dns_prefix", value.DNSSuffix)
	}
	parts := strings.Split(suffix, ".")
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return value.Literal(strings.Join(parts, "."), source.Span{})
}

// servicePrincipal gives a service's name in a trust policy. Nearly all end
// in amazonaws.com in every partition; the provider lists the exceptions.
func servicePrincipal(a *attributes) {
	service, ok := a.written("service_name")
	if !ok {
		return
	}
	suffix := value.Literal("amazonaws.com", source.Span{})
	if name, known := service.Known(); !known {
		suffix = a.env.suffix
	} else {
		switch name {
		case "codedeploy", "elasticmapreduce", "logs", "cloudhsm", "config", "workspaces", "dms":
			suffix = a.env.suffix
		}
	}
	a.text("suffix", suffix)
	a.text("name", join(service, ".", suffix))
	a.text("id", join(service, ".", a.env.region, ".", suffix))
	a.text("region", a.env.region)
}

// parseARN gives the parts of an ARN, where they can be told apart.
func parseARN(a *attributes) {
	rest, ok := a.written("arn")
	if !ok {
		return
	}
	var parts []value.Text
	for len(parts) < 5 {
		before, after, ok := rest.Cut(":")
		if !ok {
			return
		}
		parts, rest = append(parts, before), after
	}
	for i, name := range []string{"partition", "service", "region", "account"} {
		a.text(name, parts[i+1])
	}
	a.text("resource", rest)
	a.text("id", join(parts[0], ":", parts[1], ":", parts[2], ":", parts[3], ":", parts[4], ":", rest))
}
