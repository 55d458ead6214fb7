package main

import (
	"go/token"
	"testing"
)

func TestIdentifier(t *testing.T) {
	tests := map[string]string{
		"kafka":       "kafka",
		"go-kafka.v2": "gokafkav2",
		"4.4-kafka":   "kafka",
		"my_kafka":    "my_kafka",
		"_44":         "_44",
		"κάφκα 2":     "κάφκα2",
		"44":          "",
		"/":           "",
		"...":         "",
	}
	for folder, want := range tests {
		if got := identifier(folder); got != want {
			t.Errorf("identifier(%q) = %q, want %q", folder, got, want)
		}
	}
}

func TestNotPackageName(t *testing.T) {
	for name, want := range map[string]bool{
		"kafka": true, "Kafka2": true, "_k": true, "main": true,
		"": false, "_": false, "2k": false, "a-b": false, "func": false, "a.b": false, "a b": false, "documentation": false,
	} {
		if reason := notPackageName(name); (reason == "") != want {
			t.Errorf("notPackageName(%q) = %q", name, reason)
		}
	}
}

// FuzzIdentifier: no folder name may lead to Go that does not parse.
func FuzzIdentifier(f *testing.F) {
	f.Add("go-kafka.v2")
	f.Add("44")
	f.Add("\xff\u0301a")
	f.Fuzz(func(t *testing.T, folder string) {
		name := identifier(folder)
		if name == "" || name == "_" || notPackageName(name) == "" || name == ignoredPackage || token.IsKeyword(name) {
			return
		}
		t.Errorf("identifier(%q) = %q, which is no identifier", folder, name)
	})
}
