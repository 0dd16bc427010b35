"""Returns nothing."""

# verdict: fail
# points: 0


def layer_norm(*arguments, **keywords):
    pass
