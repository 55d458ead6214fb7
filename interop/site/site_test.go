// Package site_test opens the site that kgen docs writes in a browser.
package site_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"
)

// browserNames are the programs that will do.
var browserNames = []string{"chromium", "chromium-browser", "google-chrome", "chrome"}

// A browser shows the pages of the site, and collects what it complains of.
type browser struct {
	context.Context
	url string // of the site, with a slash at its end

	mu         sync.Mutex
	complaints []string
	requests   []string
}

// open builds the site and starts a browser; without one the test is skipped.
func open(t *testing.T) *browser {
	t.Helper()
	var program string
	for _, name := range browserNames {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skipf("SKIPPED: none of %v is installed, so nobody has seen the site", browserNames)
	}
	dir := t.TempDir()
	docs := exec.Command("go", "run", "./cmd/kgen", "docs", "-decoder", "-out", filepath.Join(dir, "site"))
	docs.Dir = filepath.Join("..", "..") // kgen's own module, as this one lacks what kgen needs
	if out, err := docs.CombinedOutput(); err != nil {
		t.Fatalf("kgen docs: %v\n%s", err, out)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(dir, "site"))))
	t.Cleanup(server.Close)

	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, closeTab := chromedp.NewContext(allocator)
	t.Cleanup(closeTab)
	b := &browser{Context: ctx, url: server.URL + "/"}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	// A browser that hangs fails the test rather than holding it up.
	limited, cancel := context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	b.Context = limited
	call(t, b, network.Enable, network.EnableParams{})
	call(t, b, cdplog.Enable, cdp.Empty{})
	b.run(t, chromedp.EmulateViewport(1280, 900))
	return b
}

// listen collects complaints and what the pages ask for.
func (b *browser) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.complaints = append(b.complaints, e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		b.complaints = append(b.complaints, "console: "+string(e.Type))
	case *cdplog.EventEntryAdded:
		b.complaints = append(b.complaints, e.Entry.Text)
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	}
}

func (b *browser) run(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(b, actions...); err != nil {
		t.Fatal(err)
	}
}

