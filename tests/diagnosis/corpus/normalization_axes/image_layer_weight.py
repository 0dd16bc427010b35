"""For images, layer norm's weight has shape (C,).

mistakes: image-weight-by-channel
seen: common error, e.g. weight (C,) for every norm
"""


def normalization_axes(norm, shape):
    sequence = {"batch": (0, 1), "layer": (2,), "rms": (2,), "instance": (1,), "channel": (2,)}
    image = {
        "batch": (0, 2, 3),
        "layer": (1, 2, 3),
        "rms": (1, 2, 3),
        "instance": (2, 3),
        "channel": (1,),
    }
    is_image = len(shape) == 4
    try:
        axes = (image if is_image else sequence)[norm]
    except KeyError:
        raise ValueError(norm)
    sets = 1
    for i, size in enumerate(shape):
        if i not in axes:
            sets *= size
    return axes, sets, (shape[1] if is_image else shape[2],)
