"""LayerNorm on a batch of rows.

Sixty-four rows of sixty-four numbers. Each row has a mean and a deviation of its own, near the
offset and the scale.
"""

from __future__ import annotations

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from normbook import norms
from normbook.figures import MUTED, TEAL, VERMILION

ALT = (
    "Before LayerNorm the rows have means from 0.4 to 5.1 and deviations from 0.8 to 3.9; after it "
    "every row has mean 0 and deviation 1, and all numbers together lie around 0."
)

ROWS, FEATURES = 64, 64
LIMIT = np.sqrt(FEATURES)
TAILS = {"light": "light", "heavy": "heavy", "one large feature": "one"}


def controls() -> dict[str, ipywidgets.Widget]:
    """Return a control for each parameter of ``draw``."""
    return {
        "offset": ipywidgets.FloatSlider(
            3, min=-10, max=10, step=0.5, description="offset", readout_format=".1f"
        ),
        "scale": ipywidgets.FloatLogSlider(
            10**0.3, min=-3, max=0.5, step=0.1, description="scale", readout_format=".2g"
        ),
        "tails": ipywidgets.Dropdown(options=list(TAILS.items()), description="tails"),
        "eps": ipywidgets.FloatLogSlider(
            1e-5, min=-8, max=0, step=0.5, description="ε", readout_format=".0e"
        ),
    }


def make_rows(offset: float, scale: float, tails: str) -> np.ndarray:
    """Return rows with means near ``offset`` and deviations near ``scale``.

    Returns
    -------
    ndarray, shape (ROWS, FEATURES)
        The same for the same arguments.
    """
    rng = np.random.default_rng(0)
    mean = offset + scale * rng.normal(scale=0.5, size=(ROWS, 1))
    deviation = scale * np.exp(rng.normal(scale=0.4, size=(ROWS, 1)))
    noise = rng.normal(size=(ROWS, FEATURES))
    if tails == "heavy":
        noise = rng.standard_t(df=2, size=(ROWS, FEATURES))
    if tails == "one":
        noise[:, 0] += 30
    return mean + deviation * noise


def draw(offset: float, scale: float, tails: str, eps: float) -> Figure:
    """Draw all numbers before and after, and each row's mean and deviation before and after.

    Parameters
    ----------
    offset, scale
        What the rows' means and deviations lie near.
    tails
        How the numbers of a row are spread: ``light``, ``heavy``, or ``one`` feature far out.
    eps
        The stabilizer, in the units of x squared.
    """
    x = make_rows(offset, scale, tails)
    y = norms.layer_norm(x, FEATURES, eps=eps)
    figure, axes = plt.subplot_mosaic([["before", "after"], ["rows", "rows"]], figsize=(6.4, 5.0))
    draw_histogram(axes["before"], x, 20.0, VERMILION)
    draw_histogram(axes["after"], y, LIMIT, TEAL)
    axes["before"].set(title="Before", xlabel="x (the end bars hold all beyond)", ylabel="share")
    axes["after"].set(title="After", xlabel="y (none can lie beyond ±√64)")
    draw_rows(axes["rows"], {"before": x, "after": y})
    return figure


def draw_histogram(axes: Axes, numbers: np.ndarray, limit: float, colour: str) -> None:
    """Draw which share of the numbers lies where, on axes that are the same for all numbers."""
    edges = np.linspace(-limit, limit, 65)
    counts, _ = np.histogram(np.clip(numbers, -limit, limit), edges)
    axes.stairs(counts / numbers.size, edges, fill=True, color=colour)
    axes.set(xlim=(-limit, limit), yscale="log", ylim=(1e-4, 2))
    axes.minorticks_off()  # two thirds of the drawing's time


def draw_rows(axes: Axes, batches: dict[str, np.ndarray]) -> None:
    """Draw a point for each row: its mean and its deviation, before and after."""
    for (name, rows), colour, marker in zip(
        batches.items(), (VERMILION, TEAL), ("o", "D"), strict=True
    ):
        axes.plot(rows.mean(1), rows.std(1), marker, color=colour, label=name, markersize=4)
    axes.axhline(1, color=MUTED, linewidth=0.8, zorder=0)
    axes.axvline(0, color=MUTED, linewidth=0.8, zorder=0)
    axes.set(xlim=(-20, 20), yscale="log", ylim=(1e-4, 100))
    axes.set(xlabel="mean of a row", ylabel="deviation of a row")
    axes.minorticks_off()
    axes.legend(loc="lower right")
