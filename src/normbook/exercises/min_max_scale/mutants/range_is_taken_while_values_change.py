"""You ask for the smallest and the largest again in each step of the loop, from a list that the
loop has partly overwritten. Find both once, before the first result."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    result = list(values)
    for i, value in enumerate(values):
        low, high = min(result), max(result)
        result[i] = 0.0 if low == high else (value - low) / (high - low)
    return result
