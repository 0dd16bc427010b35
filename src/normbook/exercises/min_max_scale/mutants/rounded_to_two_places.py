"""You round the results. For the seven values of the example that changes nothing,
for 1/3 it does. Round when you print, not when you compute."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    return [round((value - low) / (high - low), 2) for value in values]
