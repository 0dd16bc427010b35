"""Your k-th value moves the mean by 1/(k + 1) of the way, so that the mean stays too close to its
start. The count that the loop divides by is one too high: at the first value it is 1."""


def stable_variance(values):
    """Return the mean and the biased variance of a list, in one pass."""
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0  # m2: the sum of squared deviations from the mean so far
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / (k + 1)
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
