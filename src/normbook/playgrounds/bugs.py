"""The bug lens: a wrong LayerNorm beside the right one.

Three float32 rows at an offset and a scale of your choice. Where does which bug show itself?
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from normbook import norms
from normbook.figures import BLUE, MUTED, TEAL, VERMILION

ALT = (
    "The unbiased deviation makes every output 13 percent too small, at each scale and offset. Its "
    "error is a flat line where the row is well above ε, and falls with the row below it."
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
OFFSETS = {0: MUTED, 100: BLUE, 10_000: VERMILION}
SCALES = np.logspace(-5, 3, 25)


def controls() -> dict[str, ipywidgets.Widget]:
    """Return the bug, the offset and the scale of the rows, and ε."""
    return {
        "bug": ipywidgets.Dropdown(options=list(BUGS), description="bug"),
        "offset": ipywidgets.Dropdown(options=[0, 1, 10, 100, 1000, 10_000], description="offset"),
        "scale": ipywidgets.FloatLogSlider(
            1, min=-5, max=3, step=0.25, description="scale", readout_format=".2g"
        ),
        "eps": ipywidgets.FloatLogSlider(
            1e-5, min=-12, max=-1, step=0.5, description="ε", readout_format=".1e"
        ),
    }


def draw(bug: str, offset: float, scale: float, eps: float) -> Figure:
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
    figure, (outputs, errors) = plt.subplots(1, 2, figsize=(7.2, 3.4), width_ratios=[1.2, 1])
    _draw_outputs(outputs, bug, offset, scale, eps)
    for each, colour in OFFSETS.items():
        found = [largest_error(bug, each, s, eps) for s in SCALES]
        errors.plot(SCALES, np.clip(found, 1e-8, 1e8), color=colour, label=f"offset {each:,}")
    here = largest_error(bug, offset, scale, eps)
    errors.plot(scale, np.clip(here, 1e-8, 1e8), "o", color=TEAL)
    errors.set(xscale="log", yscale="log", ylim=(1e-8, 1e8), xlabel="scale of the rows")
    errors.set(
        ylabel="largest error (gaps: NaN)", title="NaN" if np.isnan(here) else f"here {here:.1g}"
    )
    errors.legend(loc="upper right", fontsize="small")
    return figure


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


def _draw_outputs(axes: Axes, bug: str, offset: float, scale: float, eps: float) -> None:
    """Draw four places for each of the three rows: the right output, and the wrong one."""
    wrong, right = both(bug, offset, scale, eps)
    places = np.add.outer(5 * np.arange(3), np.arange(4)).ravel()
    axes.axhline(0, color=MUTED, linewidth=0.8, zorder=0)
    axes.plot(places, right.ravel(), "o", color=TEAL, label="right")
    axes.plot(places, np.clip(wrong.ravel(), -3.4, 3.4), "x", color=VERMILION, label="wrong")
    axes.set(ylim=(-3.5, 3.5), ylabel="output (beyond ±3.4 at the edge)", xlabel="row")
    axes.set_xticks([1.5, 6.5, 11.5], ["1", "2", "3"])
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
