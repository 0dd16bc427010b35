"""Figures of the chapter on the family of norms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import numpy as np

from normbook.figures import LINE, TEAL, VERMILION

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike


def draw_statistics(batches: Mapping[str, ArrayLike]) -> Figure:
    """Draw, for each batch, the mean and the deviation of each position and of each feature.

    Parameters
    ----------
    batches : mapping from a title to an array of shape (N, T, D)
        A panel each. The first has a scale of its own; the others share one.

    Returns
    -------
    Figure
    """
    figure, panels = plt.subplots(1, len(batches), figsize=(6.8, 2.9))
    for panel, (title, values) in zip(panels, batches.items(), strict=True):
        x = np.asarray(values)
        panel.axhline(1, color=LINE, zorder=0)
        panel.axvline(0, color=LINE, zorder=0)
        panel.plot(
            x.mean(axis=2), x.std(axis=2), "o", color=VERMILION, markersize=4, label="a position"
        )
        panel.plot(
            x.mean(axis=(0, 1)),
            x.std(axis=(0, 1)),
            "D",
            color=TEAL,
            markersize=4,
            fillstyle="none",
            label="a feature",
        )
        panel.set(title=title, xlabel="mean", ylim=(0, None))
    for panel in panels[1:]:
        panel.set(xlim=(-2.2, 2.2), ylim=(0, 2.2))
    panels[0].set_ylabel("deviation")
    handles, labels = panels[0].get_legend_handles_labels()
    first = [labels.index(label) for label in dict.fromkeys(labels)]
    figure.legend(
        [handles[i] for i in first],
        [labels[i] for i in first],
        loc="outside lower center",
        ncols=2,
    )
    return figure
