"""Computes a number of a thousand million digits."""

# verdict: timeout or error
# points: 0


def layer_norm(*arguments, **keywords):
    return 9**9**9
