"""Aborts its process."""

# verdict: crash
# points: 0

import os


def layer_norm(*arguments, **keywords):
    os.abort()
