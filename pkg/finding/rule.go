package finding

// Rule describes a rule, for reports that explain what they report.
type Rule struct {
	ID    string // category/name
	Title string // what must hold, one line
	// Description says it at more length, as plain text; lines of a paragraph
	// are not broken.
	Description string
	// Page is the rule's page, Markdown: title, description, why, example.
	Page string
	// Severity is that of its findings, unless one says otherwise.
	Severity Severity
	// Precision is very-high, high, medium or low: how seldom it is wrong.
	Precision string
	Tags      []string
}
