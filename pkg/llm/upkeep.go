package llm

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/pi-project-map/pmap/pkg/cachedir"
	"github.com/pi-project-map/pmap/pkg/config"
)

// CacheActions are what can be done with the cache beside using it: show says
// what is in it; compact drops lines that no run would read; prune drops, too,
// the answers to prompts of older versions and of other models than the one
// that would be asked now. Nothing else ever takes an answer away.
func CacheActions() []string { return []string{"show", "prune", "compact"} }

// stock is what a cache holds.
type stock struct {
	Bytes      int64   `json:"bytes"`
	Answers    int     `json:"answers"`
	Superseded int     `json:"superseded"` // answered again later
	Unreadable int     `json:"unreadable"` // lines that are no entry, a torn one too
	Kinds      []shelf `json:"kinds"`
	Batches    int     `json:"batches"` // under way
	Dropped    *int    `json:"dropped,omitempty"`
}

// shelf is the answers of one model to one prompt.
type shelf struct {
	Prompt  string `json:"prompt"`
	Model   string `json:"model"`
	Answers int    `json:"answers"`
}

// keepUp does what --cache asks for.
func keepUp(o Options, w World) error {
	dir, err := cachedir.Find(w.Getenv)
	if err != nil {
		return cacheFailure(err)
	}
	drops := func(question) bool { return false }
	if o.Cache == "prune" {
		if drops, err = unused(o, w); err != nil {
			return err
		}
	}
	var s stock
	if o.Cache == "show" || o.DryRun {
		s, err = takeStock(dir)
	}
	if err == nil && o.Cache != "show" {
		dropped := 0
		if dropped, err = compact(dir, drops, o.DryRun); err == nil && !o.DryRun {
			s, err = takeStock(dir)
		}
		s.Dropped = &dropped
	}
	if err != nil {
		return err
	}
	return s.print(w.Stdout, o.JSON)
}

// unused says which answers prune drops.
func unused(o Options, w World) (func(question) bool, error) {
	user, err := config.LoadUser(w.Getenv)
	if err != nil {
		return nil, err
	}
	_, model, refusal := Choose(w.Getenv, user, o.Model)
	if refusal != nil {
		model = o.Model
		if model == "" && w.Tell != nil {
			w.Tell("no model is chosen, so answers of every model stay; name the one to keep with --model")
		}
	}
	return func(q question) bool { return outdated(q.prompt) || model != "" && q.model != model }, nil
}

// outdated reports whether a prompt is of a version before this program's.
// Prompts that this program does not know may be a later one's.
func outdated(prompt string) bool {
	name, version := promptVersion(prompt)
	for _, now := range []string{filePrompt, dirPrompt} {
		if n, v := promptVersion(now); n == name && version < v {
			return true
		}
	}
	return false
}

func promptVersion(prompt string) (string, int) {
	name, version, _ := strings.Cut(prompt, "@")
	n, _ := strconv.Atoi(version) // what is no number is before all
	return name, n
}

// compact rewrites the cache with the last answer to each question that is not
// dropped. It returns the number of answers dropped.
func compact(dir string, drops func(question) bool, dry bool) (int, error) {
	if _, err := os.Stat(filepath.Join(dir, CacheName)); errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	c, err := openCache(dir)
	if err != nil {
		return 0, err
	}
	defer c.close() // reads alone
	if err := c.lock.Lock(); err != nil {
		return 0, cacheFailure(err)
	}
	if err := c.sync(); err != nil {
		return 0, cacheFailure(err)
	}
	dropped := 0
	kept := make([]place, 0, len(c.places))
	for q, p := range c.places {
		if drops(q) {
			dropped++
			continue
		}
		kept = append(kept, p)
	}
	if dry {
		return dropped, nil
	}
	slices.SortFunc(kept, func(x, y place) int { return cmp.Compare(x.at, y.at) })
	err = replace(c.path, func(to *os.File) error { return c.copy(to, kept) })
	if err != nil {
		return 0, cacheFailure(err)
	}
	return dropped, nil
}

func (c *cache) copy(to io.Writer, kept []place) error {
	out := bufio.NewWriterSize(to, 256<<10)
	for _, p := range kept {
		line := make([]byte, p.n)
		if _, err := c.file.ReadAt(line, p.at); err != nil {
			return err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// takeStock reads the cache, which need not be there.
func takeStock(dir string) (stock, error) {
	var s stock
	under, err := filepath.Glob(filepath.Join(dir, BatchesName, "*.json"))
	if err != nil {
		return s, cacheFailure(err)
	}
	s.Batches = len(under)
	file, err := os.Open(filepath.Join(dir, CacheName))
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, cacheFailure(err)
	}
	defer file.Close()
	stat, err := file.Stat()
	if err == nil {
		s.Bytes = stat.Size()
		err = s.count(io.NewSectionReader(file, 0, s.Bytes))
	}
	if err != nil {
		return s, cacheFailure(err)
	}
	return s, nil
}

// count counts what stands in a cache's text.
func (s *stock) count(text io.Reader) error {
	seen, shelves := map[question]bool{}, map[shelf]int{}
	in := newLines(text)
	whole := int64(0)
	for {
		line, n, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		whole += n
		e, ok := parseEntry(line)
		switch {
		case !ok:
			s.Unreadable++
		case seen[e.id()]:
			s.Superseded++
		default:
			seen[e.id()] = true
			shelves[shelf{Prompt: e.Prompt, Model: e.Model}]++
		}
	}
	if s.Bytes > whole { // a line without an end
		s.Unreadable++
	}
	s.Answers, s.Kinds = len(seen), sorted(shelves)
	return nil
}

func sorted(shelves map[shelf]int) []shelf {
	all := make([]shelf, 0, len(shelves))
	for k, n := range shelves {
		k.Answers = n
		all = append(all, k)
	}
	slices.SortFunc(all, func(x, y shelf) int {
		return cmp.Or(cmp.Compare(x.Prompt, y.Prompt), cmp.Compare(x.Model, y.Model))
	})
	return all
}

func (s stock) print(w io.Writer, asJSON bool) error {
	if asJSON {
		text, err := json.Marshal(s)
		if err != nil {
			return err
		}
		_, err = w.Write(append(text, '\n'))
		return err
	}
	text := fmt.Sprintf("answers: %d in %d bytes\n", s.Answers, s.Bytes)
	for _, k := range s.Kinds {
		text += fmt.Sprintf("%s %s: %d\n", k.Prompt, strconv.QuoteToGraphic(k.Model), k.Answers)
	}
	if s.Superseded+s.Unreadable > 0 {
		text += fmt.Sprintf("to compact: %d superseded, %d unreadable\n", s.Superseded, s.Unreadable)
	}
	if s.Batches > 0 {
		text += fmt.Sprintf("batches under way: %d\n", s.Batches)
	}
	if s.Dropped != nil {
		text += fmt.Sprintf("dropped: %d\n", *s.Dropped)
	}
	_, err := io.WriteString(w, text)
	return err
}
