package prose

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Paragraph returns the first paragraph of a text that is left over when its
// markup is taken out, as plain text of at most maxBytes bytes. Headings,
// badges, fenced code and tables are passed over; a list's item, "@param" and
// its like end a paragraph. A text that is nothing but a heading gives that.
func Paragraph(s string, maxBytes int) string {
	heading := ""
	var lines []string
	p := paragraphs{lines: strings.Split(valid(s), "\n")}
	for p.next(&lines) {
		text := Plain(strings.Join(beforeBreak(lines), "\n"))
		switch {
		case text == "" || code(text) || pointer(text):
		case p.heading:
			if heading == "" {
				heading = text
			}
		default:
			if strings.HasSuffix(text, "::") { // reStructuredText: code follows
				text = text[:len(text)-1]
			}
			return Cut(text, maxBytes)
		}
	}
	return Cut(heading, maxBytes)
}

// beforeBreak returns the lines before the first that a title ends which has
// no full stop: the next begins with a capital letter and its first word would
// have found room, as longer lines below it show.
func beforeBreak(lines []string) []string {
	longest := 0
	for _, line := range lines {
		longest = max(longest, len(strings.TrimSpace(line)))
	}
	for i := range len(lines) - 1 {
		line, next := strings.TrimSpace(lines[i]), strings.TrimSpace(lines[i+1])
		word, _, _ := strings.Cut(next, " ")
		first, _ := utf8.DecodeRuneInString(word)
		last, _ := utf8.DecodeLastRuneInString(line)
		if i == 0 && strings.Contains(line, " ") && opensAside(next) && !strings.ContainsRune(".,;:-(", last) {
			return lines[:1]
		}
		if unicode.IsUpper(first) && (last == ')' || unicode.IsLetter(last) || unicode.IsDigit(last)) && strings.Count(line, " ") > 0 &&
			len(line)+1+len(word)+minRoom <= longest && !joins(line) {
			return lines[:i+1]
		}
	}
	return lines
}

// opensAside reports whether a line below a title leads away from it.
func opensAside(next string) bool {
	word, rest, _ := strings.Cut(next, " ")
	switch word {
	case "See", "see", "Run:", "Usage:", "usage:", "Example:", "Note:", "NOTE:":
		return rest != ""
	}
	return false
}

// minRoom is how much more than a word a line must have had room for, in
// bytes: editors break lines a little early.
const minRoom = 8

// joins reports whether a line ends in a word that no sentence ends with.
func joins(line string) bool {
	word := strings.ToLower(line[strings.LastIndexByte(line, ' ')+1:])
	return len(word) < 4 || openWords[word]
}

var openWords = words("with from that this these into when where which while than then also only using like such called named between under over")

// pointer reports whether a paragraph only says where else to look.
func pointer(text string) bool {
	return strings.HasPrefix(text, "See ") || strings.HasPrefix(text, "Refer to ") || strings.HasPrefix(text, "For more information") || strings.HasPrefix(text, "For details") || strings.HasPrefix(text, "Learn more") || running.MatchString(text)
}

// running is a line that announces a command or an example and says no more.
var running = regexp.MustCompile(`(?i)^(?:run|build|compile|start|test|use|try)(?: it| this| me| the (?:example|server|tests?))?(?: with| using| by| as| via| like this| as follows)*:?\.?$|^(?:usage|example|examples|how to (?:run|use)):?$`)

// code reports whether a paragraph is source text commented out.
func code(text string) bool {
	return assignment.MatchString(text) || strings.HasPrefix(text, "{ ") || strings.HasPrefix(text, "{%") || strings.HasPrefix(text, "{{") || strings.HasPrefix(text, "/// ") || strings.HasSuffix(text, ";") || strings.HasSuffix(text, "{") || strings.HasSuffix(text, "\\")
}

// assignment is how source text begins that gives a name a value: a literal, a
// list or what a call returns.
var assignment = regexp.MustCompile(`^(?:(?:const|let|var|auto|final) )?[A-Za-z_][\w.]* (?::=|=) (?:["'\[{]|[\w.]+\()`)

// Cut shortens plain text to at most maxBytes bytes, after a sentence if one
// ends in the second half, else after a word and with "…".
func Cut(text string, maxBytes int) string {
	if len(text) <= maxBytes {
		return text
	}
	if end := lastSentence(text[:maxBytes]); end > maxBytes/2 {
		return text[:end]
	}
	const ellipsis = "…"
	cut := maxBytes - len(ellipsis)
	if cut < 0 {
		return ""
	}
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return atWord(text, cut) + ellipsis
}

