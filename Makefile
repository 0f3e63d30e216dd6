# Galaxy Tables. `make help` lists what can be made.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
PROTOS := $(shell find protos -name '*.proto')
GENERATED := galaxy/.generated

.DEFAULT_GOAL := help
.PHONY: help setup protos lint test clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(INSTALLED): requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(GENERATED): $(PROTOS) $(INSTALLED)
	@rm -rf galaxy && mkdir galaxy
	$(BIN)/python -m grpc_tools.protoc -I protos --plugin=protoc-gen-mypy=$(BIN)/protoc-gen-mypy \
		--plugin=protoc-gen-mypy_grpc=$(BIN)/protoc-gen-mypy_grpc \
		--python_out=. --grpc_python_out=. --mypy_out=. --mypy_grpc_out=. $(PROTOS)
	@touch $@

setup: $(INSTALLED) $(GENERATED) ## install what the lock file pins, generate code from the protos

protos: ## generate code from the protos
	@$(MAKE) --no-print-directory -B $(GENERATED)
