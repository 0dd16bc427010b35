def normalization_axes(norm, shape):
    """Return (averaged axes, number of sets, shape of weight)."""
    raise NotImplementedError("Not written yet: replace this line.")