// atWord returns text[:cut], or less so that no word is broken.
func atWord(text string, cut int) string {
	head := text[:cut]
	if !strings.HasPrefix(text[cut:], " ") {
		if at := strings.LastIndexByte(head, ' '); at > 0 {
			head = head[:at]
		}
	}
	return strings.TrimRight(head, " ,;:-–—([{\"'")
}

// paragraphs splits lines into what stands together.
type paragraphs struct {
	lines   []string
	heading bool // what next returned is a heading
}

// next puts the next paragraph or heading into out and reports whether there
// is one.
func (p *paragraphs) next(out *[]string) bool {
	*out, p.heading = (*out)[:0], false
	for len(p.lines) > 0 {
		line := p.lines[0]
		text := strings.TrimSpace(line)
		begun := len(*out) > 0
		switch {
		case text == "" || rule(text):
			p.lines = p.lines[1:]
			if begun {
				p.heading = len(*out) == 1 && (underline(text) || question((*out)[0]))
				return true
			}
			continue
		case fenceMark(text) != "":
			if begun {
				return true
			}
			p.skipFence(fenceMark(text))
			continue
		case atxHeading(text):
			if begun {
				return true
			}
			*out, p.heading, p.lines = append(*out, line), true, p.lines[1:]
			return true
		case blockTag(text):
			if begun {
				return true
			}
			p.lines = p.lines[1:]
			continue
		case begun && listItem(text):
			return true
		}
		*out, p.lines = append(*out, line), p.lines[1:]
	}
	return len(*out) > 0
}

func (p *paragraphs) skipFence(mark string) {
	p.lines = p.lines[1:]
	for len(p.lines) > 0 {
		closed := strings.HasPrefix(strings.TrimSpace(p.lines[0]), mark)
		p.lines = p.lines[1:]
		if closed {
			return
		}
	}
}

// question reports whether a line asks what the text below it answers.
func question(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasSuffix(line, "?") && len(line) < 40
}

// underline reports whether a drawn line makes a heading of the line before.
func underline(text string) bool {
	return text != "" && strings.IndexByte("=-~^\"'`#*+:._", text[0]) >= 0 && strings.Trim(text, text[:1]) == ""
}

func atxHeading(text string) bool {
	rest := strings.TrimLeft(text, "#")
	return rest != text && len(text)-len(rest) <= 6 && strings.HasPrefix(rest, " ")
}

func listItem(text string) bool {
	if strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "* ") || strings.HasPrefix(text, "+ ") || strings.HasPrefix(text, "• ") {
		return true
	}
	digits := strings.TrimLeft(text, "0123456789")
	return digits != text && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") "))
}

// blockTag reports whether a line is a documentation tag about something else
// than the description: "@param x", ":returns: y", "\return z".
func blockTag(text string) bool {
	switch text[0] {
	case '@', '\\':
		end := strings.IndexFunc(text[1:], func(r rune) bool { return !isWord(byte(min(r, 0x80))) && r != '-' })
		word := text[1:]
		if end >= 0 {
			word = text[1 : 1+end]
		}
		return word != "" && !describing[word] && !fontTags[word] && (end < 0 || strings.IndexByte(" \t{:[", text[1+end]) >= 0)
	case ':':
		name, _, found := strings.Cut(text[1:], ":")
		word, _, _ := strings.Cut(name, " ")
		return found && fieldNames[word]
	}
	return false
}

// fontTags begin running text: Doxygen's marks on the next word.
var fontTags = map[string]bool{"c": true, "p": true, "a": true, "e": true, "em": true, "b": true, "ref": true, "link": true}

// fieldNames are the field lists of Python's docstrings.
var fieldNames = map[string]bool{
	"param": true, "parameter": true, "arg": true, "argument": true, "key": true, "keyword": true, "type": true,
	"raises": true, "raise": true, "except": true, "exception": true, "var": true, "ivar": true, "cvar": true,
	"vartype": true, "returns": true, "return": true, "rtype": true, "meta": true, "copyright": true, "license": true,
	"author": true, "authors": true, "version": true, "date": true, "organization": true, "contact": true,
}
