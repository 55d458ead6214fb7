// Package packed writes the files of vectors that tests of the main module read.
package packed

import (
	"bytes"
	"compress/gzip"
	"os"
)

// Write compresses lines, the vectors, into the named file.
func Write(file string, lines []byte) error {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(lines); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(file, packed.Bytes(), 0o644)
}
