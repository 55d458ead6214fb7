package kwire_test

import (
	"testing"

	"github.com/kgen-go/kgen/kwire"
)

func TestUUID(t *testing.T) {
	u := kwire.UUID{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	if got := u.String(); got != "AQIDBAUGBwgJCgsMDQ4PEA" {
		t.Errorf("String gives %s", got)
	}
	for _, text := range []string{
		"AQIDBAUGBwgJCgsMDQ4PEA", "AQIDBAUGBwgJCgsMDQ4PEA==",
		"01020304-0506-0708-090a-0b0c0d0e0f10", "01020304-0506-0708-090A-0B0C0D0E0F10",
	} {
		if got, err := kwire.ParseUUID(text); err != nil || got != u {
			t.Errorf("ParseUUID(%q) gives %v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "AQIDBAUGBwgJCgsMDQ4PE", "AQIDBAUGBwgJCgsMDQ4PEAA", "AQIDBAUGBwgJCgsMDQ4P/A",
		"0102030405060708090a0b0c0d0e0f10", "01020304-0506-0708-090a-0b0c0d0e0f1", "01020304-0506-0708-090a-0b0c0d0e0fgg",
		"0102030-40506-0708-090a-0b0c0d0e0f10", "01020304-0506-0708-090a-0b0c0d0e-f10",
	} {
		if got, err := kwire.ParseUUID(text); err == nil {
			t.Errorf("ParseUUID(%q) gives %v", text, got)
		}
	}
}

// TestParseUUIDDashes: each dash has its place.
func TestParseUUIDDashes(t *testing.T) {
	const good = "01020304-0506-0708-090a-0b0c0d0e0f10"
	for _, at := range []int{8, 13, 18, 23} {
		for _, moved := range []string{
			good[:at-1] + "-" + good[at-1:at] + good[at+1:],
			good[:at] + good[at+1:at+2] + "-" + good[at+2:],
			good[:at] + good[at+1:] + "-",
			good[:at] + good[at+1:] + "0",
		} {
			if got, err := kwire.ParseUUID(moved); err == nil {
				t.Errorf("ParseUUID(%q) gives %v", moved, got)
			}
		}
	}
}
