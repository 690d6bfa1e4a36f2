package golang

import (
	"bytes"
	"errors"
	"go/parser"
	"go/scanner"
	"go/token"
)

// maxCuts is how often a piece is shortened before it is given up.
const maxCuts = 8

// mend returns src with each top-level declaration that does not parse cut
// before its error and closed there, or blanked, so that those after it parse.
// Offsets stay what they were. The standard parser alone loses everything up
// to a keyword that it takes for a start, often the rest of the file.
func mend(src []byte) []byte {
	out := bytes.Clone(src)
	starts := pieces(src)
	for i, start := range starts {
		end := len(src)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		mendPiece(out[start:end])
	}
	return out
}

// pieces returns where the declarations start: at a keyword in the first
// column, or at the comment right above it.
func pieces(src []byte) []int {
	var s scanner.Scanner
	fset := token.NewFileSet()
	f := fset.AddFile("", fset.Base(), len(src))
	s.Init(f, src, nil, scanner.ScanComments)
	starts := []int{0}
	comment := -1
	for {
		pos, tok, text := s.Scan()
		at := f.Offset(pos)
		first := at == 0 || (at < len(src) && src[at-1] == '\n')
		switch tok {
		case token.EOF:
			return starts
		case token.COMMENT:
			if comment < 0 && first {
				comment = at
			}
			continue
		case token.PACKAGE, token.IMPORT, token.CONST, token.TYPE, token.VAR, token.FUNC:
			if !first {
				break
			}
			if comment >= 0 {
				at = comment
			}
			if at > 0 {
				starts = append(starts, at)
			}
		case token.SEMICOLON:
			if text == "\n" {
				continue
			}
		}
		comment = -1
	}
}

// mendPiece shortens one declaration in place until it parses: before the line
// of its error, and in its first line at the error itself.
func mendPiece(piece []byte) {
	whole := bytes.Clone(piece)
	kept := len(piece)
	for range maxCuts {
		at := firstError(piece)
		if at < 0 {
			return
		}
		if kept = min(at, kept-1); kept <= 0 {
			break
		}
		if line := bytes.LastIndexByte(whole[:kept], '\n') + 1; line > 0 {
			kept = line
		}
		copy(piece, whole)
		if !closeAt(piece, kept) {
			break
		}
	}
	if firstError(piece) >= 0 {
		blank(piece)
	}
}

// firstError returns the offset of a declaration's first error, -1 for none.
func firstError(piece []byte) int {
	const clause = "package p;"
	prefix := clause
	if isClause(piece) {
		prefix = ""
	}
	fset := token.NewFileSet()
	_, err := parser.ParseFile(fset, "", append([]byte(prefix), piece...), parser.SkipObjectResolution)
	var list scanner.ErrorList
	if err == nil || !errors.As(err, &list) || len(list) == 0 {
		return -1
	}
	return max(list[0].Pos.Offset-len(prefix), 0)
}

// isClause reports whether the first token of a piece is "package".
func isClause(piece []byte) bool {
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", fset.Base(), len(piece)), piece, nil, 0)
	_, tok, _ := s.Scan()
	return tok == token.PACKAGE
}

// closeAt blanks a piece from an offset on and closes the brackets that are
// open there. It reports whether there was room.
func closeAt(piece []byte, at int) bool {
	var closers []byte
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", fset.Base(), at), piece[:at], nil, 0)
	for tok := token.ILLEGAL; tok != token.EOF; {
		_, tok, _ = s.Scan()
		switch tok {
		case token.LPAREN:
			closers = append(closers, ')')
		case token.LBRACK:
			closers = append(closers, ']')
		case token.LBRACE:
			closers = append(closers, '}')
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if len(closers) > 0 {
				closers = closers[:len(closers)-1]
			}
		}
	}
	blank(piece[at:])
	text := len(bytes.TrimRight(piece[:at], " \t\r\n"))
	if len(piece)-text < len(closers)+1 {
		return len(closers) == 0
	}
	for i := range closers {
		piece[text+i] = closers[len(closers)-1-i]
	}
	return true
}

func blank(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}
