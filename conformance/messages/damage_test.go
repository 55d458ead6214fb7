package messages_test

import (
	"math/rand/v2"
	"slices"
)

// lengths are numbers that mean something as a length, a count, a marker or a
// varint: ends of ranges, negative ones, padded and overlong forms.
var lengths = [][]byte{
	{0}, {1}, {2}, {0x7f}, {0x80}, {0xff}, {0xfe},
	{0xff, 0xff}, {0xff, 0xfe}, {0x7f, 0xff}, {0x80, 0x00}, {0x00, 0x01}, {0x81, 0x00}, {0x80, 0x80, 0x00},
	{0xff, 0xff, 0xff, 0xff}, {0xff, 0xff, 0xff, 0xfe}, {0x7f, 0xff, 0xff, 0xff}, {0x80, 0, 0, 0}, {0, 0, 0, 3},
	{0xff, 0xff, 0xff, 0xff, 0x0f}, {0xff, 0xff, 0xff, 0xff, 0x7f}, {0x80, 0x80, 0x80, 0x80, 0x10},
	{0x80, 0x80, 0x80, 0x80, 0x80, 0x00}, {0xff, 0xff, 0xff, 0xff, 0x07}, {0xff, 0xff, 0x01}, {0x80, 0x80, 0x02},
}

// damage changes one to three places of a body.
func damage(r *rand.Rand, body []byte) []byte {
	for range 1 + r.IntN(3) {
		at := r.IntN(len(body) + 1)
		switch r.IntN(8) {
		case 0, 1: // a flipped bit
			if at < len(body) {
				body[at] ^= 1 << r.IntN(8)
			}
		case 2, 3, 4: // a length in the place of what was there
			l := lengths[r.IntN(len(lengths))]
			body = slices.Replace(body, at, min(at+len(l), len(body)), l...)
		case 5: // bytes too many
			body = slices.Insert(body, at, lengths[r.IntN(len(lengths))]...)
		case 6: // bytes missing
			body = slices.Delete(body, at, min(at+1+r.IntN(4), len(body)))
		case 7: // the end missing, or bytes behind it
			if r.IntN(2) == 0 {
				body = body[:at]
			} else {
				body = append(body, lengths[r.IntN(len(lengths))]...)
			}
		}
	}
	return body
}
