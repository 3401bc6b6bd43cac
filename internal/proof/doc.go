// Package proof holds properties of the whole pipeline, checked over every
// repository that the tests have: less knowledge never makes a finding, every
// place covers the text that supplied it, a mistake made on purpose is found,
// and the order of reading does not show.
package proof
