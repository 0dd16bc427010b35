"""You count the axes of layer norm and RMSNorm from the end, as −1. NumPy accepts that, but the
task asks for axes counted from 0, and a −1 cannot be compared with a 2."""

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
    if norm in ("layer", "rms"):
        axes = tuple(axis - len(shape) for axis in axes)
    sets = math.prod(size for axis, size in enumerate(shape) if axis not in table[norm])
    if len(shape) == 4 and norm in ("layer", "rms"):
        return axes, sets, tuple(shape[1:])
    return axes, sets, (shape[features],)
