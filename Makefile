.DEFAULT_GOAL := help
.PHONY: help build test lint fmt generate golden fuzz bench grep ci

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

build: ## build bin/irsalint
	CGO_ENABLED=0 go build -trimpath -o bin/irsalint ./cmd/irsalint

test: ## run all tests
	go test ./...

lint: ## run golangci-lint (.ci/run installs the right version)
	golangci-lint run ./...

fmt: ## format Go and Rego
	gofmt -w $$(git ls-files '*.go')
	go test ./pkg/rules -run 'Format|Stored' -update

generate: ## rewrite the compiled rules and the schemas after a change of policies/ or of the graph
	go test ./pkg/rules -update

golden: ## rewrite the expected reports and docs/rules after a wanted change; read the diff
	go test ./pkg/rules ./pkg/lint ./internal/cli -update
	go test ./internal/docgen -update
	go test ./internal/proof -run Golden -update

fuzz: ## fuzz each parser for a while: make fuzz TIME=1m
	@for p in $$(grep -rlE '^func Fuzz' --include='*_test.go' pkg | xargs -n1 dirname | sort -u); do \
	  for f in $$(grep -rhoE '^func Fuzz[A-Za-z0-9_]+' $$p/*_test.go | cut -c6-); do \
	    echo "== $$p $$f"; go test ./$$p -run '^$$' -fuzz "^$$f$$" -fuzztime $(or $(TIME),20s) || exit 1; \
	  done; \
	done

bench: ## time a start, the sample, and generated input of size 1, 4 and 16
	go test ./pkg/lint ./pkg/rules -run '^$$' -bench . -benchmem

grep: build ## compare a run over DIR with grep -r over the same files
	testdata/compare-grep bin/irsalint $(or $(DIR),testdata/sample)

ci: ## everything that must hold before a change is taken
	bash .ci/run
