"""You return a single 0.0 where all values are equal. Each value has its own result: the new list
is as long as the old one."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0]
    return [(value - low) / (high - low) for value in values]
