package c

import (
	"bytes"
	"strings"
)

const (
	// maxScopes is how deep namespaces and classes nest before what is inside
	// is no longer looked at.
	maxScopes = 50
	// maxScan is how many brackets or tokens are searched for a partner.
	maxScan = 2000
	// maxDeclaration is how many tokens may come before a brace.
	maxDeclaration = 1000
	// blockWeight is how many of these tokens a pair of braces counts for.
	blockWeight = 20
)

// outline turns a source text into one of the same length of which a grammar
// sees declarations only: directives, branches that are not read, bodies,
// initializers and the macros that decorate declarations are blank. Comments
// stay. Macros and conditionals are what grammars of C stumble over.
type outline struct {
	lexed
	live  []token
	match []int // of an opening bracket: the index of its closing one in live
	out   []byte
	cut   bool // something was nested too deep

	macros
	expansions []expansion
	budget     int    // bytes that macros may still expand to
	hidden     int    // namespaces without a name around
	class      string // the class around
}

func outlineOf(src []byte) *outline {
	o := &outline{lexed: lex(src), out: bytes.Clone(src), budget: maxExpansion}
	o.macros = macrosOf(&o.lexed)
	o.live = o.lexed.live()
	o.blankOthers()
	if !o.pair(false) {
		o.pair(true)
	}
	o.scope(0, len(o.live), false, 0)
	return o
}

// blankOthers blanks every token that is not live.
func (o *outline) blankOthers() {
	i := 0
	for _, t := range o.tokens {
		if i < len(o.live) && o.live[i].start == t.start {
			i++
			continue
		}
		o.blank(t.start, t.end)
	}
}

// blank overwrites bytes with spaces, except line ends.
func (o *outline) blank(start, end int) {
	for i := start; i < end; i++ {
		if o.out[i] != '\n' {
			o.out[i] = ' '
		}
	}
}

// blankTokens blanks the live tokens from index i up to j and leaves what is
// between them.
func (o *outline) blankTokens(i, j int) {
	for ; i < j; i++ {
		o.blank(o.live[i].start, o.live[i].end)
	}
}

// blankBody blanks everything from token i up to token j, comments too.
func (o *outline) blankBody(i, j int) {
	if i < j {
		o.blank(o.live[i].start, o.live[j-1].end)
	}
}

// pair finds the closing bracket of each opening one and reports whether all
// nest. With anchored, a brace in a line's first column closes everything down
// to a brace whose own line starts there: so one open brace in a body does not
// swallow the file.
func (o *outline) pair(anchored bool) bool {
	o.match = make([]int, len(o.live))
	whole := true
	var open []int
	for i, t := range o.live {
		o.match[i] = -1
		switch t.kind {
		case '(', '[', '{':
			open = append(open, i)
		case ')', ']', '}':
			want := opener(t.kind)
			n, bottom := len(open)-1, max(len(open)-maxScan, 0)
			for n >= bottom && (o.live[open[n]].kind != want || anchored && t.kind == '}' && t.margin != o.live[open[n]].margin) {
				if t.kind != '}' && o.live[open[n]].kind == '{' {
					break // a stray parenthesis does not end a block
				}
				whole = whole && anchored
				n--
			}
			if n < bottom || o.live[open[n]].kind != want {
				whole = false
				continue
			}
			o.match[open[n]] = i
			open = open[:n]
		}
	}
	for _, i := range open {
		o.match[i] = len(o.live)
	}
	return whole && len(open) == 0
}

func opener(closer byte) byte {
	switch closer {
	case ')':
		return '('
	case ']':
		return '['
	}
	return '{'
}

// end returns the index behind the bracket that closes the one at i.
func (o *outline) end(i int) int { return min(max(o.match[i], i)+1, len(o.live)) }

func (o *outline) kind(i int) byte {
	if i < 0 || i >= len(o.live) {
		return 0
	}
	return o.live[i].kind
}

// word returns the text of the name at i, "" if there is none.
func (o *outline) word(i int) string {
	if o.kind(i) != kindName {
		return ""
	}
	return o.text(o.live[i])
}

