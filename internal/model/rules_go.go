package model

// goRules are about names in the generated package, which package gogen sees to.
func goRules() []Rule {
	return []Rule{
		{
			ID:      "go-name-clash",
			Purpose: "No two things of a set have the same name in Go.",
		},
		{
			ID:      "go-file-clash",
			Purpose: "No two messages of a set have the same Go file.",
		},
	}
}
