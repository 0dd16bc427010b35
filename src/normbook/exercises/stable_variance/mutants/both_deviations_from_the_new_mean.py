"""You square the deviation from the new mean. That counts too little: the first value, for one, has
moved the mean onto itself, and the earlier values' deviations have changed as well. Multiply the
deviation before the move by the one after it."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += (value - mean) ** 2
    return mean, m2 / len(values)