// scope goes through the declarations of the file, a namespace or a class.
// What goes on for too long without an end is none: it is blanked.
func (o *outline) scope(from, to int, class bool, depth int) {
	first, length := from, 0 // of the declaration
	for i := from; i < to; {
		if length > maxDeclaration {
			o.cut = true
			o.blankBody(first, i)
			first, length = i, 0
		}
		if i == first && !class {
			if i = o.declaring(first, to); i > first {
				first, length = i, 0
				continue
			}
		}
		next := i + 1
		switch o.live[i].kind {
		case '(', '[':
			next = min(o.end(i), to)
		case ';':
			if class && o.kind(i-1) == ')' && o.word(first) != o.class && o.macroMembers(first, i) || !class && o.called(first, i) {
				o.blankBody(first, next) // XX(1); is no constructor
			}
			o.decorations(first, i)
			if !class && o.empty(first, i) {
				o.blankTokens(i, next) // C++ has no empty declaration
			}
			first, length = next, 0
		case ':':
			if class && access(o.word(first)) && (i == first+1 || i == first+2) {
				first, length = next, 0
			} else if class && i == first+1 && macroCase(o.word(first)) {
				o.blankTokens(first, next) // PRIVATE_UNLESS_TESTED:
				first, length = next, 0
			}
		case '{':
			end := min(o.end(i), to)
			if o.block(first, i, end, class, depth) {
				first, length = end, 0
			}
			length += blockWeight
			i = end
			continue
		case '}': // stray
			first, length = next, 0
		}
		length += next - i
		i = next
	}
	if length > maxDeclaration {
		o.cut = true
		o.blankBody(first, to)
	}
	o.decorations(first, to)
	if class && o.macroMembers(first, to) {
		o.blankBody(first, to)
	}
}

// macroMembers reports whether the tokens of a member are macros alone, with
// arguments or without.
func (o *outline) macroMembers(first, end int) bool {
	for i := first; i < end; i++ {
		if !macroCase(o.word(i)) {
			return false
		}
		if o.kind(i+1) == '(' {
			i = o.end(i+1) - 1
		}
	}
	return first < end
}

// empty reports whether nothing of a declaration is left.
func (o *outline) empty(first, end int) bool {
	for i := first; i < end; i++ {
		if !o.gone(i) {
			return false
		}
	}
	return true
}

// called reports whether a declaration at a file's level is nothing but the
// call of a macro: no type comes before the name, and a value is handed over.
func (o *outline) called(first, end int) bool {
	if o.word(first) == "" || keyword(o.word(first)) || o.kind(first+1) != '(' || o.end(first+1) != end {
		return false
	}
	for i := first + 2; i < end; i++ {
		if k := o.kind(i); k == kindString || k == kindNumber || k == kindChar {
			return true
		}
	}
	return false
}

// className is the last name before a class's bases or its body at i.
func (o *outline) className(first, i int) string {
	name := ""
	for j := first; j < i && o.kind(j) != ':'; j++ {
		if w := o.word(j); w != "" && w != "final" && classOf(w) == wordOther {
			name = w
		}
		if o.kind(j) == '<' {
			j = o.angleEnd(j, i) - 1
		}
	}
	return name
}

func access(word string) bool {
	switch word {
	case "public", "private", "protected", "signals", "Q_SIGNALS":
		return true
	}
	return false
}

// block deals with the braces at i, closed before end, of a declaration that
// began at first, in a class or not. It reports whether the declaration ends
// with them.
func (o *outline) block(first, i, end int, class bool, depth int) bool {
	inside := end
	if inside > i && o.kind(end-1) == '}' {
		inside--
	}
	switch o.blockKind(first, i, end) {
	case blockNamespace:
		o.decorations(first, i)
		nameless := o.word(i-1) == "namespace"
		if nameless {
			o.hidden++
		}
		o.nested(i+1, inside, false, depth)
		if nameless {
			o.hidden--
		}
		return true
	case blockClass:
		o.decorations(first, i)
		around := o.class
		o.class = o.className(first, i)
		o.nested(i+1, inside, true, depth)
		o.class = around
		return false
	case blockEnum:
		o.decorations(first, i)
		o.enumerators(i+1, inside)
		return false
	case blockValue:
		o.blankBody(i+1, inside)
		return false
	}
	if !class && macroCase(o.word(first)) && o.kind(first+1) == '(' && o.end(first+1) == i {
		o.blankBody(first, end) // TEST(name) {…}
		return true
	}
	o.initializers(first, i)
	o.decorations(first, i)
	o.blankBody(i+1, inside)
	return true
}

