"""The shape of the weight has ones for broadcasting.

mistakes: weight-with-ones
seen: tensorlayer/TensorLayer #963: moments without keepdims, channels first
"""


def normalization_axes(norm, shape):
    if len(shape) == 3:
        axes = {"batch": (0, 1), "layer": (2,), "rms": (2,), "instance": (1,), "channel": (2,)}.get(
            norm
        )
        weight = (1, 1, shape[2])
    else:
        axes = {
            "batch": (0, 2, 3),
            "layer": (1, 2, 3),
            "rms": (1, 2, 3),
            "instance": (2, 3),
            "channel": (1,),
        }.get(norm)
        weight = (1, shape[1], 1, 1)
        if norm in ("layer", "rms"):
            weight = tuple(shape[1:])
    if axes is None:
        raise ValueError(norm)
    count = 1
    for axis in range(len(shape)):
        if axis not in axes:
            count *= shape[axis]
    return axes, count, weight
