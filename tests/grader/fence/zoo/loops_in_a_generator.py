"""Adds up numbers that never end."""

# verdict: timeout
# points: 0


def ones():
    while True:
        yield 1.0


def layer_norm(x, *arguments, **keywords):
    return x / sum(ones())
