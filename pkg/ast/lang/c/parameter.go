package c

// parameters blanks the macros that decorate parameters: T *nonnull x, and
// T &x LIFETIME_BOUND.
func (o *outline) parameters(first, end int) {
	depth := 0
	for i := first; i < end; i++ {
		switch o.kind(i) {
		case '(':
			depth++
		case ')':
			depth--
		case '{':
			i = o.end(i) - 1
		case kindName:
			if o.decorates(i, depth > 0) {
				o.blankTokens(i, i+1)
			}
		}
	}
}

// decorates reports whether the name at i is neither a type nor what is
// declared. Outside parentheses only a name between a star and a name is.
func (o *outline) decorates(i int, inside bool) bool {
	if class := classOf(o.word(i)); class != wordOther || o.gone(i) {
		return false
	}
	before, next := o.kind(i-1), o.kind(i+1)
	switch {
	case before == '*' || before == '&':
		return next == kindName && classOf(o.word(i+1)) == wordOther && !macroCase(o.word(i+1))
	case inside && before == kindName && !o.gone(i-1) && (next == ',' || next == ')'):
		class := classOf(o.word(i - 1))
		return macroCase(o.word(i)) && class == wordOther && (o.kind(i-2) == kindName || o.kind(i-2) == '*' || o.kind(i-2) == '&' || o.kind(i-2) == '>')
	}
	return false
}

// templates makes a template's head plain: defaults are blanked, and what
// computes a parameter's type becomes an int.
func (o *outline) templates(first, end int) {
	for i := first; i < end; i++ {
		if o.kind(i) == '{' {
			i = o.end(i) - 1
		}
		if o.word(i) != "template" || o.kind(i+1) != '<' {
			continue
		}
		stop := min(o.angleEnd(i+1, end), end)
		start := i + 2
		for j := start; j < stop; {
			switch k := o.kind(j); {
			case k == '(' || k == '[':
				j = min(o.end(j), stop)
				continue
			case k == '<':
				j = min(o.angleEnd(j, stop), stop)
				continue
			case k == ',' || j == stop-1:
				o.templateParameter(start, j)
				start = j + 1
			}
			j++
		}
		i = max(stop-1, i)
	}
}

// templateParameter deals with one parameter, the tokens from start up to end.
func (o *outline) templateParameter(start, end int) {
	switch o.word(start) {
	case "typename", "class", "template", "":
		o.blankDefault(start, end)
		return
	}
	o.blankDefault(start, end)
	for i := start; i < end && !o.gone(i); i++ {
		if k := o.kind(i); k == '<' || k == '(' {
			o.blankBody(start, end)
			at := o.live[start].start
			if o.live[end-1].end-at >= len("int") {
				copy(o.out[at:], "int")
			}
			return
		}
	}
}

// blankDefault blanks the default value of a parameter.
func (o *outline) blankDefault(start, end int) {
	for i := start; i < end; i++ {
		switch o.kind(i) {
		case '<':
			i = o.angleEnd(i, end) - 1
		case '=':
			o.blankBody(i, end)
			return
		}
	}
}
