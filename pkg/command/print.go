package command

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/log"
	"github.com/muesli/termenv"

	"github.com/pi-project-map/pmap/pkg/record"
)

// printer is the one place that writes messages for people.
type printer struct{ log *log.Logger }

// newPrinter prints on standard error, in colour if color or else the terminal
// and NO_COLOR allow it.
func newPrinter(name, color string, std streams) printer {
	l := log.New(quiet{std.err})
	styles := log.DefaultStyles()
	styles.Levels[log.ErrorLevel] = lipgloss.NewStyle().SetString(name + ": error:").Bold(true).Foreground(lipgloss.Color("1"))
	styles.Levels[log.WarnLevel] = lipgloss.NewStyle().SetString(name + ": warning:").Foreground(lipgloss.Color("3"))
	styles.Levels[log.InfoLevel] = lipgloss.NewStyle().SetString(name + ": hint:").Foreground(lipgloss.Color("4"))
	l.SetStyles(styles)
	l.SetColorProfile(profile(color, std))
	return printer{l}
}

// quiet hides that a stream is a terminal from the library, which would ask the
// terminal for its colours and wait for an answer.
type quiet struct{ io.Writer }

func profile(color string, std streams) termenv.Profile {
	plain := std.getenv("NO_COLOR") != "" || std.getenv("TERM") == "dumb" || !terminal(std.err)
	if color == "never" || (color == "auto" && plain) {
		return termenv.Ascii
	}
	return termenv.ANSI
}

func (p printer) warn(message string) { p.log.Warn(record.OneLine(message)) }

func (p printer) hint(message string) { p.log.Info(record.OneLine(message)) }

func (p printer) fail(message, hint string) {
	p.log.Error(record.OneLine(message))
	if hint != "" {
		p.hint(hint)
	}
}

// printed is where help and version go. It keeps the first error, which the
// flag library drops.
type printed struct {
	w   io.Writer
	err error
}

func (p *printed) Write(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.w.Write(b)
	p.err = err
	return n, err
}
