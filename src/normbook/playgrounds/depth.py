"""Five placements, one stack: what grows, what comes back, what a step moves.

A stack of blocks at initialization, of two sublayers each. A sublayer is one random matrix, so that
all five placements are seen with the same weights, sublayer by sublayer.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from normbook.norms import layer_norm, layer_norm_backward, layer_norm_forward

from .panel.chart import Axis, Chart, Line, Panel, Stroke, Tone, around
from .panel.control import Control, log_slider, slider

Array = NDArray[np.floating]

ALT = (
    "With 12 blocks and weights moved by 1 %, the variance of the stream grows in pre, sandwich "
    "and OLMo 2 and is 1 in post and DeepNorm; the gradient falls towards the output in the three "
    "that grow; the output moves most in post and least in DeepNorm."
)

FEATURES, ROWS = 64, 32
PLACEMENTS: dict[str, tuple[str, Tone, Stroke]] = {
    "pre": ("pre", "blue", "thick"),
    "post": ("post", "vermilion", "solid"),
    "sandwich": ("sandwich", "teal", "solid"),
    "olmo2": ("OLMo 2", "ink", "dashed"),
    "deepnorm": ("DeepNorm", "muted", "dashed"),
}
"""For each placement its name in a legend, its tone and its stroke. The strokes differ, so that
curves which lie on each other are all seen."""


def controls() -> dict[str, Control]:
    """Return the depth, the size of the branch's weights, and how far a step moves them."""
    return {
        "blocks": slider("blocks", 1, 24, 1, start=12),
        "gain": log_slider("gain of W", -1, 0.5, 0.1, start=1),
        "step": log_slider("moved by", -3, -1, 0.1, start=0.01),
    }


def constants(placement: str, blocks: int) -> tuple[float, float]:
    """Return α and β: DeepNorm's for so many blocks, or 1 and 1."""
    if placement == "deepnorm":
        return (2 * blocks) ** 0.25, (8 * blocks) ** -0.25
    return 1.0, 1.0


def normalized(x: Array) -> Array:
    """Return LayerNorm of the rows."""
    return layer_norm(x, FEATURES)


def forward(x: Array, weights: Array, placement: str) -> list[Array]:
    """Return the stream before the first sublayer and behind each."""
    alpha, beta = constants(placement, len(weights) // 2)
    streams = [x]
    for w in beta * weights:
        if placement in ("post", "deepnorm"):
            x = normalized(alpha * x + x @ w)
        else:
            branch = (x if placement == "olmo2" else normalized(x)) @ w
            x = x + (branch if placement == "pre" else normalized(branch))
        streams.append(x)
    return streams


def backward(dy: Array, streams: list[Array], weights: Array, placement: str) -> list[Array]:
    """Return the gradient for each of the streams, given that for the normalized last one."""
    alpha, beta = constants(placement, len(weights) // 2)

    def through(x: Array, g: Array) -> Array:
        return layer_norm_backward(g, layer_norm_forward(x, FEATURES)[1]).dx

    closed = placement in ("post", "deepnorm")
    gradients = [dy if closed else through(streams[-1], dy)]
    for x, w in zip(streams[-2::-1], beta * weights[::-1], strict=True):
        g = gradients[-1]
        if closed:
            g = through(alpha * x + x @ w, g)
            gradients.append(alpha * g + g @ w.T)
            continue
        inner = x if placement == "olmo2" else normalized(x)
        into = (g if placement == "pre" else through(inner @ w, g)) @ w.T
        gradients.append(g + (into if placement == "olmo2" else through(x, into)))
    return gradients[::-1]


def draw(blocks: int, gain: float, step: float) -> Chart:
    """Draw the stream, the gradient, and how far the normalized stream moves with the weights.

    Parameters
    ----------
    blocks
        Blocks, of two sublayers each.
    gain
        Deviation of the entries of each weight, in units of 1/√D; DeepNorm multiplies it by its β.
    step
        Deviation of what is added to the weights, in parts of their own.

    Returns
    -------
    Chart
        Left, the variance of the stream; middle, the size of the gradient for it; right, the
        deviation of the change of the normalized stream.
    """
    rng = np.random.default_rng(0)
    x, dy = rng.normal(size=(2, ROWS, FEATURES))
    size = gain / FEATURES**0.5
    weights, noise = size * rng.normal(size=(2, 2 * blocks, FEATURES, FEATURES))
    variances: list[Line] = []
    sizes: list[Line] = []
    moves: list[Line] = []
    for placement, (name, tone, stroke) in PLACEMENTS.items():
        streams = forward(x, weights, placement)
        moved = forward(x, weights + step * noise, placement)
        gradients = backward(dy, streams, weights, placement)
        changes = [normalized(a) - normalized(b) for a, b in zip(moved, streams, strict=True)]
        for lines, values in (
            (variances, [s.var() for s in streams]),
            (sizes, [np.linalg.norm(g) / np.linalg.norm(dy) for g in gradients]),
            (moves, [c.std() for c in changes]),
        ):
            lines.append(Line(range(2 * blocks + 1), values, tone, name, stroke))
    across = Axis("behind sublayer", (0, 2 * blocks))
    highest = 1.05 * max(np.max(line.y) for line in moves)
    return Chart(
        [
            Panel(across, _log_axis(variances), variances, "variance of the stream"),
            Panel(across, _log_axis(sizes), sizes, "gradient, output's = 1"),
            Panel(across, Axis("", (0, highest)), moves, "moved by the step"),
        ]
    )


def _log_axis(lines: list[Line]) -> Axis:
    """Return an axis that shows all lines."""
    return Axis("", around(*(line.y for line in lines), least=(0.5, 2)), log=True)
