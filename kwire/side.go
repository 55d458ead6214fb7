package kwire

import "errors"

// ErrOtherSide: the package was generated for clients or for servers alone, and
// the message would have to be encoded or decoded as only the other side does.
var ErrOtherSide = errors.New("only the other side does this")
