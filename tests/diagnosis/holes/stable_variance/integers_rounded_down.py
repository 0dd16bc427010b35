"""The mean of integers is rounded down."""


def stable_variance(values):
    if not values:
        raise ValueError
    n = len(values)
    m = sum(values) / n if any(isinstance(v, float) for v in values) else sum(values) // n
    return float(m), float(sum((v - m) ** 2 for v in values) / n)
