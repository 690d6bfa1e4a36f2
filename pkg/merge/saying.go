package merge

import (
	"slices"
	"strings"
)

// maxConcepts bounds the tags that models gave.
const maxConcepts = 8

// concepts are the tags, beside those that there are, that models gave a
// directory and its files.
func (d *dir) concepts(tags []string) []string {
	var list []string
	take := func(word string) {
		if len(list) < maxConcepts && !slices.Contains(tags, word) && !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	if d.noted != nil {
		for _, word := range d.noted.concepts {
			take(word)
		}
	}
	counts := map[string]int{}
	for _, f := range d.files {
		if f.noted != nil {
			for _, word := range f.noted.concepts {
				counts[word]++
			}
		}
	}
	for _, word := range mostFrequent(counts, maxConcepts) {
		take(word)
	}
	return list
}

// saidFlows are the workflows that a model named and that no line says yet.
func (d *dir) saidFlows(lines []string) []string {
	var list []string
	if d.noted == nil {
		return nil
	}
	for _, flow := range d.noted.flows {
		_, command, _ := strings.Cut(flow, ": ")
		if !slices.ContainsFunc(slices.Concat(lines, list), func(l string) bool {
			head, other, _ := strings.Cut(l, ": ")
			return head == flow || command != "" && other == command
		}) {
			list = append(list, flow)
		}
	}
	return list
}

func (d *dir) saidArch() []string {
	if d.noted == nil {
		return nil
	}
	return slices.Clip(d.noted.arch)
}
