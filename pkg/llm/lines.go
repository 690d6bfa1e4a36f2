package llm

import (
	"bufio"
	"errors"
	"io"
)

// lines reads whole lines of the cache: one that is too long comes back empty,
// and one without an end is the end of the input.
type lines struct{ in *bufio.Reader }

func newLines(r io.Reader) lines { return lines{bufio.NewReaderSize(r, maxEntry)} }

// next returns a line without its newline, and its length with it.
func (l lines) next() ([]byte, int64, error) {
	line, err := l.in.ReadSlice('\n')
	n := int64(len(line))
	if err == nil {
		return line[:n-1], n, nil
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		line, err = l.in.ReadSlice('\n')
		n += int64(len(line))
	}
	if err != nil {
		return nil, 0, err // also of a line without an end
	}
	return nil, n, nil
}
