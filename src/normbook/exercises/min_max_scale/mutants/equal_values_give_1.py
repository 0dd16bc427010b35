"""Your function gives 1 where all values are equal. Each is the largest, but each is the smallest,
too; the task says 0.0."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [1.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
