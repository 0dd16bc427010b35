"""You divide the smallest by the largest, and subtract the quotient and then the smallest from each
value: `/` comes before `-`. Put brackets round both differences: `(value - low) / (high - low)`."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [value - low / high - low for value in values]
