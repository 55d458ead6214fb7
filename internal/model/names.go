package model

import "strings"

// APIName is the name that a request shares with its response, such as
// "Fetch"; other messages have none but their own.
func (m *Message) APIName() string {
	switch m.Type {
	case Request:
		return strings.TrimSuffix(m.Name, "Request")
	case Response:
		return strings.TrimSuffix(m.Name, "Response")
	}
	return m.Name
}
