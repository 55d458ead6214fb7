#!/usr/bin/env bash
# Runs every fuzz target of the module for a while each.
set -euo pipefail
cd "$(dirname "$0")"
for file in $(grep -rlE '^func Fuzz' --include='*_test.go' . | grep -v '^./interop\|^./conformance'); do
	for target in $(sed -nE 's/^func (Fuzz[A-Za-z0-9]+)\(.*/\1/p' "$file"); do
		echo "== $(dirname "$file") $target"
		go test "$(dirname "$file")" -run '^$' -fuzz "^$target\$" -fuzztime "${FUZZTIME:-10s}"
	done
done
