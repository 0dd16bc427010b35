"""You subtract the mean and divide by the range. The result then lies around 0, on both sides.
Subtract the smallest value, so that nothing is below 0."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [(value - sum(values) / len(values)) / (high - low) for value in values]
