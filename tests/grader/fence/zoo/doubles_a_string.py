"""Takes twice the memory at each step, in Python alone."""

# verdict: error
# points: 0

KEPT = ["x"]


def layer_norm(x, *arguments, **keywords):
    for _ in range(31):
        KEPT[0] += KEPT[0]
    return x
