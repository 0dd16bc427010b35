"""Calls itself without end."""

# verdict: error
# points: 0


def layer_norm(*arguments, **keywords):
    return layer_norm(*arguments, **keywords)
