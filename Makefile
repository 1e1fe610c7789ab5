# `make` lists the verbs. Every verb that runs Parlour makes .venv and compiles first, as needed.

PYTHON ?= python3
BIN    := .venv/bin

# In a checkout an interpreted Parlour is an accident: what cannot be compiled is an error.
export PARLOUR_COMPILE := must
export PIP_NO_INPUT := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# What the compiled modules come from. The folders are there to notice files that come and go.
PXD     := $(shell find src -name '*.pxd')
SOURCES := setup.py $(PXD) $(wildcard $(PXD:.pxd=.py)) $(shell find src -type d -not -name '__pycache__' -not -name '*.egg-info')

.PHONY: help setup build tools play test test-lab lint check bench statistics ladder balance levels calibrate peers simulate controls load crash twins outage silent attack fuzz conform sanitize races mutate golden pictures screenshots lock pythons package clean
.DELETE_ON_ERROR:

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

setup: tools ## create .venv with everything needed for development
build: .venv/built ## install what playing and serving need, and compile changed files
tools: .venv/tools build

play: build ## play in the terminal
	@$(BIN)/parlour

# worksteal: whoever is done takes from the other, and what belongs together stays together.
TEST := $(BIN)/python -m pytest -n 2 --dist worksteal -q --ignore tests/lab/with_extras

test: tools node_modules/.stamp ## run all tests, compiled and then interpreted
	$(TEST) -m "not interpreted_only"
	PARLOUR_PURE=1 $(TEST) -m "not compiled_only"

# Compiled only: what is tested here is the work with other packages.
test-lab: .venv/lab ## run the tests that need the extras lab and ray
	$(BIN)/python -m pytest -q tests/lab/with_extras

lint: tools node_modules/.stamp ## check style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright
	$(BIN)/lint-imports --no-cache
	node_modules/.bin/tsc

check: lint test ## lint and test; must pass before a commit

bench: build ## measure the speed of the games
	@$(BIN)/parlour bench

statistics: tools ## play each game between equal players and count lengths and results
	@$(BIN)/python benchmarks/match_statistics.py

levels: tools ## measure the distance between the levels of a game (GAME=, MATCHES=400)
	@$(BIN)/python -m benchmarks.levels $(GAME) --matches $(or $(MATCHES),400)

ladder: tools ## rate all levels and players of each game, into docs/ladder.md (ARGS="feud --cycles 20")
	@$(BIN)/python -m benchmarks.ladder $(ARGS)

balance: tools ## play every game and map between equals, into docs/balance.md (ARGS="--matches 200 ...")
	@$(BIN)/python -m benchmarks.balance $(ARGS)

calibrate: tools ## find the ten levels of a game again (GAME=, ARGS="--nodes 10-3000 ...")
	@$(BIN)/python -m benchmarks.calibrate $(GAME) $(ARGS)

peers: tools ## compare the speed with other systems in one run (ARGS="openspiel --rounds 3")
	$(BIN)/python -m pip install --quiet "open_spiel>=1.6" "chess>=1.11"
	$(BIN)/python -m benchmarks.peers $(ARGS)

simulate: tools ## simulate the hall with faults in virtual time, by seed (SEEDS=0-99, ARGS="--postgres 10")
	@$(BIN)/python -m proofs simulate $(SEEDS) $(ARGS)

controls: tools ## check that the simulation catches deliberate bugs in the hall
	@$(BIN)/python -m proofs controls

# What the hall's testers play; any game for two seats without chance or secrets will do.
GAME  ?= brique
KILLS ?= 1000

load: tools ## measure a hall under load (GAME=, ARGS="--rate 1500 ...")
	@$(BIN)/python -m proofs.drivers.load $(GAME) $(ARGS)

crash: tools ## kill a hall under load repeatedly (KILLS=1000, ARGS="--postgres")
	@$(BIN)/python -m proofs.drivers.crash $(GAME) --kills $(KILLS) $(ARGS)

twins: tools ## kill one of two halls on one PostgreSQL under load, in turn (ARGS="--seconds 600 --rate 1500")
	@$(BIN)/python -m proofs.drivers.twins $(GAME) $(ARGS)

outage: tools ## stop PostgreSQL under a loaded hall repeatedly (ARGS="--outages 6")
	@$(BIN)/python -m proofs.drivers.outage $(GAME) $(ARGS)

silent: tools ## connect a thousand clients that never read to busy rooms
	@$(BIN)/python -m proofs.drivers.silent $(GAME) $(ARGS)

# What the attacked hall plays besides GAME: long matches, in turns of several actions.
COSTLY ?= turncoat

attack: tools ## attack a hall in fifteen ways while others play in it (ARGS="--only undo ...")
	@$(BIN)/python -m proofs.drivers.attack $(GAME) $(COSTLY) $(ARGS)

fuzz: tools ## send 100 requests generated from the API schema to each operation, on both databases
	PARLOUR_FUZZ=100 $(BIN)/python -m pytest -q -s tests/hall/api/test_api_fuzz.py

conform: tools ## check that the hall's socket conforms to RFC 6455
	@$(BIN)/python -m proofs.drivers.conformance $(ARGS)

# Copies, so that the slow builds never mix with the fast one.
build/sanitize-%: tools
	rm -rf $@
	mkdir -p $@
	cp -r src tests pyproject.toml setup.py $@
	find $@ -name '*.so' -delete
	cd $@ && PARLOUR_SANITIZE=$* ../../$(BIN)/python setup.py --quiet build_ext --inplace

