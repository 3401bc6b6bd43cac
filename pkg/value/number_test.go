package value

import (
	"math/big"
	"strings"
	"testing"
)

func TestFormatNumber(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "-12": "-12", "1.50": "1.5", "1e3": "1000", "100000000000000000000": "100000000000000000000", "0.1": "0.1",
	} {
		f, _, err := big.ParseFloat(in, 10, 512, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		if got := FormatNumber(f); got != want {
			t.Errorf("FormatNumber(%s) = %s, want %s", in, got, want)
		}
	}
}

// The decimal digits of such a number would take minutes to make.
func TestFormatNumberOfHostileExponent(t *testing.T) {
	for _, in := range []string{"1e100000000", "-1e100000000", "1.5e-100000000"} {
		f, _, err := big.ParseFloat(in, 10, 64, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		if got := FormatNumber(f); len(got) > 64 || !strings.Contains(got, "0x") {
			t.Errorf("FormatNumber(%s) = %.80s", in, got)
		}
	}
}
