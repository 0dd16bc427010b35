"""By walking over every cell and naming the set that it belongs to."""

from itertools import product

FIXED = {
    "batch": lambda n, place, f: f,
    "layer": lambda n, place, f: (n, place),
    "rms": lambda n, place, f: (n, place),
    "instance": lambda n, place, f: (n, f),
    "channel": lambda n, place, f: (n, place),
}


def normalization_axes(norm, shape):
    if norm not in FIXED:
        raise ValueError(norm)
    image = len(shape) == 4
    whole = image and norm in {"layer", "rms"}

    def name(cell):
        n, *rest = cell
        f = rest.pop(0 if image else -1)
        return n if whole else FIXED[norm](n, tuple(rest), f)

    axes = []
    for axis in range(len(shape)):
        step = [0] * len(shape)
        step[axis] = 1
        if name([0] * len(shape)) == name(step):
            axes.append(axis)
    sets = {name(cell) for cell in product(*map(range, shape))}
    return tuple(axes), len(sets), shape[1:] if whole else (shape[1 if image else 2],)
