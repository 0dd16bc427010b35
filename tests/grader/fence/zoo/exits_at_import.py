"""Asks Python to exit, with success, before anything is defined."""

# verdict: error
# points: 0

import sys

sys.exit(0)
