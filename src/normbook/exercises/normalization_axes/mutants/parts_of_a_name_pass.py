"""You look for the name in a string of all five, where "inst" is found, too, and so is "". The task
names five strings; any other raises a `ValueError`."""

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
    if norm not in "batch layer rms instance channel":
        raise ValueError(f"norm is {norm!r}; expected one of {', '.join(table)}.")
    axes = table.get(norm, table["instance"])
    sets = math.prod(size for axis, size in enumerate(shape) if axis not in axes)
    if len(shape) == 4 and norm in ("layer", "rms"):
        return axes, sets, tuple(shape[1:])
    return axes, sets, (shape[features],)
