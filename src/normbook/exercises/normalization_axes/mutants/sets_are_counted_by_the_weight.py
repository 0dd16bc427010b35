"""You take the number of values in `weight` for the number of sets. The two agree for batch norm.
The statistics of the other norms differ from sample to sample, while all samples share one
weight."""

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
    sets = shape[features]
    if len(shape) == 4 and norm in ("layer", "rms"):
        return axes, math.prod(shape[1:]), tuple(shape[1:])
    return axes, sets, (shape[features],)
