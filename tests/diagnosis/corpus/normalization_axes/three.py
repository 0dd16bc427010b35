"""Layer norm over whole sequences, (C,) for images, and KeyError.

mistakes: layer-of-whole-sequence, image-weight-by-channel, key-error
seen: NVIDIA/cudnn-frontend #432: mean over dims (1, 2, 3) where -1 is meant
"""


def normalization_axes(norm, shape):
    if len(shape) == 3:
        axes = {"batch": (0, 1), "layer": (1, 2), "rms": (1, 2), "instance": (1,), "channel": (2,)}[
            norm
        ]
        weight = (shape[2],)
    else:
        axes = {
            "batch": (0, 2, 3),
            "layer": (1, 2, 3),
            "rms": (1, 2, 3),
            "instance": (2, 3),
            "channel": (1,),
        }[norm]
        weight = (shape[1],)
    sets = 1
    for axis, size in enumerate(shape):
        if axis not in axes:
            sets *= size
    return axes, sets, weight
