"""Cuts the mean off to an integer."""

from fractions import Fraction


def stable_variance(values):
    if not values:
        raise ValueError("no values")
    total = squares = Fraction(0)
    for value in values:
        total += Fraction(value)
        squares += Fraction(value) ** 2
    mean = int(total / len(values))
    return float(mean), float(squares / len(values) - mean**2)
