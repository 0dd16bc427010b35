"""Your function returns NaN for an empty list. NaN goes through every later computation without a
word. Raise a ValueError, where the mistake is made."""


def stable_variance(values):
    if not values:
        return float("nan"), float("nan")
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
