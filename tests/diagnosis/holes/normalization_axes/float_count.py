"""The number of sets is a float.

mistakes: count-is-float
seen: common error, e.g. size / values
witness: normalization_axes('batch', (2, 3, 4))
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
    table = seq if len(shape) == 3 else img
    if norm not in table:
        raise ValueError(norm)
    axes = table[norm]
    total = values = 1
    for i, s in enumerate(shape):
        total *= s
        if i in axes:
            values *= s
    weight = (shape[2] if len(shape) == 3 else shape[1],)
    if len(shape) == 4 and norm in ("layer", "rms"):
        weight = tuple(shape[1:])
    return axes, total / values, weight
