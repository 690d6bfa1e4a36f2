package shell

import (
	"regexp"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
)

var (
	heading = regexp.MustCompile("^(?:function[ \t]+([^ \t(){}$\"'`<>;&|=#\\\\]+)(?:[ \t]*\\([ \t]*\\))?|([^ \t(){}$\"'`<>;&|=#\\\\]+)[ \t]*\\([ \t]*\\))[ \t]*(?:[{(#].*)?$")
	here    = regexp.MustCompile(`(?:^|[^<])<<-?[ \t]*(?:\\?([A-Za-z_]\w*)|'([A-Za-z_]\w*)'|"([A-Za-z_]\w*)")`)
)

// recover adds the functions of a script that did not parse whole which stand
// at the start of a line, where only those outside of other functions do. What
// follows a part that the grammar does not know is often lost in it.
func (f *file) recover() {
	end := "" // of the here-document that the line is in
	var above []string
	at := uint32(0)
	for line := range strings.Lines(string(f.Src)) {
		start := at
		at += uint32(len(line))
		line = strings.TrimRight(line, "\r\n")
		switch m := heading.FindStringSubmatch(line); {
		case end != "":
			if strings.TrimLeft(line, "\t") == end {
				end = ""
			}
		case m != nil && len(line) < maxHeading:
			f.add(m[1]+m[2], start, lang.Doc(strings.Join(above, "\n")))
		case strings.HasPrefix(line, "#"):
			above = append(above, line)
			continue
		default:
			if m := here.FindStringSubmatch(line); m != nil {
				end = m[1] + m[2] + m[3]
			}
		}
		above = nil
	}
}
