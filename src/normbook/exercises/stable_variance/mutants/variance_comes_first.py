"""You return the variance first and the mean second. Your caller unpacks `mean, variance = …`, and
would take each for the other."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return m2 / len(values), mean
