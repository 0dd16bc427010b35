"""Figures of the chapter on LayerNorm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import numpy as np

from normbook.figures import BLUE, LINE, MUTED, TEAL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike


def draw_projection(samples: ArrayLike) -> Axes:
    """Draw samples of two features, their projections orthogonal to **1**, and their LayerNorm.

    Parameters
    ----------
    samples : array_like, shape (N, 2)
        Points of the plane; none with two equal features.

    Returns
    -------
    Axes
        Of a new figure.
    """
    points = np.asarray(samples, dtype=float)
    centred = points - points.mean(axis=1, keepdims=True)
    normalized = centred / np.sqrt(np.mean(centred**2, axis=1, keepdims=True))
    reach = 1.15 * np.abs(points).max()
    _, axes = plt.subplots(figsize=(4.5, 4.6))
    axes.plot([-reach, reach], [-reach, reach], color=LINE, zorder=0)
    axes.plot([-reach, reach], [reach, -reach], color=MUTED, linewidth=1, zorder=0)
    axes.annotate("multiples of 1", (-0.55 * reach, -0.75 * reach), color=MUTED)
    axes.annotate("rows that sum to 0", (-0.97 * reach, 0.06 * reach), color=MUTED)
    for point, foot in zip(points, centred, strict=True):
        axes.plot(*zip(point, foot, strict=True), color=BLUE, linewidth=1, linestyle=":")
    axes.plot(*points.T, "o", color=MUTED, label="x")
    axes.plot(*centred.T, "o", color=BLUE, label="x − μ")
    axes.plot(*normalized.T, "D", color=TEAL, markersize=9, label="x̂")
    axes.set(xlabel="feature 1", ylabel="feature 2", xlim=(-reach, reach), ylim=(-reach, reach))
    axes.set_aspect("equal")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)  # beside it a phone cuts it
    return axes
