package schema

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestComments(t *testing.T) {
	file := mustParse(t, `// licence
//   more

/***
 * block, line two
 *
 */
{
  // before a
  "a": /* before the value */ 1, // behind a
  // before b

  // also before b
  "b": [
    // before one
    "one", // behind one
    /* two */ "two" /* at the end */, /* before three */ "three"
    // end of b
  ],
  "c": 3 // behind c
  /***** end of root *****/
} // behind root
/**/
`)
	root := file.Root
	a, b, c := root.Members[0], root.Members[1], root.Members[2]
	items := b.Value.Items
	line := func(lineNumber, col int, lines ...string) Comment {
		return Comment{Pos{lineNumber, col}, lines}
	}
	tests := []struct {
		name      string
		got, want []Comment
	}{
		{"before root", root.Comments, []Comment{line(1, 1, "licence"), line(2, 1, "more"), line(4, 1, "", "block, line two", "", "")}},
		{"before a", a.Comments, []Comment{line(9, 3, "before a")}},
		{"before a's value", a.Value.Comments, []Comment{line(10, 8, "before the value")}},
		{"behind a", a.Value.Trailing, []Comment{line(10, 34, "behind a")}},
		{"before b", b.Comments, []Comment{line(11, 3, "before b"), line(13, 3, "also before b")}},
		{"before one", items[0].Comments, []Comment{line(15, 5, "before one")}},
		{"behind one", items[0].Trailing, []Comment{line(16, 12, "behind one")}},
		{"before two", items[1].Comments, []Comment{line(17, 5, "two")}},
		{"behind two", items[1].Trailing, nil},
		{"before three", items[2].Comments, []Comment{line(17, 21, "at the end"), line(17, 39, "before three")}},
		{"end of b", b.Value.EndComments, []Comment{line(18, 5, "end of b")}},
		{"behind c", c.Value.Trailing, []Comment{line(20, 10, "behind c")}},
		{"end of root", root.EndComments, []Comment{line(21, 3, "end of root")}},
		{"behind root", root.Trailing, []Comment{line(22, 3, "behind root")}},
		{"end of file", file.EndComments, []Comment{line(23, 1, "")}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("comments %s differ (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestCommentLineEnds(t *testing.T) {
	file := mustParse(t, "// one\r\n/* two\r\nthree\rfour */\r{}")
	want := []Comment{{Pos{1, 1}, []string{"one"}}, {Pos{2, 1}, []string{"two", "three", "four"}}}
	if diff := cmp.Diff(want, file.Root.Comments); diff != "" {
		t.Errorf("comments differ (-want +got):\n%s", diff)
	}
	if file.Root.Pos != (Pos{5, 1}) {
		t.Errorf("root stands at %s, want 5:1", file.Root.Pos)
	}
}
