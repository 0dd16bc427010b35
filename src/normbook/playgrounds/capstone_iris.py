"""Iris: a unit, a learning rate, a norm.

The training loss and the hidden units of the network of the chapter, in the unit of your choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np

from normbook.capstones.iris import Norm, forward, initialize, load_flowers, train
from normbook.figures import MUTED, TEAL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ALT = (
    "In millimetres, the loss of the network with LayerNorm falls from the first step on, while "
    "the one without starts far above it. Before training, its hidden units reach from 0 to far "
    "beyond 10; with LayerNorm they stay within 3 of 0."
)

UNITS = {"micrometres": 1000.0, "millimetres": 1.0, "metres": 0.001}
NORMS: dict[str, tuple[Norm, str]] = {"LayerNorm": ("layer", TEAL), "no norm": ("none", MUTED)}


def controls() -> dict[str, ipywidgets.Widget]:
    """Return the unit of all lengths, Adam's learning rate, and the seed."""
    return {
        "unit": ipywidgets.Dropdown(
            description="unit", options=[*UNITS, "standardized"], value="millimetres"
        ),
        "rate": ipywidgets.FloatLogSlider(
            description="learning rate",
            min=-3,
            max=0,
            step=0.25,
            value=10**-1.25,
            readout_format=".3f",
        ),
        "seed": ipywidgets.IntSlider(description="seed", min=0, max=9, value=0),
    }


def draw(unit: str, rate: float, seed: int) -> Figure:
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
    Figure
        Left, the training loss; right, a histogram of the hidden units before the
        ReLU; those beyond 10 stand at the edge.
    """
    lengths, labels = load_flowers()
    if unit == "standardized":
        x = (lengths - lengths.mean(axis=0)) / lengths.std(axis=0)
    else:
        x = lengths * UNITS[unit]
    figure, (losses, units) = plt.subplots(1, 2, figsize=(7.2, 3.2))
    bins = np.linspace(-10, 10, 81)
    for label, (norm, colour) in NORMS.items():
        losses.plot(train(x, labels, norm, seed, rate).losses, color=colour, label=label)
        hidden = forward(initialize(norm, seed), x)[1].u.ravel()
        units.hist(np.clip(hidden, -10, 10), bins, histtype="step", color=colour, label=label)
    losses.set(xlabel="step", ylabel="training loss", yscale="log", ylim=(1e-2, 1e5))
    units.set(xlabel="hidden units before training", ylabel="count")
    losses.legend()
    return figure
