package brace

import (
	"slices"
	"strings"
)

// Above returns the comments that stand right above the token at i or before
// it on its line, with their markers: those of one kind that follow each
// other, or the last that runs over several lines.
func (s *Source) Above(i int) string {
	if i >= len(s.Tokens) {
		return ""
	}
	floor := 0
	if i > 0 {
		floor = s.Tokens[i-1].End
	}
	n := s.commentsBefore(s.Tokens[i].Start)
	run := s.run(n, floor)
	if run == n || strings.Count(s.Text[s.comments[n-1].end:s.Tokens[i].Start], "\n") > 1 {
		return ""
	}
	return strings.TrimSpace(s.Text[s.comments[run].start:s.comments[n-1].end])
}

// commentsBefore counts the comments that end before an offset.
func (s *Source) commentsBefore(offset int) int {
	n, _ := slices.BinarySearchFunc(s.comments, offset, func(c span, offset int) int { return c.end - 1 - offset })
	return n
}

// run returns where the run of comments begins whose last is the one before n.
// A comment behind a token on its line is not in it.
func (s *Source) run(n, floor int) int {
	first := n
	for first > 0 && s.comments[first-1].start >= floor && !s.trails(s.comments[first-1]) {
		c := s.comments[first-1]
		if first < n && (!s.marked(c, s.comments[first]) || strings.Count(s.Text[c.end:s.comments[first].start], "\n") > 1) {
			break
		}
		first--
		if strings.Contains(s.Text[c.start:c.end], "\n") {
			break
		}
	}
	return first
}

// trails reports whether something else stands before a comment on its line.
func (s *Source) trails(c span) bool {
	before := strings.TrimRight(s.Text[max(c.start-maxBlanks, 0):c.start], " \t\r")
	return before != "" && !strings.HasSuffix(before, "\n") && !strings.HasSuffix(before, "*/")
}

// maxBlanks is how far back a line's start is looked for.
const maxBlanks = 200

// marked reports whether two comments have the same marker and are of one line
// each.
func (s *Source) marked(a, b span) bool {
	if strings.Contains(s.Text[a.start:a.end], "\n") || strings.Contains(s.Text[b.start:b.end], "\n") {
		return false
	}
	return marker(s.Text[a.start:a.end]) == marker(s.Text[b.start:b.end])
}

func marker(comment string) string {
	end := 0
	for end < len(comment) && end < 3 && strings.IndexByte("/*!", comment[end]) >= 0 {
		end++
	}
	return comment[:end]
}

// Header returns the comments before the first token, one text for each run.
// If the last stands right above that token, claimed says that it is the
// token's rather than the file's.
func (s *Source) Header(claimed bool) []string {
	end := len(s.Text)
	if len(s.Tokens) > 0 {
		end = s.Tokens[0].Start
	}
	n := s.commentsBefore(end)
	if n > 0 && claimed && len(s.Tokens) > 0 && strings.Count(s.Text[s.comments[n-1].end:end], "\n") <= 1 {
		n = s.run(n, 0)
	}
	var runs []string
	for n > 0 {
		first := s.run(n, 0)
		if first == n {
			first--
		}
		runs = append(runs, s.Text[s.comments[first].start:s.comments[n-1].end])
		n = first
	}
	slices.Reverse(runs)
	return runs
}
