package gogen

import (
	"slices"

	"github.com/kgen-go/kgen/internal/model"
)

// A Side is who is to use the generated package.
type Side string

// The sides. Clients encode requests and decode responses, servers the other
// way round.
const (
	BothSides  Side = ""
	ClientSide Side = "client"
	ServerSide Side = "server"
)

// directions says whether the side encodes and decodes messages of a type.
// Headers and what is neither request nor response have both ways.
func (s Side) directions(t model.MessageType) (encodes, decodes bool) {
	switch {
	case s == BothSides || t != model.Request && t != model.Response:
		return true, true
	case t == model.Request:
		return s == ClientSide, s == ServerSide
	}
	return s == ServerSide, s == ClientSide
}

// decodingPackages reports which packages of the standard library the code of a
// message names that has no encoding. It asks the plan, as decoding has
// functions for numbers that a message has once.
func (d *messageData) decodingPackages() (usesBinary, usesMath bool) {
	usesBinary = d.decodesInLine(func(f scalar) bool { return f.Bits > 8 && f.Kind != "kwire.UUID" })
	usesMath = d.decodesInLine(func(f scalar) bool { return f.Kind == "float64" })
	for _, s := range append(slices.Clone(d.Structs), d.Body) {
		for _, v := range s.Defaults {
			usesMath = usesMath || slices.Contains([]string{"nan", "inf", "-inf", "-0"}, v.Value.Kind)
		}
	}
	return usesBinary, usesMath
}

// decodesInLine reports whether decoding reads a number in line for which is
// holds.
func (d *messageData) decodesInLine(is func(scalar) bool) bool {
	var inLine func(*step) bool
	inLine = func(st *step) bool {
		switch {
		case st.Run != nil && !st.Run.ReadsEach():
			return slices.ContainsFunc(st.Run.Fields, is)
		case st.Array != nil:
			return slices.ContainsFunc(st.Array.Loops, func(l loop) bool { return l.Body != nil && has(l.Body.Decode, inLine) })
		}
		return false
	}
	return slices.ContainsFunc(append(slices.Clone(d.Structs), d.Body), func(s *structData) bool {
		return slices.ContainsFunc(s.Functions, func(f functionData) bool {
			return f.Body != nil && has(f.Body.Decode, inLine)
		})
	})
}
