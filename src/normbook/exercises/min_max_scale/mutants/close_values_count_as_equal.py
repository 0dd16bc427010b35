"""You ask with `math.isclose` whether the values are equal. It allows for a difference of a
billionth of their size, so that large values with a small range all become 0. Ask whether smallest
and largest are the same: `low == high`."""

import math


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if math.isclose(low, high):
        return [0.0 for _ in values]
    return [(value - low) / (high - low) for value in values]
