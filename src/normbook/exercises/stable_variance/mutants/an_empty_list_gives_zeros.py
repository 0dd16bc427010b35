"""Your function returns zeros for an empty list. Nobody can tell that from a list of zeros, and the
mistake shows only much later. Raise a ValueError."""


def stable_variance(values):
    if not values:
        return 0.0, 0.0
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
