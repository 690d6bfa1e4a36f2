package structure

import (
	"regexp"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
)

// Header returns what the comment at the top of a file says, whose lines start
// with marker. What looks like settings commented out says nothing.
func Header(src []byte, marker string) string { return header(src, marker, false) }

// Detached is Header without the lines that stand right above code: they speak
// of that, unless it is a setting that names the whole file.
func Detached(src []byte, marker string) string { return header(src, marker, true) }

func header(src []byte, marker string, detached bool) string {
	text := string(src[:min(len(src), 64<<10)])
	var comment []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, marker):
			comment = append(comment, line)
		case line == "" && len(comment) > 0:
			comment = append(comment, marker)
		case line == "" || line == "---":
		default:
			for detached && !naming.MatchString(line) && len(comment) > 0 && comment[len(comment)-1] != marker {
				comment = comment[:len(comment)-1]
			}
			return fromComment(comment)
		}
	}
	return fromComment(comment)
}

func fromComment(comment []string) string {
	doc := lang.FileDoc(strings.Join(comment, "\n"))
	if setting.MatchString(doc) {
		return ""
	}
	return doc
}

var naming = regexp.MustCompile(`^"?(?:name|title|version|apiVersion|openapi|swagger|on|\$schema|services)"?\s*[:=]`)

var setting = regexp.MustCompile(`^(?:- )?[\w./"'-]+\s*(?::(?:\s|$)|=)|^\[`)
