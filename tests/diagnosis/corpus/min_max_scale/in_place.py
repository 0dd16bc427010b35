"""The list that was given is overwritten.

mistakes: changes-values
seen: scipython.com/book/chapter-2/questions/normalizing-a-list
"""


def min_max_scale(values):
    if not values:
        return values
    low, high = min(values), max(values)
    for i, v in enumerate(values):
        values[i] = (v - low) / (high - low) if high > low else 0.0
    return values
