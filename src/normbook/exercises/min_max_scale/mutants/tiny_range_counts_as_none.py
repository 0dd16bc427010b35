"""You let a tiny range count for nothing: you add a small number to the divisor, or take values for
equal that lie closer together than such a number. The range may be as small as you like; ask
whether smallest and largest are equal, and divide by nothing but the range."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if high - low < 1e-8:
        return [0.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
