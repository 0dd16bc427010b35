"""Your function returns None, or a pair of them, for an empty list. The caller's next step fails,
far from the mistake. Raise a ValueError."""


def stable_variance(values):
    if not values:
        return None, None
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
