package treesitter

import "bytes"

// OneSide returns src with the marks of an unfinished merge and the other
// side's lines blanked, every offset as it was, and whether there were any.
func OneSide(src []byte) ([]byte, bool) {
	if !bytes.Contains(src, []byte("<<<<<<< ")) || !bytes.Contains(src, []byte("\n>>>>>>> ")) {
		return src, false
	}
	out := bytes.Clone(src)
	found, theirs := false, false
	at := 0
	for line := range bytes.Lines(out) {
		mark := true
		switch {
		case bytes.HasPrefix(line, []byte("<<<<<<< ")):
			found = true
		case !found:
			mark = false
		case bytes.Equal(bytes.TrimRight(line, "\r\n"), []byte("=======")), bytes.HasPrefix(line, []byte("||||||| ")):
			theirs = true
		case bytes.HasPrefix(line, []byte(">>>>>>> ")):
			found, theirs = false, false
		default:
			mark = theirs
		}
		if mark {
			blank(out[at : at+len(line)])
		}
		at += len(line)
	}
	return out, true
}

func blank(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}
