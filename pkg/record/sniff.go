package record

import (
	"bufio"
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the memory that a compressed stream can make a reader take,
// in bytes.
const maxWindow = 128 << 20

var (
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
	skipMagic = []byte{0x2a, 0x4d, 0x18} // after a byte from 0x50 to 0x5f
	gzipMagic = []byte{0x1f, 0x8b}
)

// sniff returns the plain text of r, which may be compressed.
func sniff(r io.Reader) io.Reader { return &sniffer{raw: r} }

// sniffer looks at the first bytes only when they are asked for, so that a
// stage can start before its input does.
type sniffer struct {
	raw   io.Reader
	plain io.Reader
}

func (s *sniffer) Read(p []byte) (int, error) {
	if s.plain == nil {
		if err := s.open(); err != nil {
			return 0, err
		}
	}
	return s.plain.Read(p)
}

// skippable reports whether magic opens one of the frames that zstd's parallel
// writers put before the first with contents.
func skippable(magic []byte) bool {
	return len(magic) == 4 && magic[0]&0xf0 == 0x50 && bytes.Equal(magic[1:], skipMagic)
}

func (s *sniffer) open() error {
	in := bufio.NewReader(s.raw)
	magic, _ := in.Peek(4) // an error shows again at the first Read
	switch {
	case bytes.HasPrefix(magic, zstdMagic), skippable(magic):
		d, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return err
		}
		s.plain = d.IOReadCloser()
	case bytes.HasPrefix(magic, gzipMagic):
		d, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		s.plain = d
	default:
		s.plain = in
	}
	return nil
}
