"""Each value is divided by the largest; the smallest is not subtracted.

mistakes: only-divides-by-max
seen: Stack Overflow, Normalizing a list of numbers in Python: by sum, by max
"""


def min_max_scale(values):
    if not values:
        return []
    top = max(values)
    if top == min(values):
        return [0.0] * len(values)
    return [v / top for v in values]