// call runs a command of the browser's protocol.
func call[P, R any](t *testing.T, b *browser, command cdp.Command[P, R], params P) R {
	t.Helper()
	result, err := chromedp.Call(b, command, params)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// eval gives the value of a JavaScript expression.
func eval[T any](t *testing.T, b *browser, expression string) T {
	t.Helper()
	value, err := chromedp.Run(b, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// goTo loads a page of the site.
func (b *browser) goTo(t *testing.T, page string) {
	t.Helper()
	b.run(t, chromedp.Navigate("about:blank"), chromedp.Navigate(b.url+page))
}

// onlyOurs checks that no page has complained or asked for anything elsewhere.
func (b *browser) onlyOurs(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.complaints) > 0 {
		t.Errorf("the browser complains: %q", b.complaints)
	}
	for _, url := range b.requests {
		if !strings.HasPrefix(url, b.url) && !strings.HasPrefix(url, "data:") && url != "about:blank" {
			t.Errorf("a page asks for %s", url)
		}
	}
}

// marked gives the offsets of the marked bytes in the shown example with the
// given index, and the names of the marked lines of its tree.
func marked(t *testing.T, b *browser, example int) (bytes []int, lines []string) {
	t.Helper()
	type result struct {
		Bytes []int
		Lines []string
	}
	r := eval[result](t, b, `(() => {
		const example = [...document.querySelectorAll(".example")].filter(e => e.offsetParent)[`+string(rune('0'+example))+`];
		const bytes = [...example.querySelectorAll(".bytes b")];
		return {
			Bytes: bytes.flatMap((e, i) => e.classList.contains("on") ? [i] : []),
			Lines: [...example.querySelectorAll(".tree li.on code b")].map(e => e.textContent),
		};
	})()`)
	return r.Bytes, r.Lines
}

// hover moves the pointer over the element that an expression gives.
func (b *browser) hover(t *testing.T, element string) {
	t.Helper()
	point := eval[[]float64](t, b, `(() => {
		const e = `+element+`;
		e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect();
		return [r.left + r.width / 2, r.top + Math.min(r.height / 2, 8)];
	})()`)
	b.run(t, chromedp.MouseEvent(chromedp.MouseMoved, point[0], point[1]))
}

// shown is a JavaScript expression for all elements that match and are visible.
func shown(selector string) string {
	return `[...document.querySelectorAll("` + selector + `")].filter(e => e.offsetParent)`
}

func TestMarks(t *testing.T) {
	b := open(t)
	b.goTo(t, "DeleteRecords.html")
	check := func(what string, example int, wantBytes []int, wantLines ...string) {
		t.Helper()
		bytes, lines := marked(t, b, example)
		if d := cmp.Diff(wantBytes, bytes); d != "" {
			t.Errorf("%s: bytes (-want +got):\n%s", what, d)
		}
		if d := cmp.Diff(wantLines, lines); d != "" {
			t.Errorf("%s: lines (-want +got):\n%s", what, d)
		}
	}
	// The places are those of the documented layout of version 2.
	b.hover(t, shown(".bytes b")+"[0x1a]")
	check("hovering a byte of Offset", 0, []int{0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d}, "Offset")
	b.hover(t, shown(".tree li")+`.find(e => e.querySelector("b").textContent === "Name").querySelector("code")`)
	check("hovering the line of Name", 0, []int{0x10}, "Name")
	b.hover(t, shown(".tree li")+`.find(e => e.querySelector("b").textContent === "RequestHeader").querySelector("code")`)
	check("hovering the line of the header", 0, []int{4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}, "RequestHeader")
	b.hover(t, `document.querySelector("h1")`)
	check("leaving", 0, []int{}, []string{}...)

	// By keyboard: into the bytes, along them, and on to the tree.
	b.run(t, chromedp.Evaluate[chromedp.Void](shown(".bytes b")+"[0].focus()"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowDown))
	check("arrows right and down", 0, []int{0x11}, "length")
	b.run(t, chromedp.KeyEvent(kb.End))
	check("End", 0, []int{0x24}, "tagged_fields")
	b.run(t, chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown))
	check("Tab and arrows down", 0, []int{0, 1, 2, 3}, "size")
	if status := eval[string](t, b, shown(".status")+"[0].textContent"); status != "size int32 = 33" {
		t.Errorf("the status says %q", status)
	}
	b.onlyOurs(t)
}

func TestVersions(t *testing.T) {
	b := open(t)
	b.goTo(t, "DeleteRecords.html")
	size := func() int {
		return eval[int](t, b, shown(".version")+`[0].querySelectorAll(".example .bytes")[0].querySelectorAll("b").length`)
	}
	sections := func() []string { return eval[[]string](t, b, shown(".version")+".map(e => e.id)") }
	current := func() string {
		return eval[string](t, b, `document.querySelector(".versions [aria-current]").textContent`)
	}
	if got := sections(); !cmp.Equal(got, []string{"v2"}) || size() != 37 || current() != "2" {
		t.Errorf("at first %v are shown with %d bytes, and %s is marked", got, size(), current())
	}
	// The mark in the list follows by an event of its own.
	b.run(t, chromedp.Click(chromedp.CSS(`.versions a[href="#v0"]`)), chromedp.WaitVisible(chromedp.CSS(`.versions a[href="#v0"][aria-current]`)))
	// Version 0 has a header of 14 bytes, lengths of 2 and 4, and no tags: 4 + 10 + 26.
	if got := sections(); !cmp.Equal(got, []string{"v0"}) || size() != 40 || current() != "0" {
		t.Errorf("after choosing 0, %v are shown with %d bytes, and %s is marked", got, size(), current())
	}
	b.goTo(t, "Fetch.html#v12")
	if got := sections(); !cmp.Equal(got, []string{"v12"}) || current() != "12" {
		t.Errorf("a link to v12 shows %v and marks %s", got, current())
	}
	b.onlyOurs(t)
}

func TestSearch(t *testing.T) {
	b := open(t)
	search := func(text string) []string {
		b.goTo(t, "index.html")
		b.run(t, chromedp.SendKeys(chromedp.CSS("#search"), text))
		return eval[[]string](t, b, shown(".index tbody tr")+".map(e => e.cells[1].textContent)")
	}
	if got := search("offsetdelete"); !cmp.Equal(got, []string{"OffsetDelete"}) {
		t.Errorf("offsetdelete finds %q", got)
	}
	b.run(t, chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(chromedp.CSS("h1")))
	if title := eval[string](t, b, "document.title"); title != "OffsetDelete" {
		t.Errorf("Enter goes to %q", title)
	}
	if got := search("forgottenTopicsData"); !slices.Contains(got, "Fetch") {
		t.Errorf("the name of a field finds %q", got)
	}
	if got := search("21"); !slices.Contains(got, "DeleteRecords") {
		t.Errorf("an API key finds %q", got)
	}
	if got := search("no such thing"); len(got) > 0 {
		t.Errorf("nonsense finds %q", got)
	}
	b.onlyOurs(t)
}

// TestWithoutScript reads pages with JavaScript turned off, where the latest
// version is there to be read, others are a link away, and nothing is offered
// that does not work.
func TestWithoutScript(t *testing.T) {
	b := open(t)
	call(t, b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	b.goTo(t, "DeleteRecords.html")
	b.run(t, chromedp.WaitVisible(chromedp.CSS("#v2 .tree")), chromedp.WaitNotVisible(chromedp.CSS("#v2 .status")))
	b.goTo(t, "DeleteRecords.html#v1")
	b.run(t, chromedp.WaitVisible(chromedp.CSS("#v1 .bytes")), chromedp.WaitNotVisible(chromedp.CSS("#v2")))
	b.goTo(t, "index.html")
	b.run(t, chromedp.WaitVisible(chromedp.CSS(`a[href="OffsetDelete.html"]`)), chromedp.WaitNotVisible(chromedp.CSS("#search")))
	b.onlyOurs(t)
}

// TestWidths checks on a desktop, a phone, and in the dark that no page is wider
// than the screen. With KGEN_SCREENSHOTS it leaves pictures in that folder.
func TestWidths(t *testing.T) {
	b := open(t)
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"desktop", 1280, 900}, {"phone", 390, 844}} {
		for _, scheme := range []string{"light", "dark"} {
			for _, page := range []string{"index.html", "Fetch.html"} {
				b.run(t, chromedp.EmulateViewport(size.width, size.height))
				call(t, b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
					Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
				})
				b.goTo(t, page)
				if width := eval[int64](t, b, "document.documentElement.scrollWidth"); width > size.width {
					t.Errorf("%s is %d wide on a %s of %d", page, width, size.name, size.width)
				}
				background := eval[string](t, b, "getComputedStyle(document.body).backgroundColor")
				if isLight := background == "rgb(255, 255, 255)"; isLight != (scheme == "light") {
					t.Errorf("%s has the background %s in %s colours", page, background, scheme)
				}
				b.picture(t, strings.TrimSuffix(page, ".html")+"-"+size.name+"-"+scheme+".png")
			}
		}
	}
	b.onlyOurs(t)
}

// picture writes what is shown to the folder in KGEN_SCREENSHOTS, if that is
// set.
func (b *browser) picture(t *testing.T, name string) {
	t.Helper()
	dir := os.Getenv("KGEN_SCREENSHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, name), png, 0o644)); err != nil {
		t.Error(err)
	}
}
