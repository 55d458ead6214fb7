package codec

import "github.com/kgen-go/kgen/kwire"

// OtherSide is the error for what a package does not do that was generated for
// clients or for servers alone.
//
//go:noinline
func OtherSide(info *kwire.Info, version int16) error {
	return &kwire.Error{Message: info.Name, Version: version, Offset: -1, Err: kwire.ErrOtherSide}
}
