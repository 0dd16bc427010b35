"""-1 for layer and rms, and a weight by channel.

mistakes: image-weight-by-channel, negative-axes
seen: a student of the book, who knew none of the tests
"""


def normalization_axes(norm, shape):
    if len(shape) == 3:
        n, t, d = shape
        table = {
            "batch": ((0, 1), d),
            "layer": ((-1,), n * t),
            "rms": ((-1,), n * t),
            "instance": ((1,), n * d),
            "channel": ((2,), n * t),
        }
        feat = d
    else:
        n, c, h, w = shape
        table = {
            "batch": ((0, 2, 3), c),
            "layer": ((1, 2, 3), n),
            "rms": ((1, 2, 3), n),
            "instance": ((2, 3), n * c),
            "channel": ((1,), n * h * w),
        }
        feat = c
    if norm not in table:
        raise ValueError("unknown norm " + str(norm))
    axes, count = table[norm]
    return axes, count, (feat,)
