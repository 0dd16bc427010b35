"""You subtract the square of the mean from the mean of the squares. Near a billion both are near
10¹⁸, where neighbouring floats lie 128 apart, so that their difference says nothing about a
variance of 22.5. It may even be negative. Sum squares of deviations from a running mean."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    n, total, squares = len(values), 0.0, 0.0
    for value in values:
        total += value
        squares += value * value
    mean = total / n
    return mean, squares / n - mean**2
