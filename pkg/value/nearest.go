package value

// Nearest gives the name that a misspelt one most likely means; empty if none
// is near.
func Nearest(name string, names []string) string {
	best, limit := "", 2 // one slip in a short name
	if len(name) > 3 {
		limit = max(len(name)/3, 2) + 1
	}
	for _, n := range names {
		if d := Distance(name, n, limit); d < limit {
			best, limit = n, d
		}
	}
	return best
}
