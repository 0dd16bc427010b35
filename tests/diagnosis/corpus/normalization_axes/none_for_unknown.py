"""An unknown norm gives None.

mistakes: unknown-gives-none
seen: common error, e.g. if ... elif without else
"""


def normalization_axes(norm, shape):
    images = len(shape) == 4
    n = shape[0]
    f = shape[1] if images else shape[2]
    places = shape[2] * shape[3] if images else shape[1]
    if norm == "batch":
        return ((0, 2, 3) if images else (0, 1)), f, (f,)
    elif norm == "layer" or norm == "rms":
        if images:
            return (1, 2, 3), n, tuple(shape[1:])
        return (2,), n * places, (f,)
    elif norm == "instance":
        return ((2, 3) if images else (1,)), n * f, (f,)
    elif norm == "channel":
        return ((1,) if images else (2,)), n * places, (f,)
