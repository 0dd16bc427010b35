"""You sum the squared deviations from the first value. Near a billion that is a good start, but the
first value is not the mean: its own squared distance from the mean is still to be subtracted."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    first, shift, squares = values[0], 0.0, 0.0
    for value in values:
        shift += value - first
        squares += (value - first) ** 2
    return first + shift / len(values), squares / len(values)
