package model

import (
	"strings"
	"testing"
)

func TestParseVersions(t *testing.T) {
	tests := []struct {
		text string
		want Versions
	}{
		{"none", None}, {"", None}, {"  ", None}, {" none ", None},
		{"0", Versions{0, 0}}, {"7", Versions{7, 7}}, {" 7\t", Versions{7, 7}},
		{"0+", Versions{0, 32767}}, {"12+", Versions{12, 32767}}, {"32767+", Versions{32767, 32767}},
		{"0-3", Versions{0, 3}}, {"5-5", Versions{5, 5}}, {"0-32767", Versions{0, 32767}}, {"007-08", Versions{7, 8}},
	}
	for _, test := range tests {
		if got, err := ParseVersions(test.text); err != nil || got != test.want {
			t.Errorf("ParseVersions(%q) = %v, %v, want %v", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{
		"None", "-", "+", "-1", "+1", "1-", "1 - 2", "1 +", "1+2", "1-2+", "1-2-3", "0x1", "1.0", "a", "１",
	} {
		if got, err := ParseVersions(text); err == nil || !strings.Contains(err.Error(), "is no range of versions") {
			t.Errorf("ParseVersions(%q) = %v, %v, want an error", text, got, err)
		}
	}
	for _, text := range []string{"32768", "0-32768", "40000+", "99999999999999999999"} {
		if _, err := ParseVersions(text); err == nil || err.Error() != `range "`+text+`" goes beyond the highest version that there can be, 32767` {
			t.Errorf("ParseVersions(%q) gives error %v", text, err)
		}
	}
	if _, err := ParseVersions("5-3"); err == nil || err.Error() != `range "5-3" is written backwards` {
		t.Errorf("ParseVersions(5-3) gives error %v", err)
	}
}

func TestVersionsString(t *testing.T) {
	tests := map[string]Versions{
		"none": None, "0": {0, 0}, "4": {4, 4}, "4+": {4, MaxVersion}, "4-7": {4, 7}, "0+": {0, MaxVersion},
	}
	for want, v := range tests {
		if got := v.String(); got != want {
			t.Errorf("%d to %d is %q, want %q", v.Low, v.High, got, want)
		}
	}
}

func TestVersionsSets(t *testing.T) {
	tests := []struct{ a, b, both string }{
		{"0-5", "3+", "3-5"}, {"0-5", "6+", "none"}, {"1-2", "0-9", "1-2"}, {"3", "3", "3"},
		{"0+", "none", "none"}, {"none", "none", "none"}, {"2+", "4+", "4+"}, {"0-1", "1-2", "1"},
	}
	for _, test := range tests {
		a, b, both := versions(t, test.a), versions(t, test.b), versions(t, test.both)
		if got := a.Intersect(b); got != both {
			t.Errorf("%v and %v have %v in common, want %v", a, b, got, both)
		}
		if got := b.Intersect(a); got != both {
			t.Errorf("%v and %v have %v in common, want %v", b, a, got, both)
		}
		if got, want := a.ContainsAll(b), both == b; got != want {
			t.Errorf("%v holds all of %v: %v", a, b, got)
		}
	}
	v := Versions{2, 4}
	for version, want := range map[int16]bool{-1: false, 1: false, 2: true, 3: true, 4: true, 5: false} {
		if v.Contains(version) != want {
			t.Errorf("%v holds %d: %v", v, version, !want)
		}
	}
	if None.Contains(0) || !None.Empty() || None.Open() || v.Empty() || v.Open() || !versions(t, "1+").Open() {
		t.Error("wrong on emptiness or openness")
	}
}

func versions(t *testing.T, text string) Versions {
	t.Helper()
	v, err := ParseVersions(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
