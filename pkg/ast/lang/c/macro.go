package c

import "strings"

// macroCase reports whether a name is written like a macro's: capitals, digits
// and underscores, at least two capitals or letters in all.
func macroCase(name string) bool {
	letters := 0
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z', c >= 0x80:
			return false
		case c >= 'A' && c <= 'Z':
			letters++
		}
	}
	return letters >= 2
}

// wordClass is what a name does in a declaration.
type wordClass int

const (
	wordOther     wordClass = iota
	wordQualifier           // says nothing about the type
	wordBuiltin             // is a type or a part of one
	wordKey                 // begins a type: struct, enum, …
	wordStart               // begins another kind of declaration
)

func classOf(word string) wordClass {
	switch word {
	case "const", "volatile", "static", "extern", "inline", "register", "constexpr", "consteval", "constinit", "virtual", "explicit",
		"friend", "mutable", "thread_local", "_Noreturn", "restrict", "__restrict", "_Thread_local", "_Atomic":
		return wordQualifier
	case "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool", "_Bool", "auto", "wchar_t", "size_t",
		"char8_t", "char16_t", "char32_t", "decltype", "typename":
		return wordBuiltin
	case "struct", "union", "enum", "class":
		return wordKey
	case "typedef", "namespace", "using", "template", "static_assert", "_Static_assert", "concept", "requires", "operator", "asm":
		return wordStart
	}
	return wordOther
}

// compiler reports whether a name is a compiler's own decoration.
func compiler(word string) bool {
	switch word {
	case "__attribute__", "__attribute", "__declspec", "__asm__", "__asm", "alignas", "_Alignas", "__extension__", "__inline", "__inline__",
		"__forceinline", "__cdecl", "__stdcall", "__fastcall", "__vectorcall", "__thiscall", "__restrict__", "__volatile__", "__const",
		"__noreturn", "__unused", "__must_check", "__always_inline", "__init", "__exit", "__weak", "__packed", "__user", "__pure", "__printf", "__cold", "__hot":
		return true
	}
	return false
}

// decorations blanks what decorates the declaration in the tokens from first
// up to end.
func (o *outline) decorations(first, end int) {
	end = min(end, first+maxDeclaration)
	if i := first; o.word(i) == "extern" || o.word(i) == "template" {
		if o.word(i) == "extern" {
			i++
		}
		if o.word(i) == "template" && i+1 < end && o.kind(i+1) != '<' {
			o.blankTokens(first, end) // an instantiation declares nothing
			return
		}
	}
	o.compilerWords(first, end)
	o.templates(first, end)
	o.parameters(first, end)
	o.leading(first, end)
	o.typeKeys(first, end)
	o.trailing(first, end)
}

// compilerWords blanks attributes wherever they stand.
func (o *outline) compilerWords(first, end int) {
	for i := first; i < end; i++ {
		switch {
		case o.kind(i) == '{':
			i = o.end(i) - 1
		case o.kind(i) == '[' && o.kind(i+1) == '[':
			o.blankBody(i, o.end(i))
			i = o.end(i) - 1
		case compiler(o.word(i)):
			stop := i + 1
			if o.kind(stop) == '(' {
				stop = o.end(stop)
			}
			o.blankBody(i, stop)
			i = stop - 1
		}
	}
}

// gone reports whether a token has been blanked.
func (o *outline) gone(i int) bool { return o.out[o.live[i].start] == ' ' }

// leading blanks the macros before a declaration's type.
func (o *outline) leading(first, end int) {
	var words []int // names that may be the type or decorate it
	typed := false  // the type comes at i
	i := first
	for ; i < end && !typed; i++ {
		if o.gone(i) || o.kind(i) == kindString {
			continue
		}
		word := o.word(i)
		if word == "" {
			break
		}
		if o.kind(i+1) == '(' && i+1 < end && (macroCase(word) || len(words) == 0 && o.wraps(i, end)) {
			next, ok := o.macroCall(i, end)
			if n := len(words); !ok && n > 1 && !macroCase(o.word(words[n-1])) && classOf(o.word(words[n-1])) == wordOther {
				if !o.doubled(i + 1) {
					o.blankBody(i, min(o.end(i+1), end)) // int x GUARDED_BY(m);
				}
				words = words[:n-1]
				break
			}
			if !ok {
				break
			}
			i = next - 1
			continue
		}
		if word == "template" && o.kind(i+1) == '<' {
			i = o.angleEnd(i+1, end) - 1
			continue
		}
		class := classOf(word)
		if class == wordQualifier {
			continue
		}
		if marks(word) {
			o.blankTokens(i, i+1)
			continue
		}
		if class == wordKey || class == wordStart {
			typed = word != "operator"
			break
		}
		if next := o.qualified(i, end); next > i+1 {
			typed = next < end && (o.kind(next) == kindName || strings.IndexByte("*&o", o.kind(next)) >= 0)
			break
		}
		words = append(words, i)
	}
	if n := len(words); n > 0 && !typed && o.declares(i, end) {
		words = words[:n-1]
	}
	o.keepType(words, typed)
}

