# Every target is a thin wrapper: each line works as well when typed by hand.
SHELL = bash
.SHELLFLAGS = -o pipefail -ec
GO ?= go
STATICCHECK = $(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2

.DEFAULT_GOAL := build

build: ## build bin/kgen and check that the committed Go is up to date
	$(GO) build -o bin/kgen ./cmd/kgen
	bin/kgen -check ./gen/...

generate: ## generate gen/ anew from schemas/
	$(GO) generate ./...

test: ## run the tests; needs Go alone
	$(GO) test ./...

test32: ## the tests again with ints of 32 bits; needs a machine that runs 386 programs
	GOARCH=386 $(GO) vet ./...
	GOARCH=386 $(GO) test ./...

check: ## formatting, vet, staticcheck, 32 bits, tidy modules, generated code up to date
	@unformatted=$$(gofmt -l .); echo "gofmt -l . $$unformatted"; test -z "$$unformatted"
	$(GO) vet ./...
	$(STATICCHECK) ./...
	$(MAKE) test32
	$(GO) mod tidy -diff
	cd interop && $(GO) vet ./... && $(STATICCHECK) ./... && $(GO) mod tidy -diff
	cd conformance && $(GO) vet ./... && $(STATICCHECK) ./... && $(GO) mod tidy -diff
	$(MAKE) build

vectors: ## compare with Kafka's vectors in KGEN_VECTORS, for the schemas in KGEN_SCHEMAS
	$(GO) run ./internal/suite/cmd/vectors -schemas "$${KGEN_SCHEMAS:-../shared/kafka-schemas}" -vectors "$${KGEN_VECTORS:-../shared/golden}"

interop: ## tests against other Go clients
	cd interop && $(GO) test ./...

conformance: ## tests against Kafka's own Java classes; needs Java and Maven
	cd conformance && $(GO) test -v ./... 2>&1 | grep -v "^=== "

follow: ## say what differs from the Kafka release KAFKA, such as KAFKA=4.3.1, and what to write
	cd conformance && $(GO) run ./follow -kafka $(KAFKA)

releases: ## make the table of releases that kgen -since goes by; needs Maven
	cd conformance && $(GO) run ./versiontable -out ../internal/prune/releases.txt

sizes: ## what packages of different extent cost; the rows of a table in the README
	docs/sizes.sh

bench: ## benchmarks against other Go codecs; writes interop/bench/RESULTS.md
	cd interop && $(GO) run ./bench/cmd/bench

fuzz: ## fuzz each target for FUZZTIME (default 10s)
	.ci/fuzz

help: ## list the targets
	@grep -hE '^[a-z0-9]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

.PHONY: build generate test test32 check vectors interop conformance follow releases sizes bench fuzz help
