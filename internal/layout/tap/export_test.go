package tap

import "github.com/kgen-go/kgen/internal/layout"

// StartWithLimit is [Start] with another limit on the bytes that wait.
func StartWithLimit(catalog *layout.Catalog, listen, broker string, w Watcher, log func(text string), limit int) (*Tap, error) {
	t, err := Start(catalog, listen, broker, w, log)
	if err == nil {
		t.watch.mu.Lock()
		t.watch.limit = limit
		t.watch.mu.Unlock()
	}
	return t, err
}