// qualified returns the index behind the name at i with its namespaces and
// template arguments.
func (o *outline) qualified(i, end int) int {
	i++
	for i < end {
		switch {
		case o.kind(i) == kindScope && o.kind(i+1) == kindName:
			i += 2
		case o.kind(i) == '<':
			next := o.angleEnd(i, end)
			if next == i+1 {
				return i
			}
			i = next
		default:
			return i
		}
	}
	return end
}

// declares reports whether what comes at i shows that the name before it is
// declared rather than being a type.
func (o *outline) declares(i, end int) bool {
	if i >= end {
		return true
	}
	switch o.kind(i) {
	case '[', '=', ',', ';', ':', '{':
		return true
	case '(':
		next := o.kind(i + 1)
		if next == '*' || next == '&' || next == '^' {
			return false
		}
		return next != kindName || o.kind(i+2) != ')' || o.kind(i+3) != '('
	}
	return false
}

// keepType blanks all of the words but the ones that make the type. With
// another, the type comes after them.
func (o *outline) keepType(words []int, another bool) {
	best := -1
	for _, i := range words {
		word := o.word(i)
		if classOf(word) == wordBuiltin {
			best = i
			another = true
		}
	}
	if !another {
		for _, i := range words {
			if best < 0 || doubt(o.word(i)) < doubt(o.word(best)) {
				best = i
			}
		}
	}
	for _, i := range words {
		word := o.word(i)
		if i == best || classOf(word) == wordBuiltin || o.kind(i+1) == kindScope || o.kind(i-1) == kindScope || o.kind(i+1) == '<' {
			continue
		}
		o.blank(o.live[i].start, o.live[i].end)
	}
}

// doubt says how unlikely it is that a name is a type.
func doubt(name string) int {
	switch {
	case !macroCase(name) && !strings.HasPrefix(name, "__"):
		return 0
	case !macroCase(name):
		return 1
	case !containsAny(name, "API", "EXPORT", "EXTERN", "INLINE", "CALL", "DECL", "PUBLIC", "PRIVATE", "HIDDEN", "RETURN", "FUNC", "DLL", "DEPRECATED", "UNUSED", "STATIC", "CONSTEXPR", "VISIB", "ATTR", "WUR"):
		return 2
	}
	return 3
}

// marks reports whether a macro stands on its own: BEGIN_DECLS, X_NAMESPACE_END.
func marks(name string) bool {
	return macroCase(name) && containsAny(name, "NAMESPACE", "_DECLS", "Q_OBJECT", "Q_GADGET", "_BEGIN", "BEGIN_", "_END", "END_")
}

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// macroCall deals with NAME(…) before a declaration: EXPORT(int) f(…) holds
// the type, others are blanked. It returns the index behind it, and false if
// the macro is what is declared.
func (o *outline) macroCall(i, end int) (int, bool) {
	stop := o.end(i + 1)
	if stop >= end {
		return i, false
	}
	next := o.kind(stop)
	if next != kindName && next != '*' {
		return i, false
	}
	if o.typeLike(i+2, stop-1) && (next == '*' || classOf(o.word(stop)) == wordOther && (stop+1 == end || o.declares(stop+1, end))) {
		o.blankTokens(i, i+2)
		o.blankTokens(stop-1, stop)
		return i + 2, true
	}
	o.blankBody(i, stop)
	return stop, true
}

