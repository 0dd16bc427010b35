"""You add a small number to the range, against a division by 0. A range may be smaller than it, and
1.0 comes out as less: answer equal values on their own, and divide by the range alone."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    return [(value - low) / (high - low + 1e-8) for value in values]
