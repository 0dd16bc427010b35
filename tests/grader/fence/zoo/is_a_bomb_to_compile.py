"""Is a constant too large for memory, to be computed before its first line runs."""

# verdict: error
# points: 0

layer_norm = (((1,) * 2**7) * 2**10) * 2**20
