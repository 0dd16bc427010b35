"""Any name with "layer" in it is accepted.

mistakes: other-names-accepted
seen: common error, e.g. "layer" in norm
witness: normalization_axes('layernorm', (2, 3, 4))
"""


def normalization_axes(norm, shape):
    for known in ("batch", "layer", "rms", "instance", "channel"):
        if known in norm:
            norm = known
            break
    else:
        raise ValueError(norm)
    seq = {"batch": (0, 1), "layer": (2,), "rms": (2,), "instance": (1,), "channel": (2,)}
    img = {
        "batch": (0, 2, 3),
        "layer": (1, 2, 3),
        "rms": (1, 2, 3),
        "instance": (2, 3),
        "channel": (1,),
    }
    axes = (seq if len(shape) == 3 else img)[norm]
    sets = 1
    for i, s in enumerate(shape):
        if i not in axes:
            sets *= s
    if len(shape) == 4 and norm in ("layer", "rms"):
        return axes, sets, tuple(shape[1:])
    return axes, sets, (shape[2] if len(shape) == 3 else shape[1],)
