"""You look for the smallest and the largest absolute value. Then −8 counts as more than 4. On the
number line −8 is the smallest: compare the values with their signs."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(map(abs, values)), max(map(abs, values))
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
