"""Figures of the chapter on epsilon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np

from normbook.data import spread
from normbook.figures import TEAL, VERMILION

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_sweep(record: dict[str, Any]) -> Axes:
    """Draw the training loss over ε: the mean over seeds, and a band from least to greatest.

    Parameters
    ----------
    record : dict
        The record ``epsilon_sweep``.

    Returns
    -------
    Axes
        Of a new figure; both of its axes are logarithmic.
    """
    _, axes = plt.subplots(figsize=(6.4, 3.4))
    for scale, colour in zip(record["scales"], (TEAL, VERMILION), strict=True):
        runs = record["runs"][f"{scale:g}"]
        losses = np.transpose([runs[f"{eps:g}"]["loss"] for eps in record["eps"]])
        mean, low, high = spread(losses)
        axes.fill_between(record["eps"], low, high, color=colour, alpha=0.2, linewidth=0)
        axes.plot(record["eps"], mean, "o-", color=colour, markersize=4)
        name = f"tokens begin with a deviation of {scale:g}"
        top = (1e-12, high[:6].max())
        axes.annotate(name, top, (0, 5), textcoords="offset points", color=colour)
    axes.set(xscale="log", yscale="log", ylim=(0.01, 1), xlabel="ε", ylabel="training loss")
    axes.set_yticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
    return axes
