"""As a straight line: a slope and an offset."""


def min_max_scale(values):
    if len(set(values)) < 2:
        return [0.0] * len(values)
    slope = 1 / (max(values) - min(values))
    offset = -slope * min(values)
    return list(map(lambda value: slope * value + offset, values))