sanitize: races ## run the games' tests with memory checks and the search with thread checks
	$(MAKE) build/sanitize-memory
	# PYTHONMALLOC: Python's own pools would hide a write past the end of an object.
	# --capture=sys: a report is printed, not swallowed.
	cd build/sanitize-memory && PYTHONPATH=src PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
		LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
		../../$(BIN)/python -m pytest -n 2 -q --capture=sys -p no:cacheprovider -m "not measures_memory and not clean_environment and not interpreted_only" tests/test_every_game.py tests/games tests/players

# Mutants run interpreted, in copies. What was tried before is remembered in build/mutation.
mutate: tools ## run mutation testing: which small faults do the tests miss? (ARGS="rules --sample 300")
	@$(BIN)/python -m pip install --quiet "coverage>=7"
	@$(BIN)/python -m mutation $(ARGS)

# The interpreter is not instrumented, so what it does itself is never reported; setarch -R, because
# the sanitizer wants its addresses where they are without randomisation.
races: ## run the search with several threads under the thread sanitizer
	$(MAKE) build/sanitize-threads
	cd build/sanitize-threads && PYTHONPATH=src TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1" \
		LD_PRELOAD="$$(gcc -print-file-name=libtsan.so)" setarch -R \
		../../$(BIN)/python -m pytest -q --capture=sys -p no:cacheprovider tests/players/mcts/test_thread_safety.py -k threads

golden: tools ## regenerate perft numbers, golden playthroughs, searches, screens and pictures
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.table.learning.encoding_tables

pictures: tools ## regenerate the pictures of the rulebooks and the README
	$(BIN)/python -m tests.pictures
	$(BIN)/python -m tests.web.icons

screenshots: tools node_modules/.stamp ## regenerate the screenshots of the page in the README
	$(BIN)/python -m tests.web.screenshots

LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11 \
	--custom-compile-command "make lock"

lock: .venv/tools ## update the versions in requirements/*.lock and package-lock.json
	$(LOCK) --extra dev --output-file requirements/dev.lock pyproject.toml
	$(LOCK) --extra hall --constraint requirements/dev.lock --output-file requirements/hall.lock pyproject.toml
	$(LOCK) --extra postgres --constraint requirements/dev.lock --output-file requirements/postgres.lock pyproject.toml
	$(LOCK) --extra dev --extra lab-tests --constraint requirements/dev.lock --output-file requirements/lab.lock pyproject.toml
	$(LOCK) --constraint requirements/dev.lock --output-file requirements/build.lock requirements/build.in
	npm update --package-lock-only --omit-lockfile-registry-resolved --silent --no-audit --no-fund

# What is not at hand is passed over; a match shows that the compiled games run.
PYTHONS ?= python3.11 python3.12 python3.13 python3.14

pythons: ## install Parlour with each Python at hand and play a match (PYTHONS="python3.13 ...")
	@set -e; for python in $(PYTHONS); do \
		$$python -c 'import venv' 2>/dev/null || { echo "$$python: not at hand"; continue; }; \
		rm -rf build/python; $$python -m venv build/python; \
		build/python/bin/python -m pip install --quiet '.[hall]'; \
		build/python/bin/parlour --version; \
		build/python/bin/parlour serve --help >/dev/null; \
		build/python/bin/parlour play brique --set size=5 --seat 1=level:2 --seat 2=level:1 --seed 1 </dev/null | grep wins; \
	done

package: tools ## build the sdist and the wheel in dist/
	$(BIN)/python -m build --no-isolation --outdir dist

clean: ## remove everything that was built except .venv
	rm -rf build dist src/*.egg-info .pytest_cache .ruff_cache .import_linter_cache .hypothesis .venv/built
	find src tests -name '*.so' -delete
	find src tests -name __pycache__ -prune -exec rm -rf {} +

# --clear: a package that left the locks leaves .venv too.
.venv/locked: requirements/build.lock requirements/dev.lock requirements/hall.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Parlour needs Python 3.11 or later: install python3, or name one, as in make PYTHON=python3.12."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
		|| { echo "Python cannot make virtual environments here: install python3-venv."; exit 1; }
	@test -e "$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" \
		|| { echo "The headers of Python are missing: install python3-dev."; exit 1; }
	@command -v gcc >/dev/null || { echo "The C compiler is missing: install gcc."; exit 1; }
	@echo "Setting up .venv; this takes about a minute."
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/build.lock -r requirements/hall.lock
	@touch $@

.venv/tools: .venv/locked
	@echo "Installing what tests and checks need."
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.lock
	@touch $@

.venv/lab: .venv/tools build requirements/lab.lock requirements/learner.txt
	@echo "Installing the extras lab and ray, and what their tests need."
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/lab.lock
	$(BIN)/python -m pip install --quiet -r requirements/learner.txt
	@touch $@

# What checks the page (types, accessibility); nothing of it is served.
node_modules/.stamp: package-lock.json
	@command -v npm >/dev/null || { echo "The page's checks need npm: install npm."; exit 1; }
	npm ci --silent --no-audit --no-fund
	@touch $@

# Compiling is left to .venv/built, where a mistake in a source is shown without pip around it.
.venv/installed: .venv/locked pyproject.toml
	PARLOUR_COMPILE=no $(BIN)/python -m pip install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

.venv/built: .venv/installed $(SOURCES)
	@echo "Compiling; the first time this takes a minute or two."
	$(BIN)/python setup.py --quiet build_ext --inplace
	@$(BIN)/python -m compileall -q src  # else the first run would touch the folders
	@touch $@
