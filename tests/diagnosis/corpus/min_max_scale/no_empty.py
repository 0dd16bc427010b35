"""An empty list is not thought of: min() of nothing raises.

mistakes: empty-raises
seen: scipython.com/book/chapter-2/questions/normalizing-a-list
"""


def min_max_scale(values):
    low, high = min(values), max(values)
    if low == high:
        return [0.0] * len(values)
    return [(v - low) / (high - low) for v in values]
