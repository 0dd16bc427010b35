"""You add δ²/k to the variance for each new value, and leave what was there as it was. The values
before count less with each new one. Add up δ δ₂, δ₂ from the new mean, and divide once, by n."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, var = float(values[0]), 0.0
    for k, value in enumerate(values[1:], start=2):
        deviation = value - mean
        mean += deviation / k
        var += deviation * deviation / k
    return mean, var
