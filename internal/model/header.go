package model

// HeaderVersion is the version of the request or response header that goes
// with the given version of m's body, -1 for other messages. A version above
// the highest valid one gets the header of the highest, as a broker needs to
// answer a request that is too new for it.
func (m *Message) HeaderVersion(version int16) int16 {
	if len(m.headerVersions) == 0 {
		return -1
	}
	return m.headerVersions[min(max(int(version), 0), len(m.headerVersions)-1)]
}
