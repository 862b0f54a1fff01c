# make play   try it in a browser, or serve Telegram when TELEGRAM_TOKEN is set
# make test   every test
# make lint   style, types, who may import whom, catalogs
# Works with GNU make 3.81, which macOS has.

# .python-version is for hosts that build from a Procfile; pyenv, which reads it too, is told to look elsewhere.
export PYENV_DIR := /

ifndef PYTHON
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && exit; done; echo python3)
endif
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# Quieter still: setuptools warns of every folder that holds texts only.
PROGRAM = $(PIP) --quiet install --no-deps --no-build-isolation -e .
# On all cores, which pip does on one. What is not meant for this Python, such as templates, is left as it is.
COMPILE = @$(BIN)/python -m compileall -qq -j 0 .venv/lib || true
LOCK_GROUP := uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet
LOCK := $(LOCK_GROUP) pyproject.toml
SUPPLY := .venv/supply/bin

.PHONY: play test lint style types contracts catalogs report fuzz arena soak bench load contact-sheet pictures sbom audit lock clean
.DEFAULT_GOAL := play

play: .venv/played
	@exec $(BIN)/python -m bot

test: .venv/tested
	@sh .ci/programs
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses=auto

# Two at a time: types and catalogs take long, each on one core.
lint: .venv/tested
	@$(MAKE) --no-print-directory -j2 types catalogs style contracts

style: .venv/tested
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/tested
	$(BIN)/mypy

contracts: .venv/tested
	$(BIN)/lint-imports

catalogs: .venv/tested
	$(BIN)/python -m bot.tools.catalogs check

report: .venv/tested
	$(BIN)/python -m tests.setup.report

fuzz: .venv/tested
	$(BIN)/python -m tests.games.fuzz

# GAME=court_hats plays one game only; GAMES=40 is a quicker, rougher measure. docs/computers.md has the table of the whole.
arena: .venv/tested
	$(BIN)/python -m tests.games.arena $(GAME) $(if $(GAMES),--games $(GAMES)) $(if $(GAME)$(GAMES),,--write docs/computers.md)

# MINUTES=5 is a shorter one; PARTS="crash faults" runs these only. docs/reliability.md has what a whole one did and found.
soak: .venv/tested
	@sh .ci/programs
	$(BIN)/python -m tests.soak $(PARTS) $(if $(MINUTES),--minutes $(MINUTES))

# ROWS="throughput board" measures these only; SHORT=1 takes seconds. docs/performance.md has the table of a whole run.
bench: .venv/tested
	@sh .ci/programs
	$(BIN)/python -m tests.bench $(ROWS) $(if $(SHORT),--short) $(if $(ROWS)$(SHORT),,--write docs/performance.md)

load: .venv/tested
	$(BIN)/python -m tests.outside.load --hard 20

contact-sheet: .venv/tested
	$(BIN)/python -m tests.pictures.contact_sheet out/contact-sheet.png

# NAMES="playground discord" makes these only. Look at them before they are committed.
pictures: .venv/tested
	@sh .ci/programs
	$(BIN)/python -m tests.pictures.readme $(NAMES)

# What is in the program, package by package, as CycloneDX: made of the lock alone, so the same lock gives the same list.
sbom: .venv/supply/made
	@mkdir -p out
	$(SUPPLY)/cyclonedx-py requirements requirements.lock --pyproject pyproject.toml --output-reproducible --output-format JSON --output-file out/sbom.json

# Asks a database of known weaknesses, so it needs the network.
audit: .venv/supply/made
	$(SUPPLY)/pip-audit --strict --require-hashes --disable-pip -r requirements.lock
	$(SUPPLY)/pip-audit --strict --require-hashes --disable-pip -r requirements-dev.lock

# The lock files pin every package for every system, with hashes. Needs uv: https://docs.astral.sh/uv/
lock:
	$(LOCK) --group build --output-file requirements.lock
	$(LOCK) --group dev --constraint requirements.lock --output-file requirements-dev.lock
	$(LOCK_GROUP) --group supply --output-file requirements-supply.lock
	$(LOCK_GROUP) --group pip --output-file requirements-pip.lock

clean:
	rm -rf .venv out build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# Stamps inside .venv say what is installed there, so that nothing is done twice. The pip that comes with Python 3.11 takes
# three times as long to find what is pinned as the one that is installed first.
.venv/made: requirements-pip.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Underhat needs Python 3.11 or later, and $(PYTHON) is not: install one, or say where it is: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make virtual environments. On Debian: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) install --require-hashes -r requirements-pip.lock
	@touch $@

# What is being installed is said, so that the first minute is not a silent one.
.venv/played: .venv/made requirements.lock pyproject.toml
	@echo "Installing what Underhat needs into .venv, once. This takes about a minute."
	$(BIN)/python -m pip --disable-pip-version-check install --no-compile --require-hashes -r requirements.lock
	$(COMPILE)
	$(PROGRAM)
	@touch $@

# At once, where nothing is installed yet: what the tests need includes what the program needs.
.venv/tested: .venv/made requirements-dev.lock pyproject.toml
	$(PIP) install --no-compile --require-hashes -r requirements-dev.lock
	$(COMPILE)
	$(PROGRAM)
	@touch .venv/played $@

.venv/supply/made: .venv/made requirements-supply.lock
	$(PYTHON) -m venv .venv/supply
	$(SUPPLY)/python -m pip --quiet --disable-pip-version-check install --require-hashes -r requirements-supply.lock
	@touch $@
