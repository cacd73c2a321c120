# `make lab` opens the notebooks, `make test` runs the tests; each sets up .venv first if it has to.
# It needs a Python 3.11 or later and nothing else. No conda, no Graphviz, no Jupyter.
#
#   make lab ARGS="--no-browser --port 8899"     ARGS goes to the program that the target runs
#   make test PYTHON=/path/to/python3.13         another Python than the first one found

ARGS   ?=
PYTHON ?=
export PYTHON

VENV := .venv
RUN  := $(VENV)/bin/python -m

# Jupyter refuses to start as root unless told that it may.
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

# The first page of JupyterLab; its root is the project, so that links to docs/ can be opened.
WELCOME := /lab/tree/notebooks/welcome.ipynb

# A kernel of the same name elsewhere on the machine must not be taken instead of this one's.
export JUPYTER_PREFER_ENV_PATH := 1

.DEFAULT_GOAL := help
.PHONY: help lab test quick laboratory lint format strip slides solutions assignments tomorrow site address gallery animation bench study lock wheel clean always

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 14

# Compiles the search and the ladder of rules if that has not been done. Lab does not wait for it:
# whatever goes wrong here comes up again, with all its words, where it matters.
COMPILE = sh -c "$(RUN) futoshiki_lab solve nyu/Input1 --engine compiled; \
  $(RUN) futoshiki_lab generate 5 --level tricky --count 20"

# Lab's defaults for this project (no news); what users have set themselves goes before them.
lab: export JUPYTER_CONFIG_PATH := $(CURDIR)/tools/jupyter$(if $(JUPYTER_CONFIG_PATH),:$(JUPYTER_CONFIG_PATH))
lab: $(VENV)/.lab ## set up, then open JupyterLab on the welcome notebook
	@nice $(COMPILE) >/dev/null 2>&1 &
	$(RUN) jupyterlab $(AS_ROOT) --ServerApp.root_dir=. --LabApp.default_url=$(WELCOME) $(ARGS)

test: $(VENV)/.ready ## set up, then run every test, also those in a browser if there is one
	$(RUN) pytest --numprocesses=auto --max-worker-restart=0 $(ARGS)

quick: $(VENV)/.ready ## style, types and the laboratory's quick tests: for a small change
	@$(MAKE) --no-print-directory --jobs=2 lint laboratory

laboratory: $(VENV)/.ready
	$(RUN) pytest --numprocesses=auto --max-worker-restart=0 -q -m "not browser and not slow" tests/laboratory

