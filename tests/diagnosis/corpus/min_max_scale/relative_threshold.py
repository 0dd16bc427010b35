"""A range small beside the values counts as 1.

mistakes: small-range-counts-as-1
seen: a student of the book, who knew none of the tests
"""

from itertools import accumulate


def min_max_scale(values):
    *_, (lo, hi) = accumulate(
        ((v, v) for v in values),
        lambda a, b: (a[0] if a[0] < b[0] else b[0], a[1] if a[1] > b[1] else b[1]),
        initial=(float("inf"), float("-inf")),
    )
    width = hi - lo
    return list(map(lambda v: (v - lo) / (width if width > 1e-6 * abs(hi) else 1), values))
