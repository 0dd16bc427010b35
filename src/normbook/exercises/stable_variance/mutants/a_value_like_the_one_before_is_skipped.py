"""You pass over a value that equals the one before it. It counts all the same: it draws the mean
towards itself, and n is one more."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0
    values = [b for a, b in zip([None, *values], values) if a != b]
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
