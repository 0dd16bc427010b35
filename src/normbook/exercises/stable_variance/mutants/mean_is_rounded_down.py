"""Your mean is rounded down, as by `//` or `int()`: that of 1 and 2 is then 1. Divide with `/`, and
keep what lies behind the point."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation // k
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
