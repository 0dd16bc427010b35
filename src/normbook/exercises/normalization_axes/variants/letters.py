"""By the letters of the axes."""

FIXED = {
    "NTD": {"batch": "D", "layer": "NT", "rms": "NT", "instance": "ND", "channel": "NT"},
    "NCHW": {"batch": "C", "layer": "N", "rms": "N", "instance": "NC", "channel": "NHW"},
}


def normalization_axes(norm, shape):
    layout = "NTD" if len(shape) == 3 else "NCHW"
    try:
        fixed = FIXED[layout][norm]
    except KeyError:
        raise ValueError(f"there is no norm {norm!r}") from None
    size = dict(zip(layout, shape, strict=True))
    sets = 1
    for letter in fixed:
        sets *= size[letter]
    parameter = "CHW" if fixed == "N" else "CD"
    weight = tuple(size[letter] for letter in layout if letter in parameter)
    return tuple(i for i, letter in enumerate(layout) if letter not in fixed), sets, weight
