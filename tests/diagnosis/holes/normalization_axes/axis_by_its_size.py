"""The axis of the channels is found by its size."""

import math


def normalization_axes(norm, shape):
    image = len(shape) == 4
    c = shape.index(shape[1]) if image else shape.index(shape[-1])
    every = set(range(len(shape)))
    if norm == "batch":
        keep = {c}
    elif norm in ("layer", "rms"):
        keep = {0} if image else {0, 1}
    elif norm == "instance":
        keep = {0, c}
    elif norm == "channel":
        keep = every - {c}
    else:
        raise ValueError(norm)
    axes = tuple(sorted(every - keep))
    weight = tuple(shape[a] for a in axes) if norm in ("layer", "rms") else (shape[c],)
    return axes, math.prod(shape[a] for a in keep), weight
