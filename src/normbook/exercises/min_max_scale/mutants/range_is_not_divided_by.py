"""You subtract the smallest value and stop there. The values start at 0 now, but still end at their
range; divide by it."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [float(value - low) for value in values]
