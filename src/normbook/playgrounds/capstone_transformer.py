"""Before training: the stream, and the gradient that comes back.

A Transformer of digits at initialization: what each block hands on, and what reaches it from the
loss.
"""

from __future__ import annotations

import numpy as np

from normbook.capstones.iris import cross_entropy

from .panel.chart import Axis, Chart, Line, Panel, Points, Tone, around
from .panel.control import Control, choice, slider
from .panel.network import (
    Array,
    Back,
    Step,
    chain,
    dynamic_tanh,
    gelu,
    layer_norm,
    linear,
    load_digits,
    residual,
    rms_norm,
    unchanged,
)

ALT = (
    "With pre-LN and six blocks the deviation of the stream grows from block to block, and the "
    "gradient that reaches a block is larger the nearer the block is to the input."
)

FEATURES, HIDDEN, HEADS, TOKENS, IMAGES = 32, 64, 4, 8, 64
PLACEMENTS = {
    "pre": "pre",
    "post": "post",
    "sandwich": "sandwich",
    "OLMo 2": "olmo2",
    "DeepNorm": "deepnorm",
}
CLOSED = ("post", "deepnorm")
"""The placements that end each block in a norm of the stream itself."""
NORMS: dict[str, Step] = {
    "LayerNorm": layer_norm,
    "RMSNorm": rms_norm,
    "DyT": dynamic_tanh,
    "none": unchanged,
}


def controls() -> dict[str, Control]:
    """Return where the norm stands, which it is, how many blocks there are, and the seed."""
    return {
        "placement": choice("placement", PLACEMENTS),
        "norm": choice("norm", NORMS.keys()),
        "depth": slider("blocks", 1, 12, 1, start=6),
        "seed": slider("seed", 0, 9, 1, start=0),
    }


def draw(placement: str, norm: str, depth: int, seed: int) -> Chart:
    """Draw the deviation of each block's output, and the gradient with respect to it.

    Parameters
    ----------
    placement
        One of the values of ``PLACEMENTS``.
    norm
        One of ``NORMS``.
    depth
        Blocks.
    seed
        Of the parameters.

    Returns
    -------
    Chart
        Left, forward; right, backward, for 64 digits.
    """
    outputs, gradients = passes(placement, norm, depth, seed)
    deviations = [float(y.std(axis=-1).mean()) for y in outputs]
    sizes = [float(np.linalg.norm(g)) for g in gradients]
    places = range(1, depth + 1)

    def panel(y: Axis, values: list[float], tone: Tone) -> Panel:
        across = Axis("behind block", (0.5, depth + 0.5))
        return Panel(across, y, [Line(places, values, tone), Points(places, values, tone)])

    highest = 1.1 * max(deviations)
    return Chart(
        [
            panel(Axis("deviation of a row", (0, highest)), deviations, "muted"),
            panel(
                Axis("norm of the gradient", around(sizes, least=(np.inf, 0)), log=True),
                sizes,
                "teal",
            ),
        ]
    )


def passes(placement: str, norm: str, depth: int, seed: int) -> tuple[list[Array], list[Array]]:
    """Return what each block hands on, ``(64, 8, 32)``, and the gradient of the loss for it."""
    rng = np.random.default_rng(seed)
    digits = load_digits()
    embedding = rng.normal(scale=(0.5 / TOKENS) ** 0.5, size=(TOKENS, FEATURES))
    position = rng.normal(scale=0.5**0.5, size=(TOKENS, FEATURES))
    x: Array = digits.images[:IMAGES] @ embedding + position
    outputs: list[Array] = []
    backs: list[Back] = []
    for _ in range(depth):
        x, back = block(rng, placement, NORMS[norm], depth)(x)
        outputs.append(x)
        backs.append(back)
    last, back_last = (unchanged if placement in CLOSED else NORMS[norm])(x)
    scores = rng.normal(scale=(1 / (3 * FEATURES)) ** 0.5, size=(FEATURES, 10))
    _, dscores = cross_entropy(last.mean(axis=1) @ scores, digits.labels[:IMAGES])
    spread = np.repeat((dscores @ scores.T)[:, None] / TOKENS, TOKENS, axis=1)
    gradients = [back_last(spread)]
    for back in reversed(backs[1:]):
        gradients.append(back(gradients[-1]))
    return outputs, gradients[::-1]


def block(rng: np.random.Generator, placement: str, norm: Step, depth: int) -> Step:
    """Return attention and a feed-forward network, each with norms and a residual connection."""
    q, k, v, out, first, second = matrices(rng, placement, depth)
    inside = norm if placement in ("pre", "sandwich") else unchanged
    behind = norm if placement in ("sandwich", "olmo2") else unchanged
    outside = norm if placement in CLOSED else unchanged
    alpha = (2 * depth) ** 0.25 if placement == "deepnorm" else 1.0
    mixing = chain(inside, attention(q, k, v), linear(out), behind)
    thinking = chain(inside, linear(first), gelu, linear(second), behind)
    return chain(residual(mixing, outside, alpha), residual(thinking, outside, alpha))


def matrices(rng: np.random.Generator, placement: str, depth: int) -> list[Array]:
    """Return a block's six matrices, as large as PyTorch draws them, or DeepNorm's paper."""
    shapes = [(FEATURES, FEATURES)] * 4 + [(FEATURES, HIDDEN), (HIDDEN, FEATURES)]
    if placement == "deepnorm":
        beta = (8 * depth) ** -0.25
        gains = (1, 1, beta, beta, beta, beta)
        deviations = [g * (2 / (a + b)) ** 0.5 for g, (a, b) in zip(gains, shapes, strict=True)]
    else:
        in_projection = (0.5 / FEATURES) ** 0.5
        deviations = [in_projection] * 3 + [(1 / (3 * a)) ** 0.5 for a, _ in shapes[3:]]
    return [rng.normal(scale=s, size=shape) for s, shape in zip(deviations, shapes, strict=True)]


def attention(q: Array, k: Array, v: Array) -> Step:
    """Return attention in several heads, without what mixes them."""
    root = (FEATURES / HEADS) ** 0.5

    def split(x: Array) -> Array:
        return x.reshape(*x.shape[:2], HEADS, -1).swapaxes(1, 2)  # (N, heads, T, d)

    def turned(heads: Array) -> Array:
        return heads.swapaxes(-1, -2)

    def joined(heads: Array) -> Array:
        return heads.swapaxes(1, 2).reshape(heads.shape[0], TOKENS, -1)

    def step(x: Array) -> tuple[Array, Back]:
        queries, keys, values = (split(x @ each) for each in (q, k, v))
        weights = np.exp(queries @ turned(keys) / root)
        weights /= weights.sum(axis=-1, keepdims=True)

        def back(dy: Array) -> Array:
            dheads = split(dy)
            dweights = dheads @ turned(values)
            dlogits = weights * (dweights - np.sum(weights * dweights, axis=-1, keepdims=True))
            into = dlogits @ keys / root, turned(dlogits) @ queries / root, turned(weights) @ dheads
            dq, dk, dv = (joined(d) @ each.T for d, each in zip(into, (q, k, v), strict=True))
            return dq + dk + dv

        return joined(weights @ values), back

    return step
