"""Raises what pytest takes for a skipped test."""

# verdict: crash
# points: 0

import pytest


def layer_norm(*arguments, **keywords):
    pytest.skip("nothing to see here")
