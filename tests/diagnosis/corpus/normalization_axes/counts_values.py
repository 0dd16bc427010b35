"""It counts the values of a set, not the sets.

mistakes: counts-values-not-sets
seen: common error, e.g. the product over the averaged axes
"""


def normalization_axes(norm, shape):
    if len(shape) == 3:
        axes = {"batch": (0, 1), "layer": (2,), "rms": (2,), "instance": (1,), "channel": (2,)}
        features = (shape[2],)
    else:
        axes = {
            "batch": (0, 2, 3),
            "layer": (1, 2, 3),
            "rms": (1, 2, 3),
            "instance": (2, 3),
            "channel": (1,),
        }
        features = (shape[1],)
        if norm in ("layer", "rms"):
            features = shape[1:]
    if norm not in axes:
        raise ValueError("unknown norm")
    size = 1
    for axis in axes[norm]:
        size *= shape[axis]
    return axes[norm], size, features
