package site_test

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"
)

// request is the documented example of DeleteRecords v2.
const request = "00000021001500020000000000000002010200000000000000000000000000000000000000"

// decoder opens the decoder and waits for its program.
func (b *browser) decoder(t *testing.T, fragment string) {
	t.Helper()
	b.goTo(t, "decoder.html"+fragment)
	b.run(t, chromedp.WaitEnabled(chromedp.CSS("#decode")))
}

// answer gives the first lines of what has been decoded, and what went wrong.
func (b *browser) answer(t *testing.T) (lines []string, problem string) {
	t.Helper()
	lines = eval[[]string](t, b, `[...document.querySelectorAll("#answer .tree li code")].slice(0, 3).map(e => e.textContent)`)
	return lines, eval[string](t, b, `document.getElementById("problem").textContent`)
}

func (b *browser) wantAnswer(t *testing.T, what string, want ...string) {
	t.Helper()
	lines, problem := b.answer(t)
	if d := cmp.Diff(want, lines); d != "" || problem != "" {
		t.Errorf("%s: problem %q (-want +got):\n%s", what, problem, d)
	}
}

var decoded = []string{"DeleteRecordsRequest message v2", "Frame", "size int32 = 33"}

// TestDecoderByKeyboard pastes bytes in several forms, and uses no pointer.
func TestDecoderByKeyboard(t *testing.T) {
	b := open(t)
	src, err := hex.DecodeString(request)
	if err != nil {
		t.Fatal(err)
	}
	b.decoder(t, "")
	for what, text := range map[string]string{"hex": request, "a dump": hex.Dump(src), "Go": strings.ReplaceAll(request, "x", "")} {
		b.run(t, chromedp.Evaluate[chromedp.Void](`document.getElementById("pasted").value = ""; document.getElementById("pasted").focus()`))
		b.run(t, chromedp.Evaluate[chromedp.Void](`document.execCommand("insertText", false, `+jsString(text)+`)`))
		// On to the file, the message, the version, what is with it, and the button.
		for range 5 {
			b.run(t, chromedp.KeyEvent(kb.Tab))
		}
		if id := eval[string](t, b, "document.activeElement.id"); id != "decode" {
			t.Fatalf("Tab leads to %q", id)
		}
		b.run(t, chromedp.KeyEvent(kb.Enter))
		b.wantAnswer(t, what, decoded...)
	}
	// Bytes and tree mark each other as on all pages.
	b.run(t, chromedp.Evaluate[chromedp.Void](shown(".bytes b")+"[0].focus()"), chromedp.KeyEvent(kb.End))
	if got, lines := marked(t, b, 0); !cmp.Equal(got, []int{0x24}) || !cmp.Equal(lines, []string{"tagged_fields"}) {
		t.Errorf("End marks %v, %q", got, lines)
	}
	b.onlyOurs(t)
}

func jsString(text string) string {
	return `"` + strings.NewReplacer("\n", `\n`, `"`, `\"`, `\`, `\\`).Replace(text) + `"`
}

// TestDecoderLink follows the link that the decoder gives, and one to a response.
func TestDecoderLink(t *testing.T) {
	b := open(t)
	b.decoder(t, "")
	b.run(t, chromedp.SendKeys(chromedp.CSS("#pasted"), request), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2)))
	b.wantAnswer(t, "typed", decoded...)
	link := eval[string](t, b, `document.getElementById("link").getAttribute("href")`)
	b.decoder(t, link)
	b.wantAnswer(t, "the link "+link, decoded...)
	if typed := eval[string](t, b, `document.getElementById("pasted").value`); typed != request {
		t.Errorf("the link shows %q as what was pasted", typed)
	}
	// OffsetDeleteRequest has a single version: group g, no topics.
	b.decoder(t, "#d=AAFnAAAAAA&m=OffsetDeleteRequest&p=0")
	b.wantAnswer(t, "a body", "OffsetDeleteRequest message v0", "OffsetDeleteRequest struct", `GroupId string = "g" (int16 len=1)`)
	for fragment, want := range map[string]string{"#d=!": "damaged", "#d=AAFnAAAAAA&m=Nothing": `no message is called "Nothing"`, "#d=AAFn": "no request"} {
		b.decoder(t, fragment)
		if lines, problem := b.answer(t); len(lines) > 0 || !strings.Contains(problem, want) {
			t.Errorf("%s: %q, problem %q", fragment, lines, problem)
		}
	}
	b.onlyOurs(t)
}

// TestDecoderFiles drops files: a request, and an index known by its name.
func TestDecoderFiles(t *testing.T) {
	b := open(t)
	b.decoder(t, "")
	drop := func(name, digits string) {
		b.run(t, chromedp.Evaluate[chromedp.Void](`(async () => {
			const bytes = Uint8Array.from("`+digits+`".match(/../g), (d) => parseInt(d, 16));
			const data = new DataTransfer();
			data.items.add(new File([bytes], "`+name+`"));
			window.dispatchEvent(new DragEvent("drop", {dataTransfer: data, cancelable: true}));
		})()`))
	}
	drop("request.bin", request)
	b.run(t, chromedp.WaitVisible(chromedp.CSS("#answer .tree")))
	b.wantAnswer(t, "a request", decoded...)
	drop("00000000000000000100.index", "0000000500001000")
	b.run(t, chromedp.WaitVisible(chromedp.CSS("#answer pre")))
	if text := eval[string](t, b, `document.querySelector("#answer pre").textContent`); text != "offset 105 at byte 4096" {
		t.Errorf("the index is %q", text)
	}
	b.onlyOurs(t)
}

// TestDecoderLooks shows the decoder on both screens, in light and dark.
func TestDecoderLooks(t *testing.T) {
	b := open(t)
	for name, width := range map[string]int64{"desktop": 1280, "phone": 390} {
		for _, scheme := range []string{"light", "dark"} {
			b.run(t, chromedp.EmulateViewport(width, 900))
			call(t, b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
			})
			b.decoder(t, "#d=AAAAIQAVAAIAAAAAAAAAAgECAAAAAAAAAAAAAAAAAAAAAAAAAA")
			b.wantAnswer(t, name, decoded...)
			if got := eval[int64](t, b, "document.documentElement.scrollWidth"); got > width {
				t.Errorf("the decoder is %d wide on a %s of %d", got, name, width)
			}
			b.picture(t, "decoder-"+name+"-"+scheme+".png")
		}
	}
	b.onlyOurs(t)
}

// TestDecoderSize loads the program as a server sends it, which is to be less
// than 3 MB.
func TestDecoderSize(t *testing.T) {
	b := open(t)
	response, err := http.Get(b.url + "program.js")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.Copy(w, response.Body); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if packed.Len() >= 3_000_000 || packed.Len() < 100_000 {
		t.Errorf("the program has %d bytes compressed", packed.Len())
	}
}
