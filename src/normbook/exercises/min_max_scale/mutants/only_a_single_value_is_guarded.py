"""You guard against a single value, but two equal ones have no range either, and the division
fails. Ask whether the largest equals the smallest, not how many there are."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if len(values) == 1:
        return [0.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
