"""Figures of the chapter beyond LayerNorm: what trains at which rate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np

from normbook.data import spread
from normbook.figures import BLUE, INK, LINE, MUTED, TEAL, VERMILION

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

PANELS = {
    "RMSNorm": ("rms",),
    "ScaleNorm": ("scale",),
    "DyT": ("tanh 0.25", "tanh 0.5", "tanh 1", "tanh 2"),
    "Derf": ("erf 0.5", "erf 1", "erf 2"),
    "DeepNorm": ("deepnorm",),
    "no norm": ("none",),
}
COLOURS = {"": TEAL, "0.25": INK, "0.5": BLUE, "1": TEAL, "2": VERMILION}  # by α's start
TOP = 3.0  # a loss above this, or none, is drawn here; a guess's is ln(10)


def draw_rates(record: dict[str, Any]) -> Figure:
    """Draw the final training loss over the learning rate, a panel for each kind of norm.

    Parameters
    ----------
    record : dict
        The record ``beyond``.

    Returns
    -------
    Figure
        Means over seeds and bands from the least to the greatest; LayerNorm's mean is in every
        panel. Axes are logarithmic; a loss above ``TOP`` is drawn at ``TOP``.
    """
    figure, panels = plt.subplots(2, 3, figsize=(6.8, 4.4), sharex=True, sharey=True)
    rates = record["learning_rates"]
    for panel, (title, variants) in zip(panels.flat, PANELS.items(), strict=True):
        panel.axhline(np.log(10) / 2, color=LINE, zorder=0)
        panel.plot(rates, _losses(record, "layer").mean(axis=0), "--", color=MUTED, linewidth=1)
        for variant in variants:
            alpha = variant.partition(" ")[2]
            colour = COLOURS[alpha]
            mean, low, high = spread(_losses(record, variant))
            panel.fill_between(rates, low, high, color=colour, alpha=0.15, linewidth=0)
            panel.plot(rates, mean, "o-", color=colour, markersize=3, label=f"α₀ = {alpha}")
        if len(variants) > 1:
            panel.legend(loc="lower left", fontsize=7, handlelength=1, ncols=2)
        panel.set_title(title)
        _logarithmic(panel)
    for panel in panels[1]:
        panel.set_xlabel("learning rate")
    for panel in panels[:, 0]:
        panel.set_ylabel("training loss")
    return figure


def _losses(record: dict[str, Any], variant: str) -> NDArray[np.float64]:
    """Return the final loss by seed and rate, at most ``TOP``."""
    runs = record["grid"][variant]["runs"].values()
    losses = np.array([run["loss"] for run in runs], np.float64)
    return np.minimum(np.nan_to_num(losses, nan=TOP), TOP).T


def _logarithmic(axes: Axes) -> None:
    axes.set(xscale="log", yscale="log", ylim=(0.007, 4))
    axes.set_yticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
    axes.set_xticks([0.001, 0.01], ["0.001", "0.01"])
    axes.minorticks_off()
