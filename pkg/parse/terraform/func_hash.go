package terraform

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"time"

	"github.com/hashicorp/go-cty-funcs/uuid"

	"github.com/irsalint/irsalint/pkg/value"
)

// digests are the hash functions, by the name without "file" before it.
func digests() map[string]func(b []byte) string {
	return map[string]func(b []byte) string{
		"md5":          func(b []byte) string { s := md5.Sum(b); return hex.EncodeToString(s[:]) },
		"sha1":         func(b []byte) string { s := sha1.Sum(b); return hex.EncodeToString(s[:]) },
		"sha256":       func(b []byte) string { s := sha256.Sum256(b); return hex.EncodeToString(s[:]) },
		"sha512":       func(b []byte) string { s := sha512.Sum512(b); return hex.EncodeToString(s[:]) },
		"base64sha256": func(b []byte) string { s := sha256.Sum256(b); return base64.StdEncoding.EncodeToString(s[:]) },
		"base64sha512": func(b []byte) string { s := sha512.Sum512(b); return base64.StdEncoding.EncodeToString(s[:]) },
	}
}

func hashFuncs() map[string]*builtin {
	out := map[string]*builtin{
		"bcrypt":        {1, 2, true, false, callFresh},
		"plantimestamp": {0, 0, true, false, callFresh},
		"rsadecrypt":    {2, 2, true, false, callOpaque},
		"timestamp":     {0, 0, true, false, callFresh},
		"uuid":          {0, 0, true, false, callFresh},
		"uuidv5":        {2, 2, true, false, bridge(of(uuid.V5Func))},
	}
	for name, sum := range digests() {
		out[name] = &builtin{1, 1, true, false, onText(func(s string) (string, bool) { return sum([]byte(s)), true })}
	}
	return out
}

// callFresh gives what is different at each call.
func callFresh(c *call) (value.Value, *evalErr) {
	s := c.e.fresh(c.at, label(c.at), "the result of "+c.name+" is not known before apply")
	return c.mark(value.FromText(value.FromSymbol(s, c.at))), nil
}

func callTimeCmp(c *call) (value.Value, *evalErr) {
	if !c.known() {
		return c.unknown(), nil
	}
	var at [2]time.Time
	for i := range at {
		t, err := c.text(i)
		if err != nil {
			return value.Value{}, err
		}
		var bad error
		if at[i], bad = time.Parse(time.RFC3339, t.Flat()); bad != nil {
			return value.Value{}, fail(c.argAt(i), "timecmp: a time as in RFC 3339 is required")
		}
	}
	return c.mark(value.IntAt(at[0].Compare(at[1]), c.at)), nil
}
