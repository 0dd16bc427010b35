"""It divides with //.

mistakes: integer-division
seen: common error, e.g. // for /
"""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [float((v - low) // (high - low)) for v in values]
