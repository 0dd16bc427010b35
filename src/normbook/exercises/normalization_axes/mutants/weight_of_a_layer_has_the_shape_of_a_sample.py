"""You give `weight` of layer norm and RMSNorm the shape of one sample, even for a sequence. A
sequence of another length could not use it then. Only an image has a weight for each place; a
sequence has one for each feature: `(D,)`."""

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
    if norm in ("layer", "rms"):
        return axes, sets, tuple(shape[1:])
    return axes, sets, (shape[features],)
