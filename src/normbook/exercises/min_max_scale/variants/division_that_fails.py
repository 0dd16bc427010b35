"""Divide, and answer the failure."""


def min_max_scale(values):
    ranked = sorted(values)
    try:
        return [(value - ranked[0]) / (ranked[-1] - ranked[0]) for value in values]
    except ZeroDivisionError:
        return [0.0] * len(values)