// wraps reports whether NAME(type) stands before a function's name.
func (o *outline) wraps(i, end int) bool {
	stop := o.end(i + 1)
	name := o.word(stop)
	return stop+1 < end && name != "" && !keyword(name) && !macroCase(name) && o.kind(stop+1) == '(' && o.typeLike(i+2, stop-1)
}

// doubled reports whether the parenthesis at i holds another and no more.
func (o *outline) doubled(i int) bool {
	return o.kind(i) == '(' && o.kind(i+1) == '(' && o.end(i) == o.end(i+1)+1
}

// typeLike reports whether tokens can be a type: names and stars.
func (o *outline) typeLike(from, to int) bool {
	for i := from; i < to; i++ {
		if k := o.kind(i); k != kindName && k != '*' {
			return false
		}
	}
	return from < to
}

// typeKeys blanks macros between "class" and the like and the name.
func (o *outline) typeKeys(first, end int) {
	for i := first; i < end; i++ {
		if o.kind(i) == '{' {
			i = o.end(i) - 1
		}
		if classOf(o.word(i)) != wordKey {
			continue
		}
		for j := i + 1; j < end && (o.gone(j) || macroCase(o.word(j))); {
			stop := j + 1
			if o.kind(stop) == '(' {
				stop = o.end(stop)
			}
			for stop < end && o.gone(stop) {
				stop++
			}
			if stop >= end || o.kind(stop) != kindName || o.word(stop) == "final" {
				break
			}
			o.blankBody(j, stop)
			j = stop
		}
	}
}

// trailing blanks macros behind a parameter list, and unfolds the macros that
// once hid parameters: f OF((int)).
func (o *outline) trailing(first, end int) {
	for i := first; i < end; i++ {
		if o.gone(i) {
			continue
		}
		if i > first && o.kind(i) == kindName && i+1 < end && macroCase(o.word(i+1)) && o.kind(i+2) == '(' && o.end(i+2) >= end && o.variable(i) {
			o.blankBody(i+1, end) // T x GUARDED_BY(m);
			return
		}
		if o.kind(i) == '{' {
			i = o.end(i) - 1
		}
		if o.kind(i) != '(' {
			continue
		}
		stop := o.end(i)
		if o.kind(i+1) == kindName && o.kind(i+2) == ')' && o.kind(i+3) == '(' && i > first && stop < end { // int (f)(void)
			o.blankTokens(i, i+1)
			o.blankTokens(i+2, i+3)
			continue
		}
		if word := o.word(i - 1); i-2 >= first && o.kind(i-2) == kindName && o.doubled(i) && (macroCase(word) || strings.Trim(word, "_P") == "") {
			o.blankTokens(i-1, i+1)
			o.blankTokens(stop-1, stop)
		}
		if macroCase(o.word(i+1)) && o.kind(i+2) == '*' && stop < end && o.kind(stop) == '(' { // a calling convention
			o.blankTokens(i+1, i+2)
		}
		stop = o.suffixes(stop, end)
		for j := stop; j < end && (macroCase(o.word(j)) || strings.HasPrefix(o.word(j), "__")); {
			next := j + 1
			if o.kind(next) == '(' {
				next = min(o.end(next), end)
			}
			o.blankBody(j, next)
			j = next
		}
		i = max(stop-1, i)
	}
}

// variable reports whether the name at i is one that a type stands before.
func (o *outline) variable(i int) bool {
	if classOf(o.word(i)) != wordOther || macroCase(o.word(i)) {
		return false
	}
	switch o.kind(i - 1) {
	case '*', '&', '>':
		return true
	case kindName:
		class := classOf(o.word(i - 1))
		return !o.gone(i-1) && (class == wordOther || class == wordBuiltin)
	}
	return false
}

// suffixes passes over the words that may follow a parameter list, blanks
// those with an expression, and returns the index behind them.
func (o *outline) suffixes(i, end int) int {
	for i < end {
		next := i + 1
		switch o.word(i) {
		case "const", "volatile", "override", "final":
		case "noexcept", "throw":
			if o.kind(next) == '(' {
				next = min(o.end(next), end)
			}
			o.blankBody(i, next)
		default:
			if o.kind(i) != kindArrow || o.word(next) != "decltype" || o.kind(i+2) != '(' {
				return i
			}
			next = min(o.end(i+2), end)
			o.blankBody(i, next)
		}
		i = next
	}
	return i
}
