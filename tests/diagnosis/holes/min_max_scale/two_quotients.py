"""It subtracts two quotients, which rounds badly.

mistakes: difference-of-quotients
seen: Stack Overflow, Normalizing a list of numbers in Python: by sum, by max
witness: min_max_scale([1e9, 1e9 + 1e-3, 1e9 + 3e-3])
"""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0] * len(values)
    span = high - low
    return [v / span - low / span for v in values]
