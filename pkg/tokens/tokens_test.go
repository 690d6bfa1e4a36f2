package tokens

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"
	"pgregory.net/rapid"

	"github.com/pi-project-map/pmap/internal/goroot"
)

func o200k(t testing.TB) func(string) int {
	t.Helper()
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	return func(s string) int {
		ids, _, err := codec.Encode(s)
		if err != nil {
			t.Fatal(err)
		}
		return len(ids)
	}
}

func noise() []byte {
	var all []byte
	for i := range 40 {
		sum := sha512.Sum512([]byte{byte(i)})
		all = append(all, sum[:]...)
	}
	return all
}

// read joins files of this repository or the language's library.
func read(t testing.TB, patterns ...string) string {
	t.Helper()
	var text strings.Builder
	for _, p := range patterns {
		names, err := filepath.Glob(p)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v, %v", p, names, err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text.Write(b)
		}
	}
	return text.String()
}

// TestAgainstO200k holds estimates to at most 5 % below the truth; above it the
// tables say how far they may go.
func TestAgainstO200k(t *testing.T) {
	real := o200k(t)
	for _, tt := range []struct {
		name, text string
		above      float64
	}{
		{"Go", read(t, goroot.Source(t, "net/http/[a-s]*.go")), 0.08},
		{"assembly and C", read(t, goroot.Source(t, "runtime/cgo/*.[ch]")), 0.15},
		{"specification", read(t, "../../spec/*.md"), 0.08},
		{"prose", read(t, "../../*.md", "../../docs/*.md"), 0.10},
		{"JSON", read(t, "../config/schema.json"), 0.15},
		{"records", read(t, "../../spec/vectors/syntax_*"), 0.15},
		{"hex", hex.EncodeToString(noise()), 0.10},
		{"base64", base64.StdEncoding.EncodeToString(noise()), 0.10},
		{"Chinese", "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。", 0.40},
		{"Japanese", "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。", 0.40},
		{"Korean", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.", 0.60},
		{"Russian", "Все люди рождаются свободными и равными в своем достоинстве и правах.", 0.60},
		{"Greek", "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.", 0.40},
		{"emoji", "🎉🚀✨ 👍🏽 😀😃😄 👨‍👩‍👧‍👦 🔥 ✅ ❌ ⚠️ 🐛 📦 🇩🇪 🧪", 0.60},
		{"blank lines", strings.Repeat("\n\n\tx := 1\n", 200), 0.20},
	} {
		truth, got := real(tt.text), Count(tt.text)
		off := float64(got)/float64(truth) - 1
		t.Logf("%-16s %6d tokens, estimated %6d: %+.1f %%", tt.name, truth, got, 100*off)
		if off < -0.05 || off > tt.above {
			t.Errorf("%s: %d tokens are estimated at %d (%+.1f %%)", tt.name, truth, got, 100*off)
		}
	}
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
		want string
		cut  bool
	}{
		{"", 0, "", false},
		{"one two three", 100, "one two three", false},
		{"a b c d", 2, "a", true},
		{"a b c d", 0, "", true},
		{"é\xff\xfe", 1, "", true},
	} {
		if got, cut := Cut(tt.text, tt.most); got != tt.want || cut != tt.cut {
			t.Errorf("Cut(%q, %d) = %q, %v, want %q, %v", tt.text, tt.most, got, cut, tt.want, tt.cut)
		}
	}
}

// TestCutIsTheLongest cuts any text: what is kept fits, and is all or cannot
// take the next piece.
func TestCutIsTheLongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zA-Z0-9 \n,{}é漢]{0,80}`)).Draw(t, "text")
		most := rapid.IntRange(0, 40).Draw(t, "most")
		kept, cut := Cut(text, most)
		if !strings.HasPrefix(text, kept) || cut != (len(kept) < len(text)) {
			t.Fatalf("Cut(%q, %d) = %q, %v", text, most, kept, cut)
		}
		if n := Count(kept); n > most {
			t.Fatalf("Cut(%q, %d) keeps %d tokens", text, most, n)
		}
		if !cut && Count(text) > most {
			t.Fatalf("Cut(%q, %d) keeps all", text, most)
		}
	})
}

func BenchmarkCount(b *testing.B) {
	text := read(b, goroot.Source(b, "net/http/server.go"))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Count(text)
	}
}
