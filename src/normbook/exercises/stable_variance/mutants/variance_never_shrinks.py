"""You add δ δ₂/k to the variance for each new value, and leave what was there as it was. The values
before count less with each new one: move the variance by (δ δ₂ − v) / k."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, var = float(values[0]), 0.0
    for k, value in enumerate(values[1:], start=2):
        deviation = value - mean
        mean += deviation / k
        var += deviation * (value - mean) / k
    return mean, var
