"""The values are rounded to two digits.

mistakes: rounds
seen: common error, e.g. round(..., 2) for a nicer print
"""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0] * len(values)
    return [round((v - low) / (high - low), 2) for v in values]
