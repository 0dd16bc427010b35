"""You return equal values as they came. They may be anything, 5 or −3, while your caller relies on
results from 0 to 1. Return 0.0 for each."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [float(value) for value in values]
    return [(value - low) / (high - low) for value in values]
