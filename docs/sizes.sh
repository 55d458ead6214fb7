#!/usr/bin/env bash
# Measures what packages of different extent cost: lines, CPU time of compiling
# the package alone (the median of five), and the code it adds to a program that
# links all of it. Prints the rows of the README's table.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
go build -C "$root" -o "$work/kgen" ./cmd/kgen
cat >go.mod <<EOF
module example.com/sizes

go 1.26

require github.com/kgen-go/kgen v0.0.0

replace github.com/kgen-go/kgen => $root
EOF
client=Produce,Fetch,ListOffsets,Metadata,OffsetCommit,OffsetFetch,FindCoordinator,JoinGroup,Heartbeat,ApiVersions

# size NAME FLAGS...
size() {
	local name=$1 times=() started
	shift
	rm -rf wire
	./kgen -out wire "$@"
	cat >main.go <<-EOF
		package main

		import "example.com/sizes/wire"

		func main() {
			m := wire.NewMessage("FetchRequest")
			bytes, err := m.Encode(nil, 12)
			println(len(bytes), err, m.Decode(bytes, 12))
		}
	EOF
	go build -o program .
	for i in 1 2 3 4 5; do
		echo "package wire; const Run$i = $RANDOM" >wire/run.go
		times+=("$( { TIMEFORMAT='%U %S'; time go build ./wire; } 2>&1 | awk '{print $1 + $2}')")
	done
	rm wire/run.go
	printf '| %s | %s | %s | %s s | %s MB |\n' "$name" "\`${*:-no flags}\`" "$(cat wire/*.go | wc -l)" \
		"$(printf '%s\n' "${times[@]}" | sort -n | sed -n 3p)" "$(stat -c %s program | awk '{printf "%.1f", $1 / 1e6}')"
}

echo '| package | flags | lines | compile, CPU | program |'
echo '|---|---|--:|--:|--:|'
size "whole protocol"
size "since Kafka 2.8" -since 2.8
size "ten APIs" -only $client
size "ten APIs, since Kafka 2.8" -only $client -since 2.8
size "ten APIs, client" -only $client -side client
size "ten APIs, client, since Kafka 2.8" -only $client -side client -since 2.8
size "one API" -only Fetch
