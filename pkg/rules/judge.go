package rules

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// judge puts together what a rule exports: every check that applies is
// verified unless it is contradicted or unverified.
type judge struct {
	rule *Rule
	byID map[string]int
	out  Outcome
}

func (j *judge) take(export string, set *ast.Term) error {
	s, ok := set.Value.(ast.Set)
	if !ok {
		return fmt.Errorf("is %s, not a set", ast.ValueName(set.Value))
	}
	// In the set's own order, which is that of the values: deterministic.
	for _, t := range s.Slice() {
		c, err := decode(t.Value)
		if err != nil {
			return err
		}
		j.add(export, c)
	}
	return nil
}

func (j *judge) add(export string, c Check) {
	c.Rule = j.rule.ID
	at, seen := j.byID[c.ID]
	fresh := func(s Status) {
		c.Status = s
		j.byID[c.ID] = len(j.out.Checks)
		j.out.Checks = append(j.out.Checks, c)
	}
	complain := func(format string, args ...any) {
		j.out.Inconsistent = append(j.out.Inconsistent, j.rule.ID+": "+fmt.Sprintf(format, args...))
	}
	if export == applies {
		if seen {
			complain("two checks %q", c.ID)
			return
		}
		fresh(Verified)
		return
	}
	status := Contradicted
	if export == unverified {
		status = Unverified
	} else if c.Severity == "" {
		c.Severity = j.rule.Severity
	}
	switch {
	case !seen:
		if j.rule.exports[applies] {
			complain("%s %q is of no check that applies", export, c.ID)
		}
		fresh(status)
	case j.out.Checks[at].Status == Verified:
		c.Status = status
		j.out.Checks[at] = c
	case j.out.Checks[at].Status == status && status == Contradicted:
		complain("two violations %q", c.ID)
	case j.out.Checks[at].Status == status:
		// Several reasons: the first stands.
	default:
		// A proof is not undone by something else that is not known.
		complain("%q is both a violation and unverified", c.ID)
	}
}

var errNotObject = errors.New("an element is not an object")

func decode(v ast.Value) (Check, error) {
	o, ok := v.(ast.Object)
	if !ok {
		return Check{}, errNotObject
	}
	var c Check
	var errs []error
	str := func(o ast.Object, name string, want bool) string {
		s, ok, err := stringField(o, name)
		if err == nil && want && !ok {
			err = fmt.Errorf("an element has no %q", name)
		}
		if err != nil {
			errs = append(errs, err)
		}
		return s
	}
	c.ID = str(o, "id", true)
	c.Object = str(o, "object", true)
	c.At = str(o, "at", true)
	c.Message = oneLine(str(o, "message", false))
	c.Help = fillIn(str(o, "help", false))
	c.Severity = str(o, "severity", false)
	c.Reason = oneLine(str(o, "reason", false))
	if c.same = str(o, "same", false); c.same == "" {
		c.same = strings.ReplaceAll(c.Message, c.Object, "")
	}
	each(o, "related", func(t *ast.Term) {
		r, ok := t.Value.(ast.Object)
		if !ok {
			errs = append(errs, errNotObject)
			return
		}
		rel := Related{Message: oneLine(str(r, "message", true)), At: str(r, "at", true)}
		if rel.At != "" { // something that stands nowhere cannot be shown
			c.Related = append(c.Related, rel)
		}
	})
	each(o, "key", func(t *ast.Term) {
		if s, ok := t.Value.(ast.String); ok {
			c.Key = append(c.Key, string(s))
		}
	})
	if t := o.Get(ast.StringTerm("fix")); t != nil {
		if f, ok := t.Value.(ast.Object); ok {
			c.Fix = &Fix{At: str(f, "at", true), Text: str(f, "text", true)}
		}
	}
	switch c.Severity {
	case "", "error", "warning", "note":
	default:
		errs = append(errs, fmt.Errorf("severity %q is none of error, warning, note", c.Severity))
	}
	return c, errors.Join(errs...)
}

func stringField(o ast.Object, name string) (string, bool, error) {
	t := o.Get(ast.StringTerm(name))
	if t == nil {
		return "", false, nil
	}
	s, ok := t.Value.(ast.String)
	if !ok {
		return "", true, fmt.Errorf("%q is %s, not a string", name, ast.ValueName(t.Value))
	}
	return string(s), true, nil
}

// each calls f for the elements of an array or set, in order.
func each(o ast.Object, name string, f func(*ast.Term)) {
	t := o.Get(ast.StringTerm(name))
	if t == nil {
		return
	}
	switch v := t.Value.(type) {
	case *ast.Array:
		v.Foreach(f)
	case ast.Set:
		v.Sorted().Foreach(f)
	}
}

func oneLine(s string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// comparePlaces orders places by file, then by line and column as numbers.
func comparePlaces(a, b string) int {
	fa, na := splitPlace(a)
	fb, nb := splitPlace(b)
	if c := cmp.Compare(fa, fb); c != 0 {
		return c
	}
	for i := range na {
		if c := cmp.Compare(na[i], nb[i]); c != 0 {
			return c
		}
	}
	return 0
}

func splitPlace(p string) (file string, n [4]int) {
	for i := 3; i >= 0; i-- {
		at := strings.LastIndexByte(p, ':')
		if at < 0 {
			return p, n
		}
		n[i], _ = strconv.Atoi(p[at+1:])
		p = p[:at]
	}
	return p, n
}
