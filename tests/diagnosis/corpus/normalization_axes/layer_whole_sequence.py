"""Layer norm of a sequence runs over positions and features.

mistakes: layer-of-whole-sequence
seen: NVIDIA/cudnn-frontend #432: mean over dims (1, 2, 3) where -1 is meant
"""


def normalization_axes(norm, shape):
    n = shape[0]
    if len(shape) == 3:
        t, d = shape[1:]
        if norm == "batch":
            return (0, 1), d, (d,)
        if norm in ("layer", "rms"):
            return (1, 2), n, (d,)
        if norm == "instance":
            return (1,), n * d, (d,)
        if norm == "channel":
            return (2,), n * t, (d,)
    else:
        c, h, w = shape[1:]
        if norm == "batch":
            return (0, 2, 3), c, (c,)
        if norm in ("layer", "rms"):
            return (1, 2, 3), n, (c, h, w)
        if norm == "instance":
            return (2, 3), n * c, (c,)
        if norm == "channel":
            return (1,), n * h * w, (c,)
    raise ValueError(f"unknown norm {norm}")
