"""Reads memory that is not there."""

# verdict: crash
# points: 0

import faulthandler


def layer_norm(*arguments, **keywords):
    faulthandler._read_null()
