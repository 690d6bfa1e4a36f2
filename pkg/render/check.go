package render

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// The codes of findings.
const (
	codeMissing    = "missing"           // a file or directory is not in the map, or has none
	codeOrphaned   = "orphaned"          // what a map is about is gone
	codeSignature  = "changed-signature" // exports or signatures
	codeDep        = "changed-dep"
	codeText       = "changed-text" // purpose, role, other words, or order
	codeUnpaired   = "unpaired"     // one of the two files is not there
	codeUnparsable = "unparsable"
	codeHandEdited = "hand-edited"   // not as pmap writes it
	codeStale      = "stale-purpose" // what a note was made from has changed
	codeDirty      = "dirty"         // marked as out of date
)

// report prints the findings and fails with exit code 1 if there are any.
func (r *run) report(ctx context.Context, exit int, stdout io.Writer) error {
	left, err := r.leftovers(ctx)
	if err != nil {
		return err
	}
	found := slices.DeleteFunc(r.findings, func(f record.Finding) bool { return !r.wanted(string(f.Path)) })
	for _, p := range left.gone {
		found = append(found, record.Finding{
			Code: codeOrphaned, Path: pathname.Path(path.Dir(p)), Name: path.Base(p),
			Message: "the directory is gone or has no map any more",
		})
	}
	found = append(found, r.orphanNotes()...)
	found = append(found, r.sumFindings(found)...)
	mend := mendCommand(r.cfg.Root)
	for i := range found {
		found[i].Mend = mend
	}
	if r.cfg.JSON {
		err = printRecords(stdout, found, exit)
	} else {
		err = printText(stdout, found)
	}
	if err != nil {
		return err
	}
	if len(found) > 0 {
		return &record.Failure{Exit: record.ExitNo, Code: "drift"}
	}
	return nil
}

func printRecords(stdout io.Writer, found []record.Finding, exit int) error {
	out := record.NewWriter(stdout)
	for _, f := range found {
		if err := out.Write(f); err != nil {
			return err
		}
	}
	if len(found) > 0 {
		exit = record.WorseExit(exit, record.ExitNo)
	}
	_, err := out.Close(exit)
	return err
}

func printText(stdout io.Writer, found []record.Finding) error {
	if len(found) == 0 {
		return nil
	}
	out := bufio.NewWriter(stdout)
	dirs := map[pathname.Path]bool{}
	for _, f := range found {
		dirs[f.Path] = true
		line := []string{pathname.Quote(string(f.Path)), f.Code}
		if f.Name != "" {
			line = append(line, f.Name)
		}
		fmt.Fprintf(out, "%s: %s\n", strings.Join(line, ": "), f.Message) // errors show at Flush
	}
	fmt.Fprintf(out, "%s in %s; to mend: %s\n",
		count(len(found), "finding", "findings"), count(len(dirs), "directory", "directories"), found[0].Mend)
	if err := out.Flush(); err != nil {
		return writeFailure(err)
	}
	return nil
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// mendCommand is what repairs the maps, to be copied into a shell.
func mendCommand(root string) string {
	if root == "." {
		return "pmap-init --no-llm"
	}
	if strings.Trim(root, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-") != "" || strings.HasPrefix(root, "-") {
		root = "'" + strings.ReplaceAll(root, "'", `'\''`) + "'"
	}
	return "pmap-init --no-llm " + root
}
