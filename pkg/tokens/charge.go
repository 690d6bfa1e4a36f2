package tokens

import "unicode"

// The tables hold what pieces of each length cost on average in the sources
// and documents of a dozen public projects, plus two hundredths.
var (
	afterSpace  = [...]int{100, 102, 102, 104, 103, 103, 104, 106, 110, 112, 114, 120, 130, 130, 132}
	afterLetter = [...]int{100, 102, 104, 110, 109, 109, 115, 120, 138, 158, 165, 175, 220, 225, 240}
	afterMark   = [...]int{118, 104, 110, 126, 123, 123, 131, 145, 161, 188, 190, 206, 241, 278, 293}
	capSpace    = [...]int{102, 104, 106, 112, 106, 110, 112, 133, 133, 150, 153, 155, 158, 165, 175}
	capLetter   = [...]int{102, 106, 110, 107, 108, 106, 109, 115, 125, 134, 137, 140, 145, 150, 160}
	capMark     = [...]int{120, 160, 140, 143, 175, 152, 180, 195, 217, 224, 230, 240, 250, 260, 270}
)

// What a letter beyond the tables costs, and a character of encoded bytes.
const (
	perExtra  = 30
	perRandom = 70
)

// wordCharge charges a word by its letters: capitals, small ones, and bytes of
// those beyond ASCII.
func wordCharge(before string, capitals, small, foreign int) int {
	switch {
	case foreign > 0 && capitals+small > foreign/2:
		return 130 + 30*foreign + 20*(capitals+small)
	case foreign > 0:
		return 80 + 14*foreign + 35*(capitals+small)
	}
	plain, capital := afterLetter[:], capLetter[:]
	switch {
	case before == " ":
		plain, capital = afterSpace[:], capSpace[:]
	case before != "":
		plain, capital = afterMark[:], capMark[:]
	}
	switch {
	case capitals == 0:
		return look(plain, small)
	case capitals == 1:
		return look(capital, small)
	case small == 0:
		return min(82+20*capitals, 42+32*capitals)
	}
	return 60 + 40*capitals + look(plain, small)/2
}

func look(table []int, n int) int {
	if n < len(table) {
		return table[n]
	}
	return table[len(table)-1] + perExtra*(n-len(table)+1)
}

func markCharge(run int) int {
	switch {
	case run <= 2:
		return unit + run
	case run == 3:
		return 114
	case run <= 10:
		return 100 + 38*(run-3)
	}
	return 360 + (run-10)*4 // rules of one character
}

func ideographCharge(r rune) int {
	switch {
	case unicode.Is(unicode.Han, r):
		return 92
	case unicode.In(r, unicode.Hiragana, unicode.Katakana):
		return 82
	case unicode.Is(unicode.Hangul, r):
		return 80
	}
	return 60
}

// otherCharge is for symbols, emoji, control characters and bytes that are no
// text.
func otherCharge(r rune, size int) int {
	switch {
	case size == 4:
		return 230
	case size == 3:
		return 130
	}
	return 110
}
