"""Returns an integer of a million digits."""

# verdict: error
# points: 0


def layer_norm(x, *arguments, **keywords):
    return 16**1_000_000
