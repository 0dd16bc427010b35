"""Leaves with success, past every handler, before it is asked anything."""

# verdict: crash
# points: 0

import os

os._exit(0)
