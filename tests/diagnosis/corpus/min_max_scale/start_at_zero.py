"""The search for the ends starts from 0, so negative or large lists have the wrong ends.

mistakes: starts-from-0
seen: common error, e.g. high = 0 before a loop for the maximum
"""


def min_max_scale(values):
    low, high = 0, 0
    for v in values:
        if v < low:
            low = v
        if v > high:
            high = v
    if all(v == values[0] for v in values):
        return [0.0 for _ in values]
    return [(v - low) / (high - low) for v in values]
