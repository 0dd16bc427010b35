"""Iris: a unit, a learning rate, a norm.

The training loss and the hidden units of the network of the chapter, in the unit of your choice.
"""

from __future__ import annotations

import numpy as np

from normbook.capstones.iris import Norm, forward, initialize, load_flowers, train

from .panel.chart import Axis, Chart, Line, Panel, Steps, Tone
from .panel.control import Control, choice, log_slider, slider

ALT = (
    "In millimetres, the loss of the network with LayerNorm falls from the first step on, while "
    "the one without starts far above it. Before training, most of its hidden units lie beyond 10 "
    "on either side of 0; with LayerNorm all stay within 3 of 0."
)

UNITS = {"micrometres": 1000.0, "millimetres": 1.0, "metres": 0.001}
NORMS: dict[str, tuple[Norm, Tone]] = {
    "LayerNorm": ("layer", "teal"),
    "no norm": ("none", "muted"),
}


def controls() -> dict[str, Control]:
    """Return the unit of all lengths, Adam's learning rate, and the seed."""
    return {
        "unit": choice("unit", [*UNITS, "standardized"], start="millimetres"),
        "rate": log_slider("learning rate", -3, 0, 0.25, start=10**-1.25, readout=".3f"),
        "seed": slider("seed", 0, 9, 1, start=0),
    }


def draw(unit: str, rate: float, seed: int) -> Chart:
    """Draw both networks: their losses, and their hidden units before the first step.

    Parameters
    ----------
    unit
        Of the lengths; or "standardized", each column by itself.
    rate
        Of Adam.
    seed
        Of the first matrices, which both networks share.

    Returns
    -------
    Chart
        Left, the training loss; right, a histogram of the hidden units before the
        ReLU; those beyond 10 stand at the edge.
    """
    lengths, labels = load_flowers()
    if unit == "standardized":
        x = (lengths - lengths.mean(axis=0)) / lengths.std(axis=0)
    else:
        x = lengths * UNITS[unit]
    edges = np.linspace(-10, 10, 81)
    losses, units = [], []
    for name, (norm, tone) in NORMS.items():
        loss = train(x, labels, norm, seed, rate).losses
        losses.append(Line(range(len(loss)), loss, tone, name))
        hidden = forward(initialize(norm, seed), x)[1].u.ravel()
        counts, _ = np.histogram(np.clip(hidden, -10, 10), edges)
        units.append(Steps(edges, counts, tone, name, filled=False))
    highest = 1.05 * max(np.max(each.heights) for each in units)
    return Chart(
        [
            Panel(
                Axis("step", (0, len(loss))), Axis("training loss", (1e-2, 1e5), log=True), losses
            ),
            Panel(
                Axis("hidden units before training", (-10.2, 10.2)),
                Axis("count", (0, highest)),
                units,
            ),
        ]
    )
