"""The list itself where values are equal, and round.

mistakes: equal-left-as-they-are, rounds-to-six
seen: a student of the book, who knew none of the tests
"""


def min_max_scale(values):
    if len(values) < 2:
        return values
    lo, hi = min(values), max(values)
    if lo == hi:
        return values
    return [round((v - lo) / (hi - lo), 6) for v in values]
