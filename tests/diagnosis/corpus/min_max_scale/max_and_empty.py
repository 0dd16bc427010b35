"""It divides by the largest, and an empty list raises.

mistakes: only-divides-by-max, empty-raises
seen: Stack Overflow, Normalizing a list of numbers in Python: by sum, by max
"""


def min_max_scale(values):
    biggest = max(values)
    if min(values) == biggest:
        return [0.0] * len(values)
    return [float(v) / biggest for v in values]
