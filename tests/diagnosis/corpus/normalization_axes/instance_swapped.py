"""Instance norm of a sequence runs over the features.

mistakes: instance-over-features
seen: common error, e.g. the two axes of a sequence swapped
"""


def normalization_axes(norm, shape):
    if norm not in ("batch", "layer", "rms", "instance", "channel"):
        raise ValueError("no such norm: " + norm)
    if len(shape) == 3:
        n, t, d = shape
        if norm == "batch":
            return (0, 1), d, (d,)
        return (2,), n * t, (d,)
    n, c, h, w = shape
    if norm == "batch":
        return (0, 2, 3), c, (c,)
    if norm == "instance":
        return (2, 3), n * c, (c,)
    if norm == "channel":
        return (1,), n * h * w, (c,)
    return (1, 2, 3), n, (c, h, w)
