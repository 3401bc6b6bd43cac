package value

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
)

// Class says what text a symbol can stand for. It is what lets a comparison
// prove a difference in spite of a symbol: an account is never empty and never
// holds a colon.
type Class uint8

// The classes.
const (
	Any       Class = iota // any text, also none
	Account                // an AWS account id: 12 digits
	Region                 // an AWS region: lower-case letters, digits, hyphens
	Partition              // an AWS partition: aws, aws-cn, aws-us-gov …
	IssuerID               // the last part of an EKS OIDC issuer: letters and digits
	Name                   // one name in a path: not empty, no colon and no slash
	DNSSuffix              // amazonaws.com and its like in other partitions
	Issuer                 // an OIDC issuer without its scheme: not empty, no colon
)

// Environment reports whether symbols of the class name a place that a whole
// configuration shares (account, region, partition). Two environment symbols
// unify when a link is made; they are never a reason against it.
func (c Class) Environment() bool {
	return c == Account || c == Region || c == Partition || c == DNSSuffix
}

// MinLen is the least number of characters a symbol of the class stands for.
func (c Class) MinLen() int {
	switch c {
	case Any:
		return 0
	case Account:
		return 12
	case Partition:
		return 3
	case Region:
		return 4
	}
	return 1
}

// MaxLen is the greatest number of characters, 0 for no bound.
func (c Class) MaxLen() int {
	if c == Account {
		return 12
	}
	return 0
}

// Holds reports whether a symbol of the class can hold the character.
func (c Class) Holds(r rune) bool {
	switch c {
	case Account:
		return r >= '0' && r <= '9'
	case Region, Partition:
		return r == '-' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
	case DNSSuffix: // amazonaws.com, .com.cn, .eu, c2s.ic.gov, sc2s.sgov.gov, cloud.adc-e.uk, csp.hci.ic.gov
		return strings.ContainsRune("acdeghiklmnopsuvwz2.-", r)
	case IssuerID:
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	case Name:
		return r != ':' && r != '/'
	case Issuer:
		return r != ':'
	}
	return true
}

// Symbol stands for text that is not known before apply. Two symbols are the
// same if their keys are.
type Symbol struct {
	// Key is the identity: the address of what it stands for, made unique by
	// the scope it was evaluated in.
	Key string
	// Label is what a person reads instead of the value, such as var.name.
	Label string
	// Why says in one sentence why the value is not known.
	Why string
	// At is the place to look at to make it known.
	At source.Span
	// Class says what text it can stand for.
	Class Class
	// Group and Name tell apart what symbols stand for: two of one group are
	// certainly different if their names are. A cluster's issuer is known by
	// the cluster's name that way, before either is made.
	Group string
	Name  Text
}

// differs reports whether two symbols certainly stand for different text.
func (s *Symbol) differs(t *Symbol) bool {
	return s.Group != "" && s.Group == t.Group && s.Key != t.Key && Equal(s.Name, t.Name) == No
}

// token is the symbol's form inside flat text.
func (s *Symbol) token() string {
	return string(source.SymbolOpen) + s.Key + string(source.SymbolClose)
}

// Term gives the symbol of a function applied to arguments that are not all
// known: equal to the same call on the same arguments, and to nothing else.
func Term(function string, cause *Symbol, args ...string) *Symbol {
	clean := make([]string, len(args))
	for i, a := range args {
		clean[i] = strings.Map(func(r rune) rune {
			switch r { // a key stands between these two, so it cannot hold them
			case source.SymbolOpen:
				return '⟨'
			case source.SymbolClose:
				return '⟩'
			}
			return r
		}, a)
	}
	s := &Symbol{Key: function + "(" + strings.Join(clean, ",") + ")", Label: function + "(…)"}
	if len(s.Key) > 512 {
		s.Key = digest(s.Key)
	}
	if cause != nil {
		s.Why, s.At = cause.Why, cause.At
		if cause.Label != "" {
			s.Label = function + "(" + cause.Label + ")"
		}
	}
	return s
}
