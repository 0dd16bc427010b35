"""You return a single value as it came, with the integer 0 beside it. The result is two floats for
every list: `float(values[0]), 0.0`."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    if len(values) == 1:
        return values[0], 0
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
