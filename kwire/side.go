package kwire

import "errors"

// ErrOtherSide says that the package was generated for clients or for servers
// alone, and that only the other side encodes or decodes the message so.
var ErrOtherSide = errors.New("only the other side does this")
