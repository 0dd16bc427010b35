"""Five placements, one stack: what grows, what comes back, what a step moves.

A stack of blocks at initialization, of two sublayers each. A sublayer is one random matrix, so that
all five placements are seen with the same weights, sublayer by sublayer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import LogLocator, NullLocator

from normbook.figures.placement import COLOURS, NAMES
from normbook.norms import layer_norm, layer_norm_backward, layer_norm_forward

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    Array = NDArray[np.floating]

ALT = (
    "With 12 blocks and weights moved by 1 %, the variance of the stream grows in pre, sandwich "
    "and OLMo 2 and is 1 in post and DeepNorm; the gradient falls towards the output in the three "
    "that grow; the output moves most in post and least in DeepNorm."
)

FEATURES, ROWS = 64, 64


def controls() -> dict[str, ipywidgets.Widget]:
    """Return the depth, the size of the branch's weights, and how far a step moves them."""
    return {
        "blocks": ipywidgets.IntSlider(description="blocks", min=1, max=24, value=12),
        "gain": ipywidgets.FloatLogSlider(
            description="gain of W", min=-1, max=0.5, step=0.1, value=1, readout_format=".2f"
        ),
        "step": ipywidgets.FloatLogSlider(
            description="moved by", min=-3, max=-1, step=0.1, value=0.01, readout_format=".3f"
        ),
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


def draw(blocks: int, gain: float, step: float) -> Figure:
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
    Figure
        Left, the variance of the stream; middle, the size of the gradient for it; right, the
        deviation of the change of the normalized stream.
    """
    rng = np.random.default_rng(0)
    x, dy = rng.normal(size=(2, ROWS, FEATURES))
    size = gain / FEATURES**0.5
    weights, noise = size * rng.normal(size=(2, 2 * blocks, FEATURES, FEATURES))
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(7.2, 3.2))
    for placement, colour in COLOURS.items():
        streams = forward(x, weights, placement)
        moved = forward(x, weights + step * noise, placement)
        gradients = backward(dy, streams, weights, placement)
        changes = [normalized(a) - normalized(b) for a, b in zip(moved, streams, strict=True)]
        places, dashes = range(2 * blocks + 1), (3, 2) if placement in ("olmo2", "deepnorm") else ()
        for axes, values in (
            (left, [s.var() for s in streams]),
            (middle, [np.linalg.norm(g) / np.linalg.norm(dy) for g in gradients]),
            (right, [c.std() for c in changes]),
        ):
            axes.plot(places, values, color=colour, dashes=dashes, label=NAMES[placement])
    left.set(title="variance of the stream", yscale="log")
    middle.set(title="gradient, output's = 1", yscale="log")
    right.set(title="moved by the step", ylim=(0, None))
    for axes in (left, middle, right):
        axes.title.set_fontsize(10)
        axes.set_xlabel("behind sublayer")
        axes.xaxis.get_major_locator().set_params(integer=True)
    for axes in (left, middle):
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter("{x:g}")
        axes.yaxis.set_minor_locator(NullLocator())
    left.legend(fontsize=8, handlelength=1.4)
    return figure
