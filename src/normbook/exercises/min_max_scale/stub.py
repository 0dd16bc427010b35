def min_max_scale(values):
    """Return the values, scaled so that they go from 0 to 1."""
    raise NotImplementedError("Not written yet: replace this line.")
