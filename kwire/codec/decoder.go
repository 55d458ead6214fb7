package codec

import (
	"unsafe"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/internal/taglist"
)

// A Decoder is what decoding needs beside the bytes and the offset. Generated
// code has one for each message that it decodes, on the stack. Its methods take
// the input, the offset at which to read and the name of the field, and return
// the offset that follows, or one below 0 after a failure.
type Decoder struct {
	// text is the input where strings are cut from it, else empty.
	text  string
	chunk []byte // the current chunk that strings are copied into
	used  int    // bytes of it that are taken
	flags kwire.DecodeFlags
	err   *kwire.Error // the first failure
	// lists are what unknown tagged fields are kept in, nil until there are some.
	lists *Slab[taglist.List]
}

// Begin prepares d for decoding src.
func (d *Decoder) Begin(src []byte, flags kwire.DecodeFlags) {
	d.flags = flags
	if flags&kwire.AliasStrings != 0 {
		d.alias(src)
	}
}

//go:noinline
func (d *Decoder) alias(src []byte) { d.text = unsafe.String(unsafe.SliceData(src), len(src)) }

// End completes the decoding of a message from src, which reached offset i: it
// names the message in an error, and refuses bytes that are left over.
func (d *Decoder) End(src []byte, i int, info *kwire.Info, version int16) error {
	if i == len(src) {
		return nil
	}
	return d.end(src, i, info, version)
}

//go:noinline
func (d *Decoder) end(src []byte, i int, info *kwire.Info, version int16) error {
	if i >= 0 {
		if d.lenient() {
			return nil
		}
		d.err = &kwire.Error{Offset: i, Err: kwire.ErrTrailingBytes, Detail: plural(len(src)-i, "byte") + " left over after the message"}
	}
	return inMessage(d.err, info, version)
}

// EndPrefix is End for a header: what follows it is not looked at, and the
// offset at which that begins is returned.
func (d *Decoder) EndPrefix(i int, info *kwire.Info, version int16) (int, error) {
	if i < 0 {
		return 0, inMessage(d.err, info, version)
	}
	return i, nil
}

func (d *Decoder) lenient() bool { return d.flags&kwire.Lenient != 0 }

// fail keeps the failure to read the field at i, unless something has failed
// before, and returns the offset that stands for it.
func (d *Decoder) fail(i int, err *kwire.Error, name string) int {
	if i >= 0 {
		if name != "" {
			addStep(err, name)
		}
		d.err = err
	}
	return -1
}

// InElement names the element in which decoding has failed.
//
//go:noinline
func (d *Decoder) InElement(failed int, name string, index int) int {
	addStep(d.err, element(name, index))
	return failed
}

// InField names the field in which decoding has failed if i is below 0, and
// returns i. Nothing must have failed before that field.
func (d *Decoder) InField(i int, name string) int {
	if i < 0 {
		d.inField(name)
	}
	return i
}

//go:noinline
func (d *Decoder) inField(name string) { addStep(d.err, name) }

// ShortRun is the failure of an input that ends within a run of fixed-width
// fields, which starts at b[i]. The run is written as names with widths in
// bytes: "PartitionIndex:4 Offset:8".
//
//go:noinline
func (d *Decoder) ShortRun(b []byte, i int, run string) int {
	if i < 0 {
		return i
	}
	return d.fail(i, shortRun(b, i, run), "")
}

// NullAt is the failure of a null, read in front of i in so many bytes, in a
// field that is not nullable in the version.
//
//go:noinline
func (d *Decoder) NullAt(i, width int, name string) int {
	return d.fail(i, nullAt(i-width), name)
}

//go:noinline
func (d *Decoder) short(b []byte, i, need int, name string) int {
	if i < 0 {
		return i
	}
	return d.fail(i, short(b, i, need), name)
}
