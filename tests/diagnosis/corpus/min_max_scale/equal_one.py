"""Where all values are equal, it gives 1.0.

mistakes: equal-gives-one
seen: common error, e.g. a single value is "all of it"
"""


def min_max_scale(values):
    low = min(values, default=0)
    span = max(values, default=0) - low
    return [(v - low) / span if span else 1.0 for v in values]
