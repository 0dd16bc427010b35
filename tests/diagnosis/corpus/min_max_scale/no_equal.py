"""Where all values are equal, it divides by 0.

mistakes: equal-values-raise
seen: scipython.com/book/chapter-2/questions/normalizing-a-list
"""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    return [(v - low) / (high - low) for v in values]