// initializers blanks what a constructor initializes before its body at i, and
// a macro before its name: a type cannot stand there.
func (o *outline) initializers(first, i int) {
	for j := first; j < i; j++ {
		switch {
		case o.kind(j) == '<':
			j = o.angleEnd(j, i) - 1
		case o.kind(j) == '(' && o.kind(o.end(j)) == ':' && o.end(j) < i:
			o.blankBody(o.end(j), i)
			if k := j - 2; k >= first && macroCase(o.word(k)) {
				o.blankTokens(k, k+1)
			}
			return
		case o.kind(j) == '(' || o.kind(j) == '[':
			j = o.end(j) - 1
		}
	}
}

func (o *outline) nested(from, to int, class bool, depth int) {
	if depth == maxScopes {
		o.cut = true
		o.blankBody(from, to)
		return
	}
	o.scope(from, to, class, depth+1)
}

// enumerators blanks what follows an enumerator's name: values may be macros.
func (o *outline) enumerators(from, to int) {
	for i := from; i < to; {
		start := i
		for i < to && o.kind(i) != ',' {
			if k := o.kind(i); k == '(' || k == '[' || k == '{' {
				i = min(o.end(i), to)
			} else {
				i++
			}
		}
		if o.kind(start+1) == '=' {
			if i-start > 3 || o.kind(start+2) != kindNumber {
				o.blankTokens(start+1, i)
			}
		} else if i > start+1 {
			o.blankTokens(start+1, i)
		}
		i++
	}
}

type blockKind int

const (
	blockBody blockKind = iota
	blockNamespace
	blockClass
	blockEnum
	blockValue
)

// blockKind says what a brace opens, from the tokens before it.
func (o *outline) blockKind(first, i, end int) blockKind {
	if i == first {
		return blockBody
	}
	if o.kind(i-1) == kindString && o.word(i-2) == "extern" {
		return blockNamespace
	}
	key, params, colon := -1, -1, false
	for j := first; j < i; j++ {
		switch o.kind(j) {
		case '=':
			if o.kind(j-1) != kindName || o.word(j-1) != "operator" {
				return blockValue
			}
		case '(':
			if key < 0 || !decorated(o.word(j-1)) {
				params = j
			}
			j = o.end(j) - 1
		case ':':
			colon = colon || params >= 0
		case '<':
			if key >= 0 || o.word(j-1) == "template" {
				j = o.angleEnd(j, i) - 1
			}
		case kindName:
			switch o.word(j) {
			case "namespace":
				return blockNamespace
			case "class", "struct", "union", "enum":
				if key < 0 {
					key = j
				}
			}
		}
	}
	switch {
	case params > key && params >= 0:
		// A member's initializer in braces comes before another or the body.
		if prev := o.kind(i - 1); colon && (prev == kindName || prev == '>') && (o.kind(end) == ',' || o.kind(end) == '{') {
			return blockValue
		}
		return blockBody
	case key >= 0 && o.word(key) == "enum":
		return blockEnum
	case key >= 0:
		return blockClass
	case params < 0 && o.kind(i-1) == kindName && o.kind(end) == ';':
		return blockValue // int x{1};
	}
	return blockBody
}

// angleEnd returns the index behind the bracket that closes the one at i, if
// it does so before limit, else i+1.
func (o *outline) angleEnd(i, limit int) int {
	depth := 0
	limit = min(limit, i+maxScan)
	for j := i; j < limit; j++ {
		switch o.kind(j) {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return j + 1
			}
		case '(', '[':
			j = o.end(j) - 1
		case ';', '{', '}':
			return i + 1
		}
	}
	return i + 1
}

// decorated reports whether a name before "(" decorates a declaration rather
// than being what it declares.
func decorated(word string) bool {
	return macroCase(word) || strings.HasPrefix(word, "__") || word == "alignas" || word == "_Alignas" || word == "decltype" || word == "explicit" || word == "noexcept"
}
