"""Writes a frame of no bytes to the pipe."""

# verdict: crash
# points: 0

import os


def layer_norm(*arguments, **keywords):
    os.write(3, bytes(8))
