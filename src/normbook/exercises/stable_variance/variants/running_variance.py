"""Welford's update, with the variance itself carried along."""


def stable_variance(values):
    count, mean, variance = 0, 0.0, 0.0
    for value in values:
        delta = value - mean
        mean += delta / (count + 1)
        variance = variance * count / (count + 1) + delta**2 * count / (count + 1) ** 2
        count += 1
    if count == 0:
        raise ValueError("no values")
    return mean, variance
