"""(C,) for layer norm's weight, and KeyError.

mistakes: image-weight-by-channel, key-error
seen: common error, e.g. one rule for all weights
"""


def normalization_axes(norm, shape):
    sequence = {"batch": (0, 1), "layer": (2,), "rms": (2,), "instance": (1,), "channel": (2,)}
    image = {
        "batch": (0, 2, 3),
        "layer": (1, 2, 3),
        "rms": (1, 2, 3),
        "instance": (2, 3),
        "channel": (1,),
    }
    axes = sequence[norm] if len(shape) == 3 else image[norm]
    count = 1
    for axis, size in enumerate(shape):
        count *= 1 if axis in axes else size
    return axes, count, (shape[2],) if len(shape) == 3 else (shape[1],)
