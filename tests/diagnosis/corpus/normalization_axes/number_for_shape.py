"""The shape of weight is a number.

mistakes: weight-is-a-number
seen: a student's attempt, said anew
"""


def normalization_axes(norm, shape):
    if norm not in ("batch", "layer", "rms", "instance", "channel"):
        raise ValueError("no such norm")
    if len(shape) == 3:
        n, t, d = shape
        if norm == "batch":
            return (0, 1), d, d
        if norm == "instance":
            return (1,), n * d, d
        return (2,), n * t, d
    n, c, h, w = shape
    if norm == "batch":
        return (0, 2, 3), c, c
    if norm == "instance":
        return (2, 3), n * c, c
    if norm == "channel":
        return (1,), n * h * w, c
    return (1, 2, 3), n, (c, h, w)
