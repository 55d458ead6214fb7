package model

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Versions is a range of message versions, both ends included. The zero value
// holds version 0 only; None is the empty range.
type Versions struct {
	Low, High int16
}

// MaxVersion is the upper end of an open range such as "3+".
const MaxVersion = math.MaxInt16

// None is the range without a version.
var None = Versions{Low: 0, High: -1}

// Empty reports whether v holds no version.
func (v Versions) Empty() bool { return v.Low > v.High }

// Contains reports whether version is in v.
func (v Versions) Contains(version int16) bool { return v.Low <= version && version <= v.High }

// ContainsAll reports whether every version of w is in v.
func (v Versions) ContainsAll(w Versions) bool {
	return w.Empty() || v.Low <= w.Low && w.High <= v.High
}

// Intersect returns the versions that are in both v and w, None if none is.
func (v Versions) Intersect(w Versions) Versions {
	r := Versions{max(v.Low, w.Low), min(v.High, w.High)}
	if r.Empty() {
		return None
	}
	return r
}

// hull returns the smallest range that holds both v and w.
func (v Versions) hull(w Versions) Versions {
	switch {
	case v.Empty():
		return w
	case w.Empty():
		return v
	}
	return Versions{min(v.Low, w.Low), max(v.High, w.High)}
}

// Open reports whether v has no upper end.
func (v Versions) Open() bool { return !v.Empty() && v.High == MaxVersion }

// String gives v as a schema writes it: "none", "4", "4+" or "4-7".
func (v Versions) String() string {
	switch {
	case v.Empty():
		return "none"
	case v.Open():
		return fmt.Sprintf("%d+", v.Low)
	case v.Low == v.High:
		return strconv.Itoa(int(v.Low))
	}
	return fmt.Sprintf("%d-%d", v.Low, v.High)
}

// ParseVersions reads a range as schemas write it: "none", "N", "N+" or "A-B",
// with bounds of 0 to 32767. Blanks around the whole are allowed; an empty text
// is the empty range. A reversed range such as "5-3" is an error here, though
// Kafka takes it as empty.
func ParseVersions(text string) (Versions, error) {
	s := strings.TrimSpace(text)
	if s == "" || s == "none" {
		return None, nil
	}
	lowText, highText, isRange := strings.Cut(s, "-")
	if open, found := strings.CutSuffix(s, "+"); found {
		lowText, highText, isRange = open, strconv.Itoa(MaxVersion), true
	}
	low, err := parseVersion(lowText)
	if err != nil {
		return None, versionsError(text, err)
	}
	if !isRange {
		return Versions{low, low}, nil
	}
	high, err := parseVersion(highText)
	if err != nil {
		return None, versionsError(text, err)
	}
	if low > high {
		return None, fmt.Errorf("range %q is written backwards", text)
	}
	return Versions{low, high}, nil
}

func versionsError(text string, err error) error {
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("range %q goes beyond the highest version that there can be, %d", text, MaxVersion)
	}
	return fmt.Errorf("%q is no range of versions: want \"none\", \"N\", \"N+\" or \"A-B\"", text)
}

func parseVersion(s string) (int16, error) {
	// ParseUint refuses signs, and bit size 15 the values above 32767.
	n, err := strconv.ParseUint(s, 10, 15)
	return int16(n), err
}
