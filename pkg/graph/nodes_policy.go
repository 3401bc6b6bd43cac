package graph

// PolicyText is one policy document that the files hold: a trust policy, an
// inline policy, a customer policy, or a JSON file of its own.
type PolicyText struct {
	Base
	// Read is yes if the document was read whole.
	Read Fact `json:"read"`
	// Problems are what is wrong with its form, in order.
	Problems []PolicyProblem `json:"problems"`
}

// PolicyProblem is one thing that is wrong with the form of a policy document.
type PolicyProblem struct {
	// Kind is one of no_effect, bad_effect, bad_version, no_action, both_actions,
	// both_resources, not_object, bad_statement, no_statement, bad_value,
	// bad_principal, bad_condition, unknown_operator, unknown_element,
	// duplicate_key (constants of package iam).
	Kind string `json:"kind"`
	// Text is what was found: a key, a value.
	Text string `json:"text"`
	// Wanted is what is evidently meant, empty if that is not clear.
	Wanted string `json:"wanted"`
	// Refused: IAM certainly refuses the document for it.
	Refused bool  `json:"refused"`
	At      Place `json:"at"`
}
