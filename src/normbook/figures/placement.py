"""Figures of the chapter on placement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib.pyplot as plt

from normbook.figures import INK, LINE, MUTED, TEAL, VERMILION

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAMES = {
    "pre": "pre",
    "post": "post",
    "sandwich": "sandwich",
    "olmo2": "OLMo 2",
    "deepnorm": "DeepNorm",
}
# From bottom to top: what stands in the branch, and on the stream above (or below) the sum.
BRANCHES = {"pre": "NG", "post": "G", "sandwich": "NGN", "olmo2": "GN", "deepnorm": "G"}


def draw_wirings() -> list[Axes]:
    """Draw the five ways to join a sublayer G, a norm N and a residual connection.

    Returns
    -------
    list of Axes
        Of a new figure, one a placement; x comes in at the bottom and y leaves at the top.
    """
    _, panels = plt.subplots(1, len(NAMES), figsize=(5.6, 2.8))
    for axes, (placement, name) in zip(panels, NAMES.items(), strict=True):
        normed = placement in ("post", "deepnorm")
        top = 0.62 if normed else 0.84  # of the sum
        axes.plot([0, 0], [0, 1], color=INK, linewidth=1.6)
        axes.plot([0, 0.7, 0.7, 0.1], [0.12, 0.12, top, top], color=MUTED, linewidth=1.2)
        branch = BRANCHES[placement]
        middle, apart = 0.06 + top / 2, 0.2
        for place, box in enumerate(branch):
            _box(axes, 0.7, middle + apart * (place - (len(branch) - 1) / 2), box)
        if normed:
            _box(axes, 0, 0.82, "N")
        if placement == "deepnorm":
            _box(axes, 0, 0.37, "α", INK)
        _box(axes, 0, top, "+", INK)
        axes.annotate("x", (0, 0), (0, -4), textcoords="offset points", ha="center", va="top")
        axes.annotate("y", (0, 1), (0, 4), textcoords="offset points", ha="center")
        axes.set(xlim=(-0.35, 1.05), ylim=(-0.12, 1.12))
        axes.set_title(name, fontsize=10)
        axes.axis("off")
    return list(panels)


def _box(axes: Axes, x: float, y: float, letter: str, edge: str = "") -> None:
    shape = "circle,pad=0.2" if letter in "+α" else "round,pad=0.35"
    edge = edge or (TEAL if letter == "N" else VERMILION)
    # Filled with a colour that has a counterpart on dark paper, so that the line ends at the box.
    box = {"boxstyle": shape, "facecolor": LINE, "edgecolor": edge, "linewidth": 1.4}
    axes.annotate(letter, (x, y), ha="center", va="center_baseline", color=INK, bbox=box)
