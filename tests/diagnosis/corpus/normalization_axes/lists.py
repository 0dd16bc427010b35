"""Axes and shapes are lists.

mistakes: lists-not-tuples
seen: common error, e.g. [0, 2, 3]
"""


def normalization_axes(norm, shape):
    sequence = {"batch": [0, 1], "layer": [2], "rms": [2], "instance": [1], "channel": [2]}
    image = {
        "batch": [0, 2, 3],
        "layer": [1, 2, 3],
        "rms": [1, 2, 3],
        "instance": [2, 3],
        "channel": [1],
    }
    table = sequence if len(shape) == 3 else image
    if norm not in table:
        raise ValueError(norm)
    axes = table[norm]
    sets = 1
    for i in range(len(shape)):
        if i not in axes:
            sets *= shape[i]
    if len(shape) == 4 and norm in ("layer", "rms"):
        return axes, sets, list(shape[1:])
    return axes, sets, [shape[2] if len(shape) == 3 else shape[1]]
