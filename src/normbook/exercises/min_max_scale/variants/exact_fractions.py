"""In exact fractions, rounded once at the end."""

from fractions import Fraction


def min_max_scale(values):
    exact = [Fraction(value) for value in values]
    low = min(exact, default=0)
    span = max(exact, default=0) - low
    return [float((value - low) / span) if span else 0.0 for value in exact]
