"""The result is in ascending order.

mistakes: sorts
seen: common error, e.g. values sorted to find the ends
"""


def min_max_scale(values):
    ordered = sorted(values)
    if not ordered or ordered[0] == ordered[-1]:
        return [0.0 for _ in ordered]
    low, high = ordered[0], ordered[-1]
    return [(v - low) / (high - low) for v in ordered]
