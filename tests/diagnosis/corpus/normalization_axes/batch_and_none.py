"""Batch norm over axis 0 alone, and None for an unknown norm.

mistakes: batch-only-axis-0, unknown-gives-none
seen: geekdaxue.co, BN, LN, IN, GN: which axes each takes
"""


def normalization_axes(norm, shape):
    seq = len(shape) == 3
    axes = None
    if norm == "batch":
        axes = (0,)
    elif norm in ("layer", "rms"):
        axes = (2,) if seq else (1, 2, 3)
    elif norm == "instance":
        axes = (1,) if seq else (2, 3)
    elif norm == "channel":
        axes = (2,) if seq else (1,)
    if axes is None:
        return None
    sets = 1
    for i, s in enumerate(shape):
        if i not in axes:
            sets *= s
    if not seq and norm in ("layer", "rms"):
        return axes, sets, tuple(shape[1:])
    return axes, sets, (shape[2] if seq else shape[1],)
