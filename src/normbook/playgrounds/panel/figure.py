"""Charts of playgrounds as figures of Matplotlib, in the style of the book's own."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from normbook.extras import missing

try:
    import matplotlib.pyplot as plt
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch
except ModuleNotFoundError as error:
    raise missing("Playground", "notebook", error) from error

from normbook.figures import BLUE, INK, LINE, MUTED, TEAL, VERMILION

from .chart import (
    Axis,
    Band,
    Chart,
    Image,
    Key,
    Line,
    Mark,
    Panel,
    Points,
    Steps,
    keys,
    shared_keys,
)

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTHS = {1: 5.6, 2: 7.2, 3: 7.2}
"""The width of a figure in inches, by the number of its columns."""
COLOURS = {"teal": TEAL, "vermilion": VERMILION, "blue": BLUE, "muted": MUTED, "ink": INK}
STROKES: dict[str, dict[str, Any]] = {
    "solid": {},
    "dashed": {"dashes": (3, 2)},
    "thin": {"linewidth": 0.8},
    "thick": {"linewidth": 5, "alpha": 0.45},
}
SHAPES: dict[str, dict[str, Any]] = {
    "dot": {"marker": "o", "markersize": 5},
    "small": {"marker": "o", "markersize": 3},
    "diamond": {"marker": "D", "markersize": 4},
    "ring": {"marker": "o", "markersize": 9, "fillstyle": "none"},
    "cross": {"marker": "x"},
}


def to_figure(chart: Chart) -> Figure:
    """Return a chart as a figure."""
    rows = ceil(len(chart.panels) / chart.columns)
    width = WIDTHS[chart.columns]
    height = 0.1 + rows * (2.4 if chart.columns == 3 else 3.2)
    figure, grid = plt.subplots(rows, chart.columns, figsize=(width, height), squeeze=False)
    shared = shared_keys(chart)
    for panel, axes in zip(chart.panels, grid.flat, strict=False):
        if isinstance(panel, Image):
            draw_image(axes, panel)
        else:
            draw_panel(axes, panel, [] if shared else keys(panel))
    for axes in grid.flat[len(chart.panels) :]:
        axes.remove()
    if shared:
        figure.legend(handles=handles(shared), loc="outside upper center", ncols=len(shared))
    return figure


def draw_image(axes: Axes, image: Image) -> None:
    """Draw pixels, without axes."""
    axes.imshow(np.clip(image.pixels, 0, 1))
    axes.set_title(image.title, fontsize=10)
    axes.set_axis_off()


def draw_panel(axes: Axes, panel: Panel, legend: list[Key]) -> None:
    """Draw axes, marks, and a legend below the title."""
    for mark in panel.marks:
        draw_mark(axes, mark)
    for name, axis in (("x", panel.x), ("y", panel.y)):
        lay_out(axes, name, axis)
    if panel.square:
        axes.set_aspect("equal")
    if not legend:
        axes.set_title(panel.title, fontsize=10)
        return
    axes.legend(
        handles=handles(legend), title=panel.title, title_fontsize=10, fontsize=8,
        loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, handlelength=1.4, columnspacing=1,
    )  # fmt: skip


def lay_out(axes: Axes, name: str, axis: Axis) -> None:
    """Set an axis, ``x`` or ``y``: Matplotlib calls all that is its own by its name."""
    scale = "log" if axis.log else "linear"
    axes.set(**{f"{name}scale": scale, f"{name}label": axis.label, f"{name}lim": axis.limits})
    drawn = getattr(axes, f"{name}axis")
    drawn.minorticks_off()
    if ticks := axis.marked():
        drawn.set_ticks(*zip(*ticks, strict=True))


def draw_mark(axes: Axes, mark: Mark) -> None:
    """Draw one mark in the colour of its tone."""
    if isinstance(mark, Band):
        axes.axvspan(mark.start, mark.end, color=LINE, linewidth=0)
        return
    colour = COLOURS[mark.tone]
    if isinstance(mark, Line):
        axes.plot(mark.x, mark.y, color=colour, label=mark.name, **STROKES[mark.stroke])
    elif isinstance(mark, Points):
        axes.plot(
            mark.x, mark.y, color=colour, label=mark.name, linestyle="none", **SHAPES[mark.shape]
        )
    elif isinstance(mark, Steps):
        axes.stairs(mark.heights, mark.edges, fill=mark.filled, color=colour, label=mark.name)
    elif mark.x is not None:
        axes.axvline(mark.x, color=colour, **STROKES[mark.stroke])
    elif mark.y is not None:
        axes.axhline(mark.y, color=colour, **STROKES[mark.stroke])


def handles(legend: list[Key]) -> list[Artist]:
    """Return what a legend shows beside each name."""
    return [handle(key) for key in legend]


def handle(key: Key) -> Artist:
    """Return a patch, a point or a stroke that looks like what has the name."""
    colour = LINE if key.look == "band" else COLOURS[key.tone]
    if key.look in ("band", "filled"):
        return Patch(color=colour, label=key.name)
    if key.look in SHAPES:
        return Line2D([], [], color=colour, label=key.name, linestyle="none", **SHAPES[key.look])
    return Line2D([], [], color=colour, label=key.name, **STROKES[key.look])
