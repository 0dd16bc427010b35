"""What a playground draws: panels with marks of plain arrays, and no word of how.

A notebook draws it with Matplotlib (`normbook.playgrounds.panel.figure`), a page with the charts of
the explorables (``sphinx/assets/playground/chart.mjs``).
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from math import ceil, floor, log10
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from .control import number

Tone = Literal["teal", "vermilion", "blue", "muted", "ink"]
Stroke = Literal["solid", "dashed", "thin", "thick"]
Shape = Literal["dot", "small", "diamond", "ring", "cross"]
Numbers: TypeAlias = npt.ArrayLike

DIGITS = 4
"""How many significant digits a number has that is sent to a page, where more are not seen."""


@dataclass(frozen=True)
class Line:
    """A curve through points; where one is no finite number, it has a gap."""

    x: Numbers
    y: Numbers
    tone: Tone
    name: str = ""
    stroke: Stroke = "solid"


@dataclass(frozen=True)
class Points:
    """Points, each by itself."""

    x: Numbers
    y: Numbers
    tone: Tone
    name: str = ""
    shape: Shape = "dot"


@dataclass(frozen=True)
class Steps:
    """A histogram: the height between each edge and the next, as an outline or filled."""

    edges: Numbers
    heights: Numbers
    tone: Tone
    name: str = ""
    filled: bool = True


@dataclass(frozen=True)
class Band:
    """All of the panel's height between two values of x."""

    start: float
    end: float
    name: str = ""


@dataclass(frozen=True)
class Rule:
    """A line right across, upright at ``x`` or level at ``y``."""

    x: float | None = None
    y: float | None = None
    tone: Tone = "muted"
    stroke: Stroke = "thin"


Mark: TypeAlias = Line | Points | Steps | Band | Rule


@dataclass(frozen=True)
class Axis:
    """An axis: what it shows, from where to where, and the words at some of its values."""

    label: str
    limits: tuple[float, float]
    log: bool = False
    ticks: tuple[tuple[float, str], ...] = ()
    """Values with their words; without any, each renderer chooses round ones."""

    def marked(self) -> tuple[tuple[float, str], ...]:
        """Return the ticks; where too few powers of ten are shown, 1, 2 and 5 times each."""
        low, high = self.limits
        if self.ticks or not self.log or high > 100 * low:
            return self.ticks
        powers = range(floor(log10(low)), ceil(log10(high)) + 1)
        values = [factor * 10.0**power for power in powers for factor in (1, 2, 5)]
        return tuple((each, f"{each:,g}") for each in values if low <= each <= high)


@dataclass(frozen=True)
class Panel:
    """Marks on two axes, from the back to the front."""

    x: Axis
    y: Axis
    marks: Sequence[Mark]
    title: str = ""
    square: bool = False
    """Whether a unit of x is as long as one of y."""


@dataclass(frozen=True)
class Image:
    """A picture of pixels ``(height, width, 3)`` from 0 to 1: red, green and blue."""

    title: str
    pixels: npt.NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Chart:
    """Panels, side by side in so many columns."""

    panels: Sequence[Panel | Image]
    columns: int = 2


class Key(NamedTuple):
    """A line of a legend: a name, and the look of what has it."""

    name: str
    tone: Tone
    look: str


def around(*series: Numbers, least: tuple[float, float]) -> tuple[float, float]:
    """Return the limits of a logarithmic axis that shows all values, and at least these."""
    values = np.concatenate([np.ravel(each) for each in series])
    values = values[np.isfinite(values) & (values > 0)]
    return min(least[0], 0.5 * values.min()), max(least[1], 2 * values.max())


def keys(panel: Panel | Image) -> list[Key]:
    """Return the legend of a panel: its marks that have a name, each name once."""
    marks = panel.marks if isinstance(panel, Panel) else ()
    found = {}
    for mark in marks:
        if isinstance(mark, Band) and mark.name:
            found[mark.name] = Key(mark.name, "muted", "band")
        elif isinstance(mark, Line | Points | Steps) and mark.name:
            found[mark.name] = Key(mark.name, mark.tone, look(mark))
    return list(found.values())


def look(mark: Line | Points | Steps) -> str:
    """Return how a mark looks: a stroke, a shape, or ``filled``."""
    if isinstance(mark, Points):
        return mark.shape
    if isinstance(mark, Line):
        return mark.stroke
    return "filled" if mark.filled else "solid"


def shared_keys(chart: Chart) -> list[Key]:
    """Return the one legend of all panels, if each has the same."""
    first, *others = [keys(panel) for panel in chart.panels]
    return first if others and all(other == first for other in others) else []


# ---- in words ----


def describe(chart: Chart) -> str:
    """Return what the marks with names show, in words for those who do not see them.

    Examples
    --------
    >>> axis = Axis("step", (0, 1))
    >>> describe(Chart([Panel(axis, axis, [Line([0, 1], [2, 3], "teal", "loss")], "Training")]))
    'Training: loss from 2.0 to 3.0.'
    """
    return " ".join(filter(None, map(_described, chart.panels)))


def _described(panel: Panel | Image) -> str:
    if isinstance(panel, Image):
        return f"{panel.title}."
    told = [
        f"{mark.name} {_range_of(mark)}"
        for mark in panel.marks
        if isinstance(mark, Line | Points) and mark.name
    ]
    title = panel.title or panel.y.label
    return f"{title}: {'; '.join(told)}." if told else f"{title}."


def _range_of(mark: Line | Points) -> str:
    y = np.asarray(mark.y, dtype=float).ravel()
    y = y[np.isfinite(y)]
    if not y.size:
        return "nowhere"
    if isinstance(mark, Line):
        return f"from {number(y[0], '.2g')} to {number(y[-1], '.2g')}"
    return f"between {number(y.min(), '.2g')} and {number(y.max(), '.2g')}"


# ---- for a page ----


def as_plain(chart: Chart) -> dict[str, Any]:
    """Return a chart as JSON's types, with its legends: what ``chart.mjs`` draws."""
    shared = shared_keys(chart)
    panels = [
        _plain(panel) | {"legend": [] if shared else [key._asdict() for key in keys(panel)]}
        for panel in chart.panels
    ]
    legend = [key._asdict() for key in shared]
    return {"columns": chart.columns, "legend": legend, "panels": panels}


def _plain(value: Any) -> Any:
    """Return dataclasses as dictionaries with their kind, numbers rounded, and None for NaN."""
    if isinstance(value, Axis):
        limits, ticks = list(value.limits), [list(tick) for tick in value.marked()]
        return vars(value) | {"limits": limits, "ticks": ticks}
    if isinstance(value, Image):
        return {"kind": "image", "title": value.title, "source": _png(value.pixels)}
    if is_dataclass(value):
        values = {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
        return {"kind": type(value).__name__.lower()} | values
    if isinstance(value, np.ndarray | range):
        return [_plain(each) for each in np.asarray(value).tolist()]
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if np.isfinite(value) else None
    return value


def _png(pixels: npt.NDArray[np.floating[Any]]) -> str:
    """Return pixels as the address of a PNG that holds them."""
    height, width, _ = pixels.shape
    levels = np.rint(255 * np.clip(pixels, 0, 1)).astype(np.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in levels)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    )
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    text = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(chunks)).decode()
    return f"data:image/png;base64,{text}"
