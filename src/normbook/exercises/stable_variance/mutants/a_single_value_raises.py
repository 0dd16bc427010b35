"""Your function raises an error for a single value. That is right where the variance divides by n −
1; divided by n it is 0, and a single value is its own mean."""


def stable_variance(values):
    if len(values) < 2:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
