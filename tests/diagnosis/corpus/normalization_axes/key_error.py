"""An unknown norm raises KeyError.

mistakes: key-error
seen: common error, e.g. a dict lookup alone
"""


def normalization_axes(norm, shape):
    if len(shape) == 3:
        n, t, d = shape
        return {
            "batch": ((0, 1), d, (d,)),
            "layer": ((2,), n * t, (d,)),
            "rms": ((2,), n * t, (d,)),
            "instance": ((1,), n * d, (d,)),
            "channel": ((2,), n * t, (d,)),
        }[norm]
    n, c, h, w = shape
    return {
        "batch": ((0, 2, 3), c, (c,)),
        "layer": ((1, 2, 3), n, (c, h, w)),
        "rms": ((1, 2, 3), n, (c, h, w)),
        "instance": ((2, 3), n * c, (c,)),
        "channel": ((1,), n * h * w, (c,)),
    }[norm]