# JavaScript and CSS, where Node is there; at the version that the tests take too.
PRETTIER := $(shell sed -n 's/.*"\(prettier\)": "\([^"]*\)".*/\1@\2/p' tests/javascript/package.json)
SCRIPTS := $(addprefix futoshiki_lab/*/browser/,*.js *.css) $(addprefix futoshiki_lab/classroom/exams/,*.js *.css) \
  tools/site/*.mjs tools/site/static/*.*s tests/*.mjs
prettier = $(if $(shell command -v npx),npx --yes $(PRETTIER) --config futoshiki_lab/stepper/browser/package.json $(1) $(SCRIPTS))

lint: $(VENV)/.ready ## say what is wrong with the code's style (the tests look too)
	$(RUN) ruff check . $(ARGS)
	$(RUN) ruff format --check .
	$(RUN) mypy
	$(call prettier,--check)

format: $(VENV)/.ready ## mend the code's style
	$(RUN) ruff check --fix-only . $(ARGS)
	$(RUN) ruff format .
	$(call prettier,--write)

strip: $(VENV)/.ready ## take outputs and counts out of the notebooks, before committing them
	$(RUN) nbconvert --log-level=WARN --clear-output --inplace --ClearMetadataPreprocessor.enabled=True \
	  --ClearMetadataPreprocessor.preserve_nb_metadata_mask=kernelspec \
	  --ClearMetadataPreprocessor.preserve_cell_metadata_mask=tags \
	  --ClearMetadataPreprocessor.preserve_cell_metadata_mask=slideshow \
	  --ClearMetadataPreprocessor.preserve_cell_metadata_mask=jupyter $(ARGS) notebooks/*.ipynb

site: ## build the static site in site/ (ARGS="--pages 02 play" for a part, PYODIDE=... for another Pyodide)
	@tools/set_up.sh site
	@build/site/venv/bin/python tools/site/build.py $(ARGS)

address: $(VENV)/.ready ## write where this copy is published (ARGS=OWNER/NAME, else that of origin)
	$(VENV)/bin/python tools/address.py $(ARGS)

gallery: $(VENV)/.ready ## take pictures of what the notebooks show (ARGS="02 play" for a part): build/gallery/
	PYTHONPATH=tools $(VENV)/bin/python tools/gallery.py $(ARGS)

animation: $(VENV)/.ready ## draw the pictures of players in README.md and welcome again, with a browser
	$(VENV)/bin/python tools/animation.py

slides: $(VENV)/.ready ## write in-class.ipynb as slides that step with no kernel: build/in-class.slides.html
	@mkdir -p build
	$(RUN) futoshiki_lab.classroom.pages notebooks/in-class.ipynb --out build/in-class.slides.html $(ARGS)

solutions: $(VENV)/.ready ## write the notebooks with their exercises solved, and a copy for students (see build/)
	$(VENV)/bin/python tools/solutions.py $(ARGS)

assignments: $(VENV)/.ready ## write each function exercise as an assignment for nbgrader and Otter
	$(VENV)/bin/python tools/assignments.py $(ARGS)

tomorrow: $(VENV)/.ready ## write slides, votes, sheets and homework for three plans: build/tomorrow/index.html
	$(VENV)/bin/python tools/tomorrow.py

bench: $(VENV)/.ready ## run the benchmarks, one after the other
	@for script in benchmarks/*.py; do echo "== $$script"; $(VENV)/bin/python "$$script" $(ARGS) || exit 1; done

study: $(VENV)/.ready ## do what is missing of the study, write docs/STUDY.md (ARGS="--again 5x5-easy" to compare)
	PYTHONPATH=tools $(RUN) study $(ARGS)

lock: ## write requirements.lock anew (ARGS=--upgrade for the newest of everything)
	@tools/set_up.sh uv
	$(RUN) uv pip compile --quiet --universal --python-version 3.11 --only-binary :all: --group dev --extra all \
	  --custom-compile-command 'make lock' --no-annotate $(ARGS) pyproject.toml --output-file requirements.lock
	$(RUN) uv pip compile --quiet --universal --python-version 3.11 --only-binary :all: \
	  --constraints requirements.lock --custom-compile-command 'make lock' --no-annotate $(ARGS) \
	  tools/site/requirements.in --output-file tools/site/requirements.txt

clean: ## remove what was set up, built and cached
	rm -rf $(VENV) build dist site .pytest_cache .ruff_cache .mypy_cache .hypothesis

# Done once; again when a list of packages changes, the folder has moved or another Python is asked for.
# `make lab` does not wait for what only the other targets need: tests, types, style.
DONE = printf '%s\n' "$(CURDIR) $(PYTHON)"
$(VENV)/.ready: pyproject.toml requirements.lock tools/set_up.sh
	@tools/set_up.sh
	@$(DONE) > $@; $(DONE) > $(VENV)/.lab

$(VENV)/.lab: pyproject.toml requirements.lock tools/set_up.sh
	@tools/set_up.sh lab
	@$(DONE) > $@

ifneq "$(shell cat $(VENV)/.ready 2>/dev/null)" "$(CURDIR) $(PYTHON)"
$(VENV)/.ready: always
endif
ifneq "$(shell cat $(VENV)/.lab 2>/dev/null)" "$(CURDIR) $(PYTHON)"
$(VENV)/.lab: always
endif
always:
