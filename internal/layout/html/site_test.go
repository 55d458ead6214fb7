package html_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/html"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

func catalogOf(t *testing.T, fsys fs.FS, sets ...string) *layout.Catalog {
	t.Helper()
	catalog := &layout.Catalog{}
	for _, name := range sets {
		files, findings, err := schema.Load([]string{schema.EmbeddedPrefix + name}, fsys)
		if err != nil || schema.HasErrors(findings) {
			t.Fatal(err, findings)
		}
		set, findings := model.Build(files, model.Options{})
		if set == nil {
			t.Fatal(findings)
		}
		catalog.Sets = append(catalog.Sets, layout.Set{Name: name, Set: set, Files: files})
	}
	return catalog
}

// site gives the files of a site by name.
func site(t *testing.T, catalog *layout.Catalog) map[string]string {
	t.Helper()
	list, err := html.Site(catalog, nil)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range list {
		files[f.Name] = string(f.Content)
	}
	return files
}

var links = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

// TestSite looks at the site of several sets as a whole: what its pages refer to
// is there, and they ask for nothing from elsewhere.
func TestSite(t *testing.T) {
	catalog := catalogOf(t, schemas.FS(), "kafka", "metadata", "streams")
	files := site(t, catalog)
	for name, content := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, link := range links.FindAllStringSubmatch(content, -1) {
			target, fragment, _ := strings.Cut(link[1], "#")
			if strings.HasPrefix(target, "data:") {
				continue
			}
			page := content
			if target != "" {
				page = files[target]
			}
			if page == "" || fragment != "" && !strings.Contains(page, ` id="`+fragment+`"`) {
				t.Errorf("%s refers to %s, which is not there", name, link[1])
			}
		}
		if !strings.Contains(content, html.Generator) {
			t.Errorf("%s does not say who has made it", name)
		}
	}
	for _, set := range catalog.Sets {
		for _, m := range set.Messages {
			name := m.APIName() + ".html"
			if _, found := files[name]; found == m.Valid.Empty() {
				t.Errorf("page %s: %v, with versions %s", name, found, m.Valid)
			}
			for version := m.Valid.Low; version <= m.Valid.High; version++ {
				if !strings.Contains(files[name], fmt.Sprintf(`id="v%d"`, version)) {
					t.Errorf("%s lacks version %d", name, version)
				}
			}
		}
	}
}

// TestPages looks for the parts of pages.
func TestPages(t *testing.T) {
	files := site(t, catalogOf(t, schemas.FS(), "kafka"))
	page := files["DeleteRecords.html"]
	for _, want := range []string{
		`<section class="version latest" id="v2">`,
		`<dt>Request size</dt><dd>37 bytes</dd>`, `<dt>Response size</dt><dd>33 bytes</dd>`,
		`<b class="c-frame" data-n="2" tabindex="-1">21</b>`,         // the size is the third line of the tree
		`<b class="c-tagged-fields" data-n="8" tabindex="-1">00</b>`, // the header's tags
		`<li class="c-request-body" style="--d:6" tabindex="-1" data-o="22" data-l="8"><code><b>Offset</b> <i>int64</i> = 0</code>`,
		`<td style="--d:2"><code>PartitionIndex</code></td><td><code>int32</code></td><td>0-2</td>`,
		`title="TimeoutMs is in version 2">&#43;</td>`,
		"Version 2 switches to flexible encoding", // history
		`&#34;validVersions&#34;: &#34;0-2&#34;`,  // schema
	} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %s", want)
		}
	}
	// Fields that come, go, and are nullable or tagged.
	page = files["Fetch.html"]
	for _, want := range []string{
		`title="ReplicaId is in version 14">&#43;</td>`, `<td class="no" title="ReplicaId is not in version 15"></td>`,
		`<td class="tag" title="ClusterId is tag 0 in version 12">t0</td>`,
		`<td class="null" title="AbortedTransactions is nullable in version 4">n</td>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %s", want)
		}
	}
}

// TestHostileTexts keeps what schemas say from becoming part of the page.
func TestHostileTexts(t *testing.T) {
	const text = `{"type": "data", "name": "Evil", "validVersions": "0", "flexibleVersions": "none",
		// </pre><script>alert(1)</script>
		"fields": [{"name": "F", "type": "string", "versions": "0+", "about": "<img src=x onerror=alert(2)>\"'"}]}`
	file, findings := schema.Parse("Evil.json", "Evil.json", []byte(text))
	if file == nil {
		t.Fatal(findings)
	}
	set, findings := model.Build([]*schema.File{file}, model.Options{})
	if set == nil {
		t.Fatal(findings)
	}
	catalog := &layout.Catalog{Sets: []layout.Set{{Name: "<b>evil</b>", Set: set, Files: []*schema.File{file}}}}
	for name, content := range site(t, catalog) {
		if strings.HasSuffix(name, ".html") && (strings.Contains(content, "<script>alert") || strings.Contains(content, "<img") || strings.Contains(content, "<b>evil")) {
			t.Errorf("%s lets a schema write HTML:\n%s", name, content)
		}
	}
	var single bytes.Buffer
	page, err := catalog.Page("Evil", []*model.Message{set.Messages[0]}, 0, nil, layout.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := html.Single(&single, catalog, page); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(single.String(), "<script>alert") || strings.Contains(single.String(), "<img") {
		t.Errorf("the single page lets a schema write HTML:\n%s", single.String())
	}
	if got := links.FindAllString(single.String(), -1); len(got) != 1 || got[0] != `href="data:,"` {
		t.Errorf("the single page needs other files: %q", got)
	}
}

// TestNameClash has two sets with a message of the same name.
func TestNameClash(t *testing.T) {
	catalog := catalogOf(t, schemas.FS(), "streams", "streams")
	if _, err := html.Site(catalog, nil); err == nil || !strings.Contains(err.Error(), "would be the same file") {
		t.Errorf("error %v", err)
	}
}
