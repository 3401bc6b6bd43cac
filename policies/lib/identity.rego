# METADATA
# description: The use of a role by an annotated ServiceAccount, link by link.
package irsalint.lib.identity

import data.irsalint.lib.graph

# certain are the identities whose two ends are there for certain. An account
# that gets its credentials another way does not depend on the trust.
certain := [i | some i in own; graph.exists(account(i)); graph.exists(role(i))]

# uncertain are those of which one end may not be there.
uncertain := [i | some i in own; not both(i)]

own := [i | some i in input.identity; not i.other_identity]

# unresolved are the ServiceAccounts whose role is not in the files.
unresolved := [sa | some sa in input.service_account; sa.role_form == "role"; count(sa.role.ids) == 0]

both(i) if {
	graph.exists(account(i))
	graph.exists(role(i))
}

account(i) := input.service_account[i.account]

role(i) := input.role[i.role]

# stage is the first link that is broken; where none certainly is, the first
# that is not known; empty where all hold.
stage(i) := stages[0] if stages := array.concat([link.stage | some link in i.links; link.is == "no"], [i.stage])

# why says what is not known about an identity.
why(i, words) := graph.why(array.concat([i.verdict], i.links), words)
