package render

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// spoolLimit is how many bytes of formatted files are held in memory: some
// twenty thousand directories.
const spoolLimit = 64 << 20

// spool keeps formatted files until the stream is proved. What goes beyond its
// limit is kept in a file that has no name, so that a kill leaves nothing.
type spool struct {
	dir   string // of the file; the system's own if empty
	limit int
	mem   [][]byte
	held  int // bytes in mem
	file  *os.File
	size  int64 // of file
}

// span is a piece of a spool.
type span struct {
	at     int64 // index in mem, or offset in file
	n      int
	onDisk bool
}

func (s *spool) add(data []byte) (span, error) {
	if s.file == nil && s.held+len(data) <= s.limit {
		at := span{at: int64(len(s.mem)), n: len(data)}
		s.mem = append(s.mem, bytes.Clone(data)) // a formatted file has spare capacity
		s.held += len(data)
		return at, nil
	}
	if s.file == nil {
		if err := s.open(); err != nil {
			return span{}, err
		}
	}
	if _, err := s.file.WriteAt(data, s.size); err != nil {
		return span{}, err
	}
	at := span{at: s.size, n: len(data), onDisk: true}
	s.size += int64(len(data))
	return at, nil
}

func (s *spool) open() error {
	if s.dir != "" {
		if err := os.MkdirAll(s.dir, 0o700); err != nil {
			return err
		}
	}
	f, err := os.CreateTemp(s.dir, "render-")
	if err != nil {
		return err
	}
	s.file = f
	return os.Remove(f.Name())
}

func (s *spool) get(at span) ([]byte, error) {
	if !at.onDisk {
		return s.mem[at.at], nil
	}
	data := make([]byte, at.n)
	_, err := s.file.ReadAt(data, at.at)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return data, err
}

func (s *spool) close() {
	if s.file != nil {
		_ = s.file.Close() // it has no name; its bytes are gone with it
	}
}
