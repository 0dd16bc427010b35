"""Norm by norm, with the axes counted from wherever the channels are."""


def normalization_axes(norm, shape):
    ndim = len(shape)
    channel = 2 if ndim == 3 else 1
    places = [axis for axis in range(1, ndim) if axis != channel]
    weight = (shape[channel],)
    if norm == "batch":
        averaged = [0, *places]
    elif norm == "instance":
        averaged = places
    elif norm == "channel" or (norm in ("layer", "rms") and ndim == 3):
        averaged = [channel]
    elif norm in ("layer", "rms"):
        averaged = [channel, *places]
        weight = (shape[1], shape[2], shape[3])
    else:
        raise ValueError(f"unknown norm: {norm}")
    values, total = 1, 1
    for axis, size in enumerate(shape):
        total *= size
        values *= size if axis in averaged else 1
    return tuple(sorted(averaged)), total // values, weight
