"""You subtract the square of the mean from the mean of the squares, and take the absolute value.
The result looks like a variance, but its digits were lost before. Sum squares of deviations from a
running mean."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    n, total, squares = len(values), 0.0, 0.0
    for value in values:
        total += value
        squares += value * value
    mean = total / n
    return mean, abs(squares / n - mean**2)
