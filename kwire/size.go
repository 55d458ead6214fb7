package kwire

// SizeCompactLen is the size of a compact length or count n.
func SizeCompactLen(n int) int {
	if n < 0x7f {
		return 1
	}
	return SizeUvarint(uint32(n) + 1)
}

// SizeCompact is the size of a compact string or compact bytes of n bytes.
//
//go:noinline
func SizeCompact(n int) int { return SizeCompactLen(n) + n }

// SizeCompactArray is the size of a compact array of n elements of width bytes
// each.
//
//go:noinline
func SizeCompactArray(n, width int) int { return SizeCompactLen(n) + n*width }

// SizeStrings is the size of the elements of a in the classic form.
func SizeStrings(a []string) int {
	n := 2 * len(a)
	for _, s := range a {
		n += len(s)
	}
	return n
}

// SizeCompactStrings is the size of the elements of a in the compact form.
func SizeCompactStrings(a []string) int {
	n := 0
	for _, s := range a {
		n += SizeCompactLen(len(s)) + len(s)
	}
	return n
}

// SizeByteStrings is the size of the elements of a in the classic form.
func SizeByteStrings(a [][]byte) int {
	n := 4 * len(a)
	for _, v := range a {
		n += len(v)
	}
	return n
}

// SizeCompactByteStrings is the size of the elements of a in the compact form.
func SizeCompactByteStrings(a [][]byte) int {
	n := 0
	for _, v := range a {
		n += SizeCompactLen(len(v)) + len(v)
	}
	return n
}

// SizeTagSection is the size of the tag section of a struct whose schema knows
// no tagged fields.
//
//go:noinline
func SizeTagSection(t Tags) int {
	if t.IsEmpty() {
		return 1
	}
	return SizeUvarint(uint32(t.Len())) + t.Size()
}
