"""Your variance divides by n − 1. That estimates the variance of a population from a sample. A norm
describes exactly the values it has, and divides by n."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / max(len(values) - 1, 1)
