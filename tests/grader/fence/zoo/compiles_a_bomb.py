"""Has Python compile what it cannot parse, and compute what is too large."""

# verdict: error
# points: 0


def layer_norm(*arguments, **keywords):
    return eval("-" * 1_000_000 + "1") + eval("9**9**9**9")
