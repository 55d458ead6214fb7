package gogen

import (
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// CheckNames returns what Generate would find: Go names and files that clash.
func CheckNames(set *model.Set) []schema.Finding { return checkNames(set) }
