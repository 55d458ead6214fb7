// Package archtest keeps the project's structure: which package may import
// which, and that the README's commands work as typed. It has tests only.
package archtest
