"""Asks Python to exit."""

# verdict: error
# points: 0

import sys


def layer_norm(*arguments, **keywords):
    sys.exit(0)
