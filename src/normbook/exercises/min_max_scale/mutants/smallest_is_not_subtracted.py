"""You divide by the range, but do not subtract the smallest value. Your results have the right
distances from each other and the wrong place: the smallest is not at 0."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [value / (high - low) for value in values]
