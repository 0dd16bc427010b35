"""The bug lens: a wrong LayerNorm beside the right one.

Three float32 rows at an offset and a scale of your choice. Where does which bug show itself?
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from normbook import norms

from .panel.chart import Axis, Chart, Line, Panel, Points, Rule, Tone
from .panel.control import Control, choice, log_slider, number

ALT = (
    "Where the row is well above ε, the unbiased deviation makes every output 13 percent too "
    "small, at each offset: its error is nearly a flat line there. Below ε, without an offset, it "
    "falls with the row."
)

Array: TypeAlias = NDArray[np.floating]
Norm: TypeAlias = Callable[[Array, float], Array]


def centred(x: Array) -> Array:
    """Return x minus the mean of its row, as every right norm begins."""
    deviations: Array = x - x.mean(axis=-1, keepdims=True)
    return deviations


def biased(x: Array) -> Array:
    """Return the right variance of each row, shape (..., 1)."""
    return np.asarray(np.mean(centred(x) ** 2, axis=-1, keepdims=True))


def one_pass(x: Array) -> Array:
    """Return the variance of each row as a difference of two large numbers, shape (..., 1)."""
    mean = x.mean(axis=-1, keepdims=True)
    return np.asarray(np.mean(x * x, axis=-1, keepdims=True) - mean * mean)


BUGS: dict[str, Norm] = {
    "unbiased deviation": lambda x, eps: (
        centred(x) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)
    ),
    "ε outside the root": lambda x, eps: centred(x) / (np.sqrt(biased(x)) + eps),
    "ε left out": lambda x, eps: centred(x) / np.sqrt(biased(x)),
    "ε fixed at 1e-5": lambda x, eps: centred(x) / np.sqrt(biased(x) + 1e-5),
    "root left out": lambda x, eps: centred(x) / (biased(x) + eps),
    "one pass": lambda x, eps: centred(x) / np.sqrt(one_pass(x) + eps),
    "one pass, clamped": lambda x, eps: centred(x) / np.sqrt(np.maximum(one_pass(x), 0) + eps),
    "mean kept": lambda x, eps: x / np.sqrt(biased(x) + eps),
    "one mean for all rows": lambda x, eps: (x - x.mean()) / np.sqrt(x.var() + eps),
    "mean over the batch": lambda x, eps: (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps),
}
"""Wrong LayerNorms of ``(x, eps)`` by name. In float32 all of them compute in float32."""

ROWS = np.array([[1.0, 7.0, 7.0, 9.0], [1.0, 0.0, 0.0, 0.0], [-3.0, 1.0, 2.0, 0.0]])
OFFSETS: dict[int, Tone] = {0: "muted", 100: "blue", 10_000: "vermilion"}
SCALES = np.logspace(-5, 3, 25)
VISIBLE = 1e-8, 1e8
"""The smallest and the largest error on the axis; those beyond are drawn at its ends."""


def controls() -> dict[str, Control]:
    """Return the bug, the offset and the scale of the rows, and ε."""
    return {
        "bug": choice("bug", BUGS.keys()),
        "offset": choice("offset", {f"{each:,}": each for each in (0, 1, 10, 100, 1000, 10_000)}),
        "scale": log_slider("scale", -5, 3, 0.25, start=1),
        "eps": log_slider("ε", -12, -1, 0.5, start=1e-5, readout=".1e"),
    }


def draw(bug: str, offset: float, scale: float, eps: float) -> Chart:
    """Draw the right and the wrong output, and the error over the scale of the rows.

    Parameters
    ----------
    bug
        One of ``BUGS``.
    offset, scale
        The rows are ``offset + scale * ROWS``, in float32.
    eps
        The stabilizer, in the units of x squared.
    """
    here = largest_error(bug, offset, scale, eps)
    return Chart([outputs(bug, offset, scale, eps), errors(bug, scale, eps, here)])


def errors(bug: str, scale: float, eps: float, here: float) -> Panel:
    """Return the error over the scale of the rows at three offsets, and that of these rows."""
    curves = [
        Line(
            SCALES,
            np.clip([largest_error(bug, offset, each, eps) for each in SCALES], *VISIBLE),
            tone,
            f"offset {offset:,}",
        )
        for offset, tone in OFFSETS.items()
    ]
    return Panel(
        Axis("scale of the rows", (1e-5, 1e3), log=True),
        Axis("largest error (gaps: NaN)", VISIBLE, log=True),
        [*curves, Points([scale], [float(np.clip(here, *VISIBLE))], "teal")],
        "NaN" if np.isnan(here) else f"here {number(here, '.1g')}",
    )


def outputs(bug: str, offset: float, scale: float, eps: float) -> Panel:
    """Return four places for each of the three rows: the right output, and the wrong one."""
    wrong, right = (y.ravel() for y in both(bug, offset, scale, eps))
    places = np.add.outer(5 * np.arange(3), np.arange(4)).ravel()
    return Panel(
        Axis("row", (-1, 14), ticks=((1.5, "1"), (6.5, "2"), (11.5, "3"))),
        Axis("output (±3.4 at most)", (-3.5, 3.5)),
        [
            Rule(y=0),
            Points(places, right, "teal", "right"),
            Points(places, np.clip(wrong, -3.4, 3.4), "vermilion", "wrong", "cross"),
        ],
        "outputs",
    )


def both(bug: str, offset: float, scale: float, eps: float) -> tuple[Array, Array]:
    """Return the wrong output of the float32 rows, and the right one; both of shape (3, 4)."""
    x = (offset + scale * ROWS).astype(np.float32)
    with np.errstate(all="ignore"):
        wrong = BUGS[bug](x, eps)
    return wrong, norms.layer_norm(x.astype(np.float64), 4, eps=eps)


def largest_error(bug: str, offset: float, scale: float, eps: float) -> float:
    """Return the largest difference between the two; NaN where one of them is NaN."""
    wrong, right = both(bug, offset, scale, eps)
    return float(np.abs(wrong - right).max())
