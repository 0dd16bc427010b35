"""It rounds to ten digits.

mistakes: rounds
seen: Stack Overflow, Normalizing a list of numbers in Python: by sum, by max
witness: min_max_scale([0, 1, 3])
"""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0] * len(values)
    return [round((v - low) / (high - low), 10) for v in values]
