def min_max_scale(values):
    """Return the values, mapped so that the smallest is 0 and the largest 1."""
    raise NotImplementedError("Not written yet: replace this line.")
