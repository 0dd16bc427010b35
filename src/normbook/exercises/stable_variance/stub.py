def stable_variance(values):
    """Return the mean and the biased variance of a list, in one pass."""
    raise NotImplementedError("Not written yet: replace this line.")
