"""You divide first and subtract after, x / range − min / range. Where the range is small beside the
values, both quotients are large, and their difference keeps few digits. Subtract first, (x − min) /
range."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [value / (high - low) - low / (high - low) for value in values]
