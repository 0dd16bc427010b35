"""Figures of the capstone on Iris."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import numpy as np

from normbook.capstones.iris import Array, Labels, Norm, train
from normbook.figures import MUTED, TEAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

SEEDS = range(10)
LINES: tuple[tuple[Norm, str, str], ...] = (
    ("layer", "LayerNorm", TEAL),
    ("none", "no norm", MUTED),
)


def draw_losses(x: Array, labels: Labels, rates: Sequence[float]) -> list[Axes]:
    """Draw the training loss with LayerNorm and without: median and range of ten seeds.

    Parameters
    ----------
    x : ndarray, shape (N, 4)
        The measurements, as the network sees them.
    labels : ndarray of int, shape (N,)
        Species, from 0 to 2.
    rates : sequence of float
        Learning rates of Adam, a panel each.

    Returns
    -------
    list of Axes
    """
    _, panels = plt.subplots(1, len(rates), figsize=(7.2, 3.2), sharey=True, squeeze=False)
    for axes, rate in zip(panels[0], rates, strict=True):
        for norm, label, colour in LINES:
            losses = np.array([train(x, labels, norm, seed, rate).losses for seed in SEEDS])
            steps = np.arange(losses.shape[1])
            axes.fill_between(
                steps, losses.min(axis=0), losses.max(axis=0), color=colour, alpha=0.2, linewidth=0
            )
            axes.plot(steps, np.median(losses, axis=0), color=colour, label=label)
        axes.set(title=f"learning rate {rate:g}", xlabel="step", yscale="log")
    panels[0][0].set_ylabel("training loss")
    panels[0][-1].legend()
    return list(panels[0])
