"""Your loop begins at the second value. The first leaves no trace: neither in the mean, nor in the
variance, nor in the count that you divide by. Loop over all of `values`."""


def stable_variance(values):
    """Return the mean and the biased variance of a list, in one pass."""
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0  # m2: the sum of squared deviations from the mean so far
    for k, value in zip(range(1, len(values)), values[1:]):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / (len(values) - 1)
