"""You give `weight` axes of size 1, as `(1, C, 1, 1)`. That is what it is reshaped to when it meets
x; it is stored as `(C,)`, and that is what the task asks for."""

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
    sets = math.prod(size for axis, size in enumerate(shape) if axis not in axes)
    if len(shape) == 4 and norm in ("layer", "rms"):
        return axes, sets, tuple(shape[1:])
    return axes, sets, tuple(size if axis == features else 1 for axis, size in enumerate(shape))
