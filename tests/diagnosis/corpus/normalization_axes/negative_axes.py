"""Axes are counted from the end.

mistakes: negative-axes
seen: common error, e.g. -1 for the last axis
"""


def normalization_axes(norm, shape):
    if norm not in ("batch", "layer", "rms", "instance", "channel"):
        raise ValueError(norm)
    if len(shape) == 3:
        n, t, d = shape
        if norm == "batch":
            return (0, 1), d, (d,)
        if norm == "instance":
            return (1,), n * d, (d,)
        return (-1,), n * t, (d,)
    n, c, h, w = shape
    if norm == "batch":
        return (0, 2, 3), c, (c,)
    if norm == "instance":
        return (-2, -1), n * c, (c,)
    if norm == "channel":
        return (1,), n * h * w, (c,)
    return (-3, -2, -1), n, (c, h, w)
