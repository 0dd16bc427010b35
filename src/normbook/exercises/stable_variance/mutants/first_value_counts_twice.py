"""Your mean starts at the first value, and the loop then takes the first value once more, as the
second. It counts twice. Start at 0.0 and count from 1, or leave the first value out of the loop."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = float(values[0]), 0.0
    for k, value in enumerate(values, start=2):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
