"""Equal values are returned as they are.

mistakes: equal-left-as-they-are
seen: common error, e.g. if low == high: return values
"""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if high == low:
        return [float(v) for v in values]
    return [(v - low) / (high - low) for v in values]
