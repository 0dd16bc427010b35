"""The ends from a sorted copy, both differences from math.fsum."""

import math


def min_max_scale(values):
    ends = sorted(values)[:: max(len(values) - 1, 1)]
    if len(ends) < 2 or ends[0] == ends[-1]:
        return [0.0] * len(values)
    span = math.fsum((ends[-1], -ends[0]))
    return [math.fsum((value, -ends[0])) / span for value in values]
