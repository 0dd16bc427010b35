"""Your variance divides by n + 1: a count that starts at 1, and is raised after each value, ends
one too high. Start it at 0 and raise it before it divides, or divide by `len(values)`."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / (len(values) + 1)
