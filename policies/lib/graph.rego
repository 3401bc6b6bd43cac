# METADATA
# description: What rules of every category share.
package irsalint.lib.graph

# exists: the node is there for certain. Where that depends on something that
# is not known, no finding may follow from it.
exists(node) if node.exists.is == "yes"

# why gives the reason of the first of some facts that is not known; other
# words where none gives a reason.
why(facts, words) := reasons[0] if {
	reasons := array.concat([fact.why | some fact in facts; fact.is == "unknown"; fact.why != ""], [words])
}

# because gives the reason why a value is not known; other words where there
# is none.
because(val, words) := reasons[0] if reasons := array.concat([val.why | val.why != ""], [words])

# beside: two nodes stand in one Terraform module, so that a file of the one can
# name the other by its reference.
beside(a, b) if {
	a.format == "terraform"
	a.reference != ""
	b.reference != ""
	trim_suffix(a.id, a.reference) == trim_suffix(b.id, b.reference)
}
