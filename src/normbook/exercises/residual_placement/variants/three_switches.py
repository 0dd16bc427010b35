"""Five placements as three switches: a norm before the branch, behind it, and behind the sum."""

import numpy as np

SWITCHES = {
    "pre": (1, 0, 0),
    "post": (0, 0, 1),
    "sandwich": (1, 1, 0),
    "olmo2": (0, 1, 0),
    "deepnorm": (0, 0, 1),
}


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    try:
        before, behind, last = SWITCHES[placement]
    except KeyError:
        raise ValueError(f"no placement {placement!r}") from None

    def norm(z, on):
        if not on:
            return z
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    shortcut = np.multiply(x, alpha) if placement == "deepnorm" else np.array(x)
    return norm(shortcut + norm(np.matmul(norm(x, before), w), behind), last)
