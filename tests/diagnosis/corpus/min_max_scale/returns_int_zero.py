"""Equal values give the integer 0, not 0.0.

mistakes: equal-gives-ints
seen: common error, e.g. [0] * len(values)
"""


def min_max_scale(values):
    if not values:
        return []
    if len(set(values)) == 1:
        return [0] * len(values)
    low, high = min(values), max(values)
    return [(v - low) / (high - low) for v in values]
