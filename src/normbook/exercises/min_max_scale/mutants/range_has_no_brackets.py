"""You divide by the largest, and subtract the smallest from the quotient: `/` comes before `-`, so
that `(value - low) / high - low` is not divided by the range. Put brackets round the range: `(high
- low)`."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [(value - low) / high - low for value in values]
