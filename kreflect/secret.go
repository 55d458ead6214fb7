package kreflect

import (
	"reflect"
	"strings"

	"github.com/kgen-go/kgen/kwire"
)

// Schemas do not say which values are secret, so names decide.

// secretNames are fields of strings and bytes that are never shown.
var secretNames = map[string]bool{
	"AuthBytes": true, "Hmac": true, "TokenId": true,
	"Salt": true, "SaltedPassword": true, "StoredKey": true, "ServerKey": true, // SCRAM
}

// secretWords make a name that has one of them in it that of a secret.
var secretWords = []string{"password", "secret", "credential", "jaas", "privatekey", "private.key"}

// secretConfigs are further parts of the names of secret configurations.
var secretConfigs = []string{"token", "keystore.key", "basic.auth", "user.info"}

func namesSecret(name string, words ...string) bool {
	name = strings.ToLower(name)
	for _, word := range append(words, secretWords...) {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// isSecret reports whether the value of a field of the struct v is secret: by
// the field's name, or as the value of a configuration of such a name.
func (s *Struct) isSecret(f *Field, v reflect.Value) bool {
	if f.Kind != String && f.Kind != Bytes {
		return false
	}
	if secretNames[f.Name] || namesSecret(f.Name) {
		return true
	}
	return f.isConfigValue() && namesSecret(s.configName(v), secretConfigs...)
}

// isConfigValue reports whether the field can be the value of a configuration.
func (f *Field) isConfigValue() bool {
	return f.Kind == String && (f.Name == "Value" || f.Name == "ConfigValue")
}

// configName is the name beside a configuration's value.
func (s *Struct) configName(v reflect.Value) string {
	for _, name := range []string{"Name", "ConfigName"} {
		f := s.Field(name)
		if f == nil || f.Kind != String || f.Array {
			continue
		}
		if f.nullString() {
			return v.Field(f.index).Interface().(kwire.NullString).Value
		}
		return v.Field(f.index).String()
	}
	return ""
}

// isSensitive reports whether a configuration says of itself that its value is
// sensitive; those of its synonyms are too.
func (s *Struct) isSensitive(v reflect.Value) bool {
	f := s.Field("IsSensitive")
	return f != nil && f.Kind == Bool && !f.Array && v.Field(f.index).Bool()
}
