"""It divides by the sum, so that the values add up to 1.

mistakes: divides-by-sum
seen: Stack Overflow, Normalizing a list of numbers in Python: by sum, by max
"""


def min_max_scale(values):
    if len(values) == 0 or min(values) == max(values):
        return [0.0 for v in values]
    total = sum(values)
    return [float(v) / total for v in values]
