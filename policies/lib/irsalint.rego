# METADATA
# scope: subpackages
# title: irsalint
# description: |
#   All packages read the graph as their input. The schema turns a misspelt
#   field into an error: `opa check --strict --schema policies/schemas policies`.
# schemas:
#   - input: schema.graph
package irsalint
