# The book's commands; `make` alone lists them. Each one first sets up what it needs.

PYTHON ?= python3
PORT ?= 8000
LAB_PORT ?= 8888
LAB_OPTIONS ?=
WHICH ?= oldest
PAPER ?= A4

MAKEFLAGS += --no-builtin-rules

export PATH := $(CURDIR)/.venv/bin:$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

VENV := .venv/.reader
DEV := .venv/.dev
MODULES := node_modules/.installed
BUNDLES := src/normbook/widgets/_dist/.built
WHEEL := _build/wheel/.built
CACHE := _build/.cache-is-fresh
SITE := _build/html/.built

PACKAGE := $(shell find src/normbook -type f -not -path '*/_dist/*' -not -path '*/__pycache__/*')
FRONT_END := $(filter %.mjs %.css %.svg,$(PACKAGE)) tools/bundle.mjs
CHAPTERS := $(wildcard book/* book/_static/*) _config.yml _toc.yml CITATION.cff CHANGELOG.md

.PHONY: help
help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-15s %s\n", $$1, $$2}'

# ---- read and run ----

.PHONY: book html lab
book: html ## build the book and serve it on http://localhost:8000 (PORT= changes it)
	@.venv/bin/python tools/serve.py _build/html --port $(PORT)

html: $(SITE) ## build the book into _build/html

.PHONY: watch pdf
pdf: $(DEV) $(SITE) ## print the book, as it is built, into _build/book.pdf (PAPER=Letter: on that)
	@.venv/bin/python tools/pdf.py --paper "$(PAPER)"

watch: $(DEV) $(SITE) ## serve the book, and reload its pages as you edit (PORT= changes where)
	@.venv/bin/python tools/watch.py --port $(PORT)

lab: $(VENV) $(BUNDLES) ## open the chapters in JupyterLab (LAB_PORT=, LAB_OPTIONS= change how)
	@.venv/bin/jupyter lab --ServerApp.port=$(LAB_PORT) --LabApp.default_url=/lab/tree/book $(LAB_OPTIONS)

# ---- write something new ----

.PHONY: exercise explorable chapter check format
exercise: $(VENV) ## begin an exercise: NAME=unit_length CHAPTER=scaling
	@.venv/bin/python tools/new.py exercise "$(NAME)" --chapter "$(CHAPTER)"

explorable: $(VENV) ## begin an explorable: NAME=unit_length
	@.venv/bin/python tools/new.py explorable "$(NAME)"

chapter: $(VENV) ## begin a chapter: NAME=unit_length
	@.venv/bin/python tools/new.py chapter "$(NAME)"

check: $(DEV) $(BUNDLES) ## say what is left to do in one of these: NAME=unit_length
	@python tools/check.py "$(NAME)"

format: $(DEV) $(MODULES) ## lay out the code as `make lint` wants it
	ruff check --fix
	ruff format
	npx biome check --write

# ---- check ----

.PHONY: test lint test-python test-js test-site test-browser test-workflows test-versions links mutation holes bench
test: $(DEV) $(MODULES) $(BUNDLES) ## run every test
	@.venv/bin/python tools/run_all.py html:test-browser,test-site lint test-js test-workflows test-python

# As many processes as processors, of one thread each: more would wait for each other.
PYTEST = OMP_NUM_THREADS=1 pytest -n auto --dist worksteal --junitxml=_build/tests/$@.xml

lint: $(DEV) $(MODULES) ## check style, types and the one-way streets
	ruff check
	ruff format --check
	mypy
	lint-imports
	npx biome check

test-python: $(DEV) $(BUNDLES) ## test the Python code and its documented examples
	$(PYTEST) --ignore tests/site --ignore tests/browser tests src/normbook README.md --doctest-modules --doctest-glob=README.md

test-js: $(MODULES) $(BUNDLES) ## test the JavaScript code
	@mkdir -p _build/tests
	node --test --test-reporter=spec --test-reporter-destination=stdout \
	  --test-reporter=junit --test-reporter-destination=_build/tests/$@.xml tests/js/*.test.mjs

test-site: $(DEV) $(SITE) ## test the built site: links, notebooks
	$(PYTEST) tests/site

test-browser: $(DEV) $(SITE) ## test the built site in Chrome or Chromium and in Firefox, and a live JupyterLab
	$(PYTEST) tests/browser

test-workflows: $(DEV) ## check the GitHub workflows
	zizmor --offline --quiet --persona auditor .github/workflows
	check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml

test-versions: $(DEV) $(SITE) ## execute the chapters with other NumPy and PyTorch: WHICH=oldest or newest
	.venv/bin/python tools/versions.py "$(WHICH)"
	OMP_NUM_THREADS=1 _build/versions/$(WHICH)/bin/python -m pytest -n auto --dist worksteal tests/site/test_notebooks.py

LINKS := _build/links/_build
links: $(SITE) ## try every link of the book that leads elsewhere; needs a network
	@rm -rf $(LINKS) && mkdir -p $(LINKS) && cp -R _build/.jupyter_cache $(LINKS)/
	@.venv/bin/jupyter-book build . --path-output _build/links --builder linkcheck >$(LINKS)/log 2>&1 || { \
	  grep -sE "\[(broken|timeout)\]" $(LINKS)/html/output.txt || tail -20 $(LINKS)/log; \
	  echo "Failed: the cause stands above. To repeat this step alone: make links"; exit 1; }
	@echo "Every link answers."

mutation: $(DEV) ## change the code, and list the changes that no test notices: an hour or more
	OMP_NUM_THREADS=1 python tools/mutation.py

holes: $(DEV) ## change right answers to the exercises, and list the wrong ones that have full marks
	OMP_NUM_THREADS=1 python tools/find_holes.py

bench: $(DEV) $(SITE) ## print the numbers that CONTRIBUTING.md names
	python tools/bench_norms.py
	python tools/bench_grader.py
	python tools/bench_diagnosis.py
	python tools/bench_class.py
	pytest -q tests/grader/fence/test_zoo.py
	node tools/bundle.mjs
	python tools/bench_book.py
	python tools/bench_site.py
	python tools/bench_page.py
	python tools/bench_explorables.py
	python tools/bench_playgrounds.py
	node tools/bench_laboratory.mjs

.PHONY: experiments
experiments: $(VENV) ## measure anew what the book shows as recorded: about 90 minutes
	python -m normbook.experiments

# ---- for workflows ----

.PHONY: grade publish release
grade: $(VENV) ## grade the attempts in exercises/, as CI does
	@.venv/bin/normbook grade --isolated

publish: ## push the site, as it is built, to the branch gh-pages of REMOTE
	@test -n "$(REMOTE)" || { echo "Say where to: make publish REMOTE=ADDRESS"; exit 1; }
	@test -f _build/html/index.html || { echo "There is no site yet. First: make html"; exit 1; }
	@rm -rf _build/publish && cp -R _build/html _build/publish && touch _build/publish/.nojekyll
	@cd _build/publish && git init --quiet && git add --all && \
	  git -c user.name=normbook -c user.email=normbook@users.noreply.github.com \
	    commit --quiet --message "Publish $$(git -C $(CURDIR) rev-parse --short HEAD)" && \
	  git push --quiet --force "$(REMOTE)" HEAD:gh-pages

release: ## gather site and package, as they are built, for the release TAG
	@python3 tools/release.py "$(TAG)"

# ---- parts ----

.PHONY: bundles wheel dist vectors screenshots lock clean
bundles: $(BUNDLES) ## build the explorables and the site's styles and scripts

wheel: $(WHEEL) ## build the package as a wheel

dist: $(BUNDLES) ## build the package as sdist and wheel, into _build/dist
	@rm -rf _build/dist
	@.venv/bin/python -m hatchling build --directory _build/dist

vectors: $(VENV) ## write the numbers that the JavaScript tests compare with
	python tools/vectors

screenshots: $(DEV) $(SITE) ## take the pictures of README
	python tools/screenshots.py

lock: $(DEV) ## pin anew what requirements*.txt need in turn
	uv pip compile --quiet --universal --python-version 3.11 --upgrade --no-header --no-annotate \
	  --no-emit-index-url --no-emit-find-links --no-emit-package torch \
	  requirements.txt requirements-dev.txt --output-file constraints.txt

clean: ## remove all that was built and installed
	rm -rf .venv node_modules _build mutants src/normbook/*/_dist .pytest_cache .hypothesis .mypy_cache \
	  .ruff_cache .import_linter_cache

$(VENV): requirements.txt constraints.txt pyproject.toml tools/install.py
	@$(PYTHON) tools/install.py reader
	@touch $@

$(DEV): $(VENV) requirements-dev.txt
	@$(PYTHON) tools/install.py dev
	@touch $@

$(MODULES): $(VENV) package.json package-lock.json
	@echo "== Front-end packages"
	@npm ci --ignore-scripts --no-audit --no-fund --loglevel=error || { \
	  echo "Failed: front-end packages. Is there a network? To repeat this step alone: make $@"; exit 1; }
	@touch $@

$(BUNDLES): $(MODULES) $(FRONT_END)
	@echo "== Bundles"
	@node tools/bundle.mjs
	@touch $@

$(WHEEL): $(BUNDLES) $(PACKAGE)
	@echo "== Wheel"
	@rm -rf _build/wheel
	@.venv/bin/python -m hatchling build --target wheel --directory _build/wheel >/dev/null
	@touch $@

# An executed chapter is kept until its cells change, or what they read of the book (sphinx/execution.py).
# Of other packages it is these that say which.
$(CACHE): requirements.txt constraints.txt
	@rm -rf _build/.jupyter_cache
	@mkdir -p _build && touch $@

# Sphinx reads again the pages for which it has to; a build that failed, or one with other settings,
# is begun from nothing.
$(SITE): $(VENV) $(MODULES) $(BUNDLES) $(WHEEL) $(CACHE) $(PACKAGE) $(CHAPTERS)
	@echo "== The book: executing chapters, building pages"
	@$(if $(filter-out book/%.md src/% _build/% CHANGELOG.md,$?),rm -rf _build/html _build/.doctrees)
	@.venv/bin/python tools/build.py || { rm -rf _build/.doctrees; \
	  echo "Failed: the book; the cause stands above. To repeat this step alone: make html"; exit 1; }
	@touch $@
