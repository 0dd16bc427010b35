"""The list is overwritten, and equal values give the integer 0.

mistakes: changes-values, equal-gives-ints
seen: scipython.com/book/chapter-2/questions/normalizing-a-list
"""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    for i in range(len(values)):
        if low == high:
            values[i] = 0
        else:
            values[i] = (values[i] - low) / (high - low)
    return values
