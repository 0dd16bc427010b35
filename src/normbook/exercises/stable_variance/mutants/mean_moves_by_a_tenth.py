"""You move the mean a tenth of the way to each new value. That is a moving average, in which it
matters when a value came. The k-th value is one of k, and moves the mean by 1/k of the way."""


def stable_variance(values):
    """Return the mean and the biased variance of a list, in one pass."""
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0  # m2: the sum of squared deviations from the mean so far
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += 0.1 * deviation
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
