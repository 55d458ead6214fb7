package codec

// What the tests need of this package beside its exports.
var (
	Uvarint     = uvarint
	SizeUvarint = sizeUvarint
)
