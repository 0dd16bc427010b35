"""Figures of the chapter beyond LayerNorm: what trains at which rate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np

from normbook.experiments.record import spread
from normbook.figures import LINE, MUTED, TEAL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

NAMES = {
    "layer": "LayerNorm",
    "rms": "RMSNorm",
    "scale": "ScaleNorm",
    "tanh": "DyT",
    "deepnorm": "DeepNorm",
    "none": "no norm",
}
TOP = 3.0  # above a guess's loss of ln(10); what is higher, or not finite, is drawn here


def draw_rates(record: dict[str, Any]) -> Figure:
    """Draw the final training loss over the learning rate, a panel for each variant.

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
    for panel, variant in zip(panels.flat, record["variants"], strict=True):
        panel.axhline(np.log(10) / 2, color=LINE, zorder=0)
        panel.plot(rates, _losses(record, "layer").mean(axis=0), "--", color=MUTED, linewidth=1)
        mean, low, high = spread(_losses(record, variant))
        panel.fill_between(rates, low, high, color=TEAL, alpha=0.2, linewidth=0)
        panel.plot(rates, mean, "o-", color=TEAL, markersize=4)
        panel.set_title(NAMES[variant])
        _logarithmic(panel)
    for panel in panels[1]:
        panel.set_xlabel("learning rate")
    for panel in panels[:, 0]:
        panel.set_ylabel("training loss")
    return figure


def _losses(record: dict[str, Any], variant: str) -> NDArray[np.float64]:
    """Return the final loss by seed and rate, at most ``TOP``."""
    runs = record["runs"][variant]
    losses = np.array([runs[f"{rate:g}"]["loss"] for rate in record["learning_rates"]], np.float64)
    return np.minimum(np.nan_to_num(losses, nan=TOP), TOP).T


def _logarithmic(axes: Axes) -> None:
    axes.set(xscale="log", yscale="log", ylim=(0.01, 4))
    axes.set_yticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
    axes.set_xticks([0.001, 0.01, 0.1], ["0.001", "0.01", "0.1"])
    axes.minorticks_off()
