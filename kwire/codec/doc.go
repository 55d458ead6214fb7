// Package codec is what the code that kgen generates calls. It is for generated
// code only: it changes with the generator, whereas package kwire, with the
// types and functions for users, stays.
//
// # How generated code encodes
//
// An encoding function appends to a slice and returns it. The first failure is
// kept in the [Encoder]; what is appended after it is thrown away, so that most
// statements need no check. Where the path of an error grows, at the elements
// of arrays and at structs within structs, the code looks whether the Encoder
// has failed.
//
// # How generated code decodes
//
// A decoding function takes the input and the offset at which to read, and
// returns the offset that follows. An offset below 0 stands for a failure that
// the [Decoder] keeps: what is read at such an offset is zero and returns -1
// again.
package codec
