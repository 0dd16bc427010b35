"""Your `return` stands inside the loop, and ends it after the first value: no other is seen. Give
it the indentation of `for`, so that it comes when all values are in."""


def stable_variance(values):
    """Return the mean and the biased variance of a list, in one pass."""
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0  # m2: the sum of squared deviations from the mean so far
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
        return mean, m2 / len(values)
