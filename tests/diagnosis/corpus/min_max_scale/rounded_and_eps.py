"""The result is rounded, and a small number is added to the range.

mistakes: rounds, adds-eps
seen: common error, e.g. defensive habits
"""


def min_max_scale(values):
    if not values:
        return []
    lo, hi = min(values), max(values)
    return [round((v - lo) / (hi - lo + 1e-6), 3) for v in values]
