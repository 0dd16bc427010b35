# The book's commands, for those who have make; `make` alone lists them. What they do, and when
# something is to be made again, is in tools/book.py, which does without make.

PYTHON ?= python3

COMMANDS := help book html lab watch pdf exercise explorable chapter check format \
  test lint test-python test-js test-site test-browser test-lab test-workflows test-versions \
  links mutation holes bench experiments grade publish release \
  bundles wheel dist vectors screenshots lock clean

# `make -n` says what would be done; settings such as PORT=8001 are in the environment. Where no flag
# is given, the make of macOS, 3.81, has them first in MAKEFLAGS.
FLAGS = $(firstword $(MAKEFLAGS))
DRY = $(if $(findstring =,$(FLAGS)),,$(if $(findstring n,$(filter-out -%,$(FLAGS))),-n))

.NOTPARALLEL:
.PHONY: $(COMMANDS)
$(COMMANDS):
	+@$(PYTHON) tools/book.py $(DRY) $@
