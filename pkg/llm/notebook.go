package llm

import (
	"encoding/json"
	"strings"
)

// cells returns the sources of a notebook's cells, without what running them
// gave. What is no notebook comes back as it is.
func cells(raw []byte) []byte {
	var book struct {
		Cells []struct {
			Type   string          `json:"cell_type"`
			Source json.RawMessage `json:"source"`
		} `json:"cells"`
	}
	if json.Unmarshal(raw, &book) != nil || len(book.Cells) == 0 {
		return raw
	}
	var text strings.Builder
	for _, c := range book.Cells {
		text.WriteString("# [" + c.Type + "]\n")
		var lines []string
		var one string
		if json.Unmarshal(c.Source, &lines) == nil {
			one = strings.Join(lines, "")
		} else if json.Unmarshal(c.Source, &one) != nil {
			continue
		}
		text.WriteString(strings.TrimRight(one, "\n") + "\n\n")
	}
	return []byte(text.String())
}
