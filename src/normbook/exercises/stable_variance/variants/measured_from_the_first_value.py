"""Sums of deviations from the first value, corrected at the end."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    first, total, squares = values[0], 0.0, 0.0
    for value in values:
        total += value - first
        squares += (value - first) ** 2
    shift = total / len(values)
    return first + shift, squares / len(values) - shift**2
