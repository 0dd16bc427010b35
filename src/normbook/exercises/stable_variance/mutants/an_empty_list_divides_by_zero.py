"""Your function divides by the number of values even where that is 0, and Python raises
ZeroDivisionError. That names a step of yours, not the caller's mistake. Ask first, and raise a
ValueError."""


def stable_variance(values):
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
