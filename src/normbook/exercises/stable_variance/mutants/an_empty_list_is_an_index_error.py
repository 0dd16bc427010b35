"""Your function reads the first value of an empty list, and Python raises an IndexError. That names a
step of yours, not the caller's mistake. Ask first, and raise a ValueError."""


def stable_variance(values):
    values[0]
    mean, m2 = 0.0, 0.0  # m2: the sum of squared deviations from the mean so far
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
