//go:build !unix

package source

const nonBlocking = 0 // there are no pipes among files
