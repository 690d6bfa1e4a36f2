package walk

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// contents is what was learnt from a file's bytes.
type contents struct {
	size  int64
	lines int
	sum   [sha256.Size]byte
	text  []byte // all of them, or the first max bytes of a large file
	whole bool
	enc   encoding
}

// chunk is how much of a large file is held at once, in bytes.
const chunk = 256 << 10

// digest reads r to its end. At most max bytes are kept, in buf, which grows as
// needed; size is a hint.
func digest(ctx context.Context, r io.Reader, size int64, max int, buf *[]byte) (contents, error) {
	text, err := fill(r, (*buf)[:0], int(min(size, int64(max))), max)
	*buf = text
	if err != nil {
		return contents{}, err
	}
	c := contents{size: int64(len(text)), text: text, whole: len(text) <= max}
	c.enc = encodingOf(text, c.whole)
	lines := lineCounter{enc: c.enc}
	lines.add(text)
	if c.whole {
		c.sum, c.lines = sha256.Sum256(text), lines.total()
		return c, nil
	}
	c.text = text[:max]
	hash := sha256.New()
	hash.Write(text)
	rest := make([]byte, chunk)
	for {
		if err := ctx.Err(); err != nil {
			return contents{}, err
		}
		n, err := io.ReadFull(r, rest)
		hash.Write(rest[:n])
		lines.add(rest[:n])
		c.size += int64(n)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return contents{}, err
		}
	}
	hash.Sum(c.sum[:0])
	c.lines = lines.total()
	return c, nil
}

// fill reads up to max+1 bytes into buf.
func fill(r io.Reader, buf []byte, hint, max int) ([]byte, error) {
	if cap(buf) < hint+1 {
		buf = make([]byte, 0, hint+1)
	}
	for len(buf) <= max {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := r.Read(buf[len(buf):min(cap(buf), max+1)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return buf, err
		}
	}
	return buf, nil
}

// record is the record of a file with these contents.
func (c contents) record(path string) record.File {
	class, lang := classify(path, c)
	f := record.File{
		Path: pathname.Path(path), Size: c.size, Lines: c.lines,
		SHA256: hex.EncodeToString(c.sum[:]), Lang: lang, Class: class,
	}
	if class == record.ClassBinary {
		f.Lines = 0
	}
	return f
}

// encoding is how a file's bytes spell text.
type encoding int

const (
	bytewise encoding = iota // UTF-8, Latin-1 and the like
	utf16le
	utf16be
	notText
)

// encodingOf looks for text. Other than git, which calls it binary, UTF-16 is
// text if it says so with its mark and has no NUL and no broken pairs.
func encodingOf(text []byte, whole bool) encoding {
	switch {
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}) && isUTF16(text, whole, 0):
		return utf16le
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}) && isUTF16(text, whole, 1):
		return utf16be
	case bytes.IndexByte(text, 0) >= 0:
		return notText
	}
	return bytewise
}

// isUTF16 checks every code unit; low is the index of its low byte.
func isUTF16(text []byte, whole bool, low int) bool {
	if whole && len(text)%2 != 0 {
		return false
	}
	leading := false
	for i := 0; i+1 < len(text); i += 2 {
		unit := uint16(text[i+1-low])<<8 | uint16(text[i+low])
		trailing := unit >= 0xdc00 && unit < 0xe000
		if unit == 0 || trailing != leading {
			return false
		}
		leading = unit >= 0xd800 && unit < 0xdc00
	}
	return !leading || !whole
}

// lineCounter counts lines over pieces of a text: newline characters, and one
// for an unended last line.
type lineCounter struct {
	enc   encoding
	n     int
	seen  int64
	ended bool
	half  byte // first byte of a code unit that was cut
}

func (c *lineCounter) add(p []byte) {
	if len(p) == 0 {
		return
	}
	if c.enc != utf16le && c.enc != utf16be {
		c.n += bytes.Count(p, []byte{'\n'})
		c.ended = p[len(p)-1] == '\n'
		c.seen += int64(len(p))
		return
	}
	for _, b := range p {
		if c.seen++; c.seen%2 != 0 {
			c.half = b
			continue
		}
		unit := uint16(c.half)<<8 | uint16(b)
		if c.ended = c.enc == utf16be && unit == '\n' || c.enc == utf16le && unit == '\n'<<8; c.ended {
			c.n++
		}
	}
}

func (c *lineCounter) total() int {
	mark := int64(0)
	if c.enc == utf16le || c.enc == utf16be {
		mark = 2
	}
	if c.seen > mark && !c.ended {
		return c.n + 1
	}
	return c.n
}
