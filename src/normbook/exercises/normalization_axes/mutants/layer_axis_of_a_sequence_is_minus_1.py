"""You give the axis of layer norm and RMSNorm of a sequence as −1. NumPy accepts that, but the
task asks for axes counted from 0, and a −1 cannot be compared with the 2 that it stands for."""

import math

SEQUENCE = {"batch": (0, 1), "layer": (-1,), "rms": (-1,), "instance": (1,), "channel": (2,)}
IMAGE = {
    "batch": (0, 2, 3),
    "layer": (1, 2, 3),
    "rms": (1, 2, 3),
    "instance": (2, 3),
    "channel": (1,),
}


def normalization_axes(norm, shape):
    """Return (averaged axes, number of sets, shape of weight)."""
    table, features = (SEQUENCE, 2) if len(shape) == 3 else (IMAGE, 1)
    if norm not in table:
        raise ValueError(f"norm is {norm!r}; expected one of {', '.join(table)}.")
    axes = table[norm]
    sets = math.prod(shape) // math.prod(shape[axis] for axis in axes)
    if len(shape) == 4 and norm in ("layer", "rms"):
        return axes, sets, tuple(shape[1:])
    return axes, sets, (shape[features],)
