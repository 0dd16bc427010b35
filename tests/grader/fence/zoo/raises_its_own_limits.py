"""Lifts the limit on memory, and takes 2 GB."""

# verdict: error
# points: 0

import contextlib
import resource

import numpy as np


def layer_norm(x, *arguments, **keywords):
    for most in (resource.RLIM_INFINITY, 2**40):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
    np.ones(2**28)
    return x
