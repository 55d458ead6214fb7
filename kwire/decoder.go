package kwire

import "unsafe"

// DecodeFlags change how a message is decoded.
type DecodeFlags uint8

const (
	// AliasStrings lets strings refer to the input instead of a copy. The
	// input must then not be changed as long as any of them is in use, nor as
	// long as the value is decoded into without this flag: Decode keeps the
	// strings that it finds in place and unchanged.
	AliasStrings DecodeFlags = 1 << iota
	// Lenient accepts what Kafka's own classes accept: negative lengths as
	// null, tagged fields in any order and of any stated size, bits above the
	// 32nd in a varint, and bytes after the message.
	Lenient
)

// A Decoder is what decoding needs beside the bytes and the offset. Generated
// code has one for each message that it decodes, on the stack. Its methods
// take the input and the offset at which to read, and return the offset that
// follows.
type Decoder struct {
	// text is the input where strings are cut from it, else empty.
	text  string
	chunk []byte // the current chunk that strings are copied into
	used  int    // bytes of it that are taken
	flags DecodeFlags
}

// Begin prepares d for decoding src.
func (d *Decoder) Begin(src []byte, flags DecodeFlags) {
	d.flags = flags
	if flags&AliasStrings != 0 {
		d.alias(src)
	}
}

//go:noinline
func (d *Decoder) alias(src []byte) { d.text = unsafe.String(unsafe.SliceData(src), len(src)) }

// End completes the decoding of a message from src, which reached offset i: it
// names the message in an error, and refuses bytes that are left over.
func (d *Decoder) End(src []byte, i int, err error, info *Info, version int16) error {
	if err == nil && i == len(src) {
		return nil
	}
	return d.fail(src, i, err, info, version)
}

//go:noinline
func (d *Decoder) fail(src []byte, i int, err error, info *Info, version int16) error {
	if err == nil && d.lenient() {
		return nil
	}
	if err == nil {
		err = &Error{Offset: i, Err: ErrTrailingBytes, Detail: plural(len(src)-i, "byte") + " left over after the message"}
	}
	return InMessage(err, info, version)
}

func (d *Decoder) lenient() bool { return d.flags&Lenient != 0 }
