"""You give layer norm and RMSNorm of an image one weight for each channel. That is `GroupNorm(1, C)`, with
the same statistics. With `normalized_shape=(C, H, W)` each pixel has its own weight too."""

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
    """Return (averaged axes, number of sets, shape of weight)."""
    table, features = (SEQUENCE, 2) if len(shape) == 3 else (IMAGE, 1)
    if norm not in table:
        raise ValueError(f"norm is {norm!r}; expected one of {', '.join(table)}.")
    axes = table[norm]
    sets = math.prod(size for axis, size in enumerate(shape) if axis not in axes)
    return axes, sets, (shape[features],)
