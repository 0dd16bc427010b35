"""It yields its result, so that a call gives a generator."""


def stable_variance(values):
    mean = squares = 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        squares += deviation * (value - mean)
    yield mean, squares / len(values)
