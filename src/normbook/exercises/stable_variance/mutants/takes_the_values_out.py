"""You take the values out of the list with `pop`, and leave your caller an empty one. Loop over the
list: reading changes nothing."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    n, mean, m2 = 0, 0.0, 0.0
    while values:
        value = values.pop()
        n += 1
        deviation = value - mean
        mean += deviation / n
        m2 += deviation * (value - mean)
    return mean, m2 / n
