"""Figures of the chapter on the gradient of LayerNorm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib.pyplot as plt

from normbook.figures import TEAL, VERMILION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes


def draw_lengths(lengths: Mapping[str, Sequence[float]]) -> Axes:
    """Draw the length of a row after each step of a descent, a line for each of two gradients.

    Parameters
    ----------
    lengths : mapping of str to sequence of float
        For each gradient, by name, the row's length after each step, above 0; two of them.

    Returns
    -------
    Axes
        Of a new figure; its vertical axis is logarithmic.
    """
    _, axes = plt.subplots(figsize=(6.4, 3.0))
    for (name, path), color in zip(lengths.items(), (TEAL, VERMILION), strict=True):
        axes.plot(range(1, len(path) + 1), path, color=color)
        axes.annotate(name, (len(path), path[-1]), (0, 6), textcoords="offset points", ha="right")
    axes.set(xlabel="step", ylabel="length of the row", yscale="log", ylim=(1, 300))
    axes.set_yticks([1, 10, 100], ["1", "10", "100"])
    axes.minorticks_off()
    axes.xaxis.set_major_formatter("{x:,.0f}")
    return axes
