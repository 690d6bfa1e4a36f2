package growthtest

import (
	"testing"
	"time"
)

func TestSteep(t *testing.T) {
	for _, c := range []struct {
		whole, part time.Duration
		want        bool
	}{
		{4 * time.Second, time.Second, false},
		{10 * time.Second, time.Second, false},
		{16 * time.Second, time.Second, true},
	} {
		if got := steep(c.whole, c.part); got != c.want {
			t.Errorf("steep(%v, %v) = %v", c.whole, c.part, got)
		}
	}
}

func TestMeasure(t *testing.T) {
	sum := 0
	spin := func(n int) {
		for i := range n {
			sum += i * i
		}
	}
	took, err := measure(300_000_000, spin)
	if err != nil || took <= 0 || took > patience {
		t.Errorf("measured %v, %v", took, err)
	}
	if sum == 0 {
		t.Error("nothing was done")
	}
}
