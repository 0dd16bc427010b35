"""Figures of the chapter on depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np

from normbook.data import spread
from normbook.figures import BLUE, INK, LINE, MUTED, TEAL, VERMILION

from .placement import NAMES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = dict(zip(NAMES, (TEAL, VERMILION, BLUE, MUTED, INK), strict=True))
MARKERS = dict(zip(NAMES, "osD^v", strict=True))


def draw_grid(record: dict[str, Any]) -> list[Axes]:
    """Draw the training loss over learning rates: means, least and greatest of seeds.

    Parameters
    ----------
    record : dict
        The record ``placement``, with its ``grid``.

    Returns
    -------
    list of Axes
        Of a new figure: a panel for each depth and start. Axes are logarithmic.
    """
    shown = {
        ("6", "warmup"): "6 blocks, warm-up",
        ("24", "warmup"): "24 blocks, warm-up",
        ("24", "none"): "24 blocks, none",
    }
    _, panels = plt.subplots(1, len(shown), figsize=(6.8, 3.2), sharex=True, sharey=True)
    for axes, ((depth, start), words) in zip(panels, shown.items(), strict=True):
        for place, (placement, name) in enumerate(NAMES.items()):
            runs = record["grid"][depth][start][placement]["runs"]
            rates = np.array([float(rate) for rate in runs])
            mean, low, high = spread(np.transpose([run["loss"] for run in runs.values()]))
            axes.errorbar(
                rates * 1.04 ** (place - 2),  # side by side
                mean,
                [mean - low, high - mean],
                fmt=MARKERS[placement] + "-",
                markersize=4,
                linewidth=1,
                color=COLOURS[placement],
                label=name,
            )
        axes.set_title(words, fontsize=10)
        axes.set(xscale="log", yscale="log", ylim=(0.05, 3), xlabel="learning rate")
        axes.set_xticks([1e-4, 1e-3], ["0.0001", "0.001"])
        axes.set_yticks([0.1, 1], ["0.1", "1"])
        axes.minorticks_off()
        axes.grid(axis="y", color=LINE, linewidth=0.6)
    panels[0].set_ylabel("training loss")
    panels[0].legend(loc="upper left", fontsize=8)
    return list(panels)
