"""Batch norm of sequences runs over axis 0 alone.

mistakes: batch-only-axis-0
seen: geekdaxue.co, BN, LN, IN, GN: which axes each takes
"""


def normalization_axes(norm, shape):
    if norm not in ("batch", "layer", "rms", "instance", "channel"):
        raise ValueError(norm)
    if len(shape) == 3:
        n, t, d = shape
        table = {"batch": ((0,), t * d), "layer": ((2,), n * t), "rms": ((2,), n * t)}
        table.update({"instance": ((1,), n * d), "channel": ((2,), n * t)})
        axes, count = table[norm]
        return axes, count, (d,)
    n, c, h, w = shape
    if norm == "batch":
        return (0, 2, 3), c, (c,)
    if norm == "instance":
        return (2, 3), n * c, (c,)
    if norm == "channel":
        return (1,), n * h * w, (c,)
    return (1, 2, 3), n, (c, h, w)
