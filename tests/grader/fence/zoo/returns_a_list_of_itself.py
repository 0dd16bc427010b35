"""Returns a list that is its own first element."""

# verdict: error
# points: 0


def layer_norm(x, *arguments, **keywords):
    endless = []
    endless.append(endless)
    return endless
