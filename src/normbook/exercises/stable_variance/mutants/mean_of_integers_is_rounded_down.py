"""Your mean loses what lies behind the point where all values are integers, as by `//` or `int()`.
The mean of integers need not be one: divide with `/`, and keep it as it is."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0  # m2: the sum of squared deviations from the mean so far
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += deviation * (value - mean)
    if all(isinstance(value, int) for value in values):
        mean = float(sum(values) // len(values))
        m2 = sum((value - mean) ** 2 for value in values)
    return mean, m2 / len(values)
