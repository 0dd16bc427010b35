"""Your function gives 0.5 where all values are equal. The middle is a fair choice, and some
libraries make it; the task says 0.0."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.5 for _ in values]
    return [(value - low) / (high - low) for value in values]
