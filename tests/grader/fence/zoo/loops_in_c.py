"""Loops within one call of C, where no line of Python comes any more, and no signal's handler."""

# verdict: timeout
# points: 0

import collections
import itertools


def layer_norm(*arguments, **keywords):
    collections.deque(itertools.count(), maxlen=0)
