# Every target sets up what it needs: its own virtual environment with the locked versions.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
# Tests write thousands of small files and wait for each to be on the disk: in memory, where 4 GB are free, nobody waits.
ROOM   := $(shell df -Pk /dev/shm 2>/dev/null | awk 'END { print ($$4 > 4000000) ? "/dev/shm" : "" }')
# Each package that we depend on is used by one of these.
LOWEST := $(addprefix tests/,replay/test_log_commands.py replay/test_postgres_log.py ledger/test_signed_notes.py \
          replay/test_export_parquet.py replay/test_files_out.py replay/test_options.py replay/test_python_object.py \
          replay/test_sql.py replay/test_whatif_report.py replay/web/test_sign_in.py)

.PHONY: demo desk test lint check lowest soak bench schemas texts hashes pictures wheel docs release clean

demo: $(READY)            ## a small ledger with all schemes, walked through; and a federation to look around in
	@$(BIN)/rating-ledger demo
	@echo "make desk opens the desk on the federation, at http://127.0.0.1:8000/"

desk: $(READY)            ## the web desk on the demo's federation
	@test -d demo-federation || $(BIN)/rating-ledger demo > /dev/null
	@$(BIN)/rating-ledger --ledger demo-federation serve --name "Straits Chess & Xiangqi Federation"

test check: export TMPDIR := $(or $(ROOM),$(TMPDIR),/tmp)
test: $(READY)            ## the test suite (six minutes on two cores; six are the limit)
	@$(BIN)/pytest -n 3 --dist worksteal -m "not soak"

lint: $(READY)            ## style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

check: lint               ## style, types, tests, and what no test runs
	@$(BIN)/pytest -n 2 --dist worksteal -m "not soak" --cov --cov-report=term

lowest:                   ## a part of the tests with the lowest versions that pyproject.toml allows
	@test -x $(VENV)-lowest/bin/python || $(PYTHON) -m venv $(VENV)-lowest
	@$(VENV)-lowest/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.lowest
	@$(VENV)-lowest/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(VENV)-lowest/bin/python -m pytest -n 2 -m "not soak" $(LOWEST)

soak: $(READY)            ## the slow campaigns: kill tests by the hundred, long fuzzing, big federations
	@$(BIN)/pytest -m soak --timeout 0

bench: $(READY)           ## speed and memory, as ratios within one run
	@$(BIN)/python -m tests.bench

schemas: $(READY)         ## write the JSON Schemas of events and answers into docs/schemas
	@$(BIN)/python -m tests.schemas

texts: $(READY)           ## bring the catalogues of translations up to date, and say what is still to be translated
	@$(BIN)/python -m tests.texts

hashes: $(READY)          ## write requirements.hashes: the locked versions with the sums of their files
	@.ci/hashes

$(READY): requirements.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

wheel: $(READY)           ## build/wheel/rating_ledger-….whl, to install anywhere: pip install FILE
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w build/wheel .
	@ls build/wheel/*.whl

docs: $(READY)            ## the documentation as a site, with search: build/docs/index.html
	@test -x $(VENV)-docs/bin/sphinx-build || $(PYTHON) -m venv $(VENV)-docs
	@$(VENV)-docs/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.docs
	@$(BIN)/python -m tests.manual
	@$(VENV)-docs/bin/sphinx-build -q -W --keep-going -b html build/docs-source build/docs
	@echo build/docs/index.html

release: $(READY)         ## sdist and wheel, each tried in clean environments of every Python that is here
	@PYTHON=$(BIN)/python .ci/release

pictures: $(READY)        ## the pictures of docs/pictures, taken in a real browser
	@$(BIN)/python -m tests.pictures

clean:
	rm -rf $(VENV) $(VENV)-lowest $(VENV)-docs build *.egg-info .pytest_cache .mypy_cache .ruff_cache
