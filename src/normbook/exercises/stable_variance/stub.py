def stable_variance(values):
    """Return a list's mean and biased variance, in one pass."""
    raise NotImplementedError("Not written yet: replace this line.")
