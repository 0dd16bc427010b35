"""Your n is 1 before there is a value, and 2 at the first. Count each value, and then divide by how many
there are."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=2):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / (len(values) + 1)
