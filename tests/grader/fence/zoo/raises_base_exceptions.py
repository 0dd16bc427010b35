"""Raises what an `except Exception` lets through."""

# verdict: crash
# points: 0


def layer_norm(*arguments, **keywords):
    raise KeyboardInterrupt
