package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"

	"github.com/pi-project-map/pmap/pkg/record"
)

// spool is a stream kept aside, to be read several times. Its file has no name,
// so nothing is left of it however the process ends.
type spool struct {
	file   *os.File
	demand record.Demand
}

// newSpool reads the stream to its end.
func newSpool(dir string, in *record.Reader) (*spool, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, cacheFailure(err)
	}
	file, err := os.CreateTemp(dir, "records.tmp-*")
	if err != nil {
		return nil, cacheFailure(err)
	}
	s := &spool{file: file, demand: record.Demand{Syntax: true}}
	if err := errors.Join(os.Remove(file.Name()), s.fill(in)); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *spool) fill(in *record.Reader) error {
	packed, err := zstd.NewWriter(s.file, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return fmt.Errorf("keep the stream aside: %w", err)
	}
	out := record.NewWriter(packed)
	for {
		line, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = out.Copy(line)
		}
		if err != nil {
			return err
		}
	}
	if _, err := out.Close(in.Exit()); err != nil {
		return err
	}
	return packed.Close()
}

// run runs the stage over the stream.
func (s *spool) run(ctx context.Context, out *record.Writer, cfg Config) error {
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read the stream kept aside: %w", err)
	}
	return Run(ctx, record.NewReader(s.file, s.demand), out, cfg)
}

func (s *spool) close() { _ = s.file.Close() } // it is gone with that
