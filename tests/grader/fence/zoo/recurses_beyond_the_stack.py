"""Lifts the limit on recursion, and overruns the stack of C.

Newer Pythons count calls of C on their own, and raise an exception in time.
"""

# verdict: crash or error
# points: 0

import sys

sys.setrecursionlimit(2**30)


def layer_norm(*arguments, **keywords):
    return max([arguments], key=lambda each: layer_norm(*each))
