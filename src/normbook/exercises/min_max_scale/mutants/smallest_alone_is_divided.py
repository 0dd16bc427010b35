"""You divide the smallest alone: `/` comes before `-`, so that `value - low / (high - low)`
subtracts a quotient from each value. Put brackets round the difference: `(value - low) / (high -
low)`."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [value - low / (high - low) for value in values]
