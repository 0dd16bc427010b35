"""Ones in the weight's shape, and KeyError.

mistakes: weight-with-ones, key-error
seen: tensorlayer/TensorLayer #963: moments without keepdims, channels first
"""


def normalization_axes(norm, shape):
    seq = {"batch": (0, 1), "layer": (2,), "rms": (2,), "instance": (1,), "channel": (2,)}
    img = {
        "batch": (0, 2, 3),
        "layer": (1, 2, 3),
        "rms": (1, 2, 3),
        "instance": (2, 3),
        "channel": (1,),
    }
    if len(shape) == 3:
        axes, weight = seq[norm], (1, 1, shape[-1])
    else:
        axes = img[norm]
        weight = (1,) + shape[1:] if norm in ("layer", "rms") else (1, shape[1], 1, 1)
    sets = 1
    for i, s in enumerate(shape):
        if i not in axes:
            sets *= s
    return axes, sets, weight
