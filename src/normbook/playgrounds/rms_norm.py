"""How much of the RMS is the mean.

Rows of numbers from different places of a network, and what LayerNorm and RMSNorm make of them.
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
    "For random rows of 16 features the outputs of LayerNorm and RMSNorm look alike, and the mean "
    "has a sixteenth of RMS² on average, in few rows more than a quarter."
)

ROWS = 400
FEATURES = (2, 4, 16, 64, 512)
SOURCES = {
    "random numbers": "random",
    "behind a ReLU": "relu",
    "behind a centred layer": "centred",
}


def controls() -> dict[str, ipywidgets.Widget]:
    """Return a control for each parameter of ``draw``."""
    return {
        "features": ipywidgets.SelectionSlider(options=FEATURES, value=16, description="D"),
        "source": ipywidgets.Dropdown(options=list(SOURCES.items()), description="rows"),
        "offset": ipywidgets.FloatSlider(0, min=-10, max=10, step=0.25, description="offset"),
    }


def draw(features: int, source: str, offset: float) -> Figure:
    """Draw both outputs as histograms, and each row's share of the mean in RMS².

    Parameters
    ----------
    features
        D, one of ``FEATURES``.
    source
        Where the rows come from, one of the values of ``SOURCES``.
    offset
        Added to every number, whose deviation is about 1.
    """
    rows = np.random.default_rng(0).normal(size=(ROWS, features))
    if source == "relu":
        rows = np.maximum(rows, 0)
    if source == "centred":
        rows = rows - rows.mean(axis=-1, keepdims=True)
    x = rows + offset
    figure, (outputs, shares) = plt.subplots(1, 2, figsize=(7.2, 3.4))
    draw_outputs(outputs, x)
    draw_shares(shares, x)
    return figure


def draw_outputs(axes: Axes, x: np.ndarray) -> None:
    """Draw which share of the numbers lies where in each output."""
    edges = np.linspace(-4, 4, 65)
    for name, y, colour in (
        ("LayerNorm", norms.layer_norm(x, x.shape[-1]), TEAL),
        ("RMSNorm", norms.rms_norm(x, x.shape[-1]), VERMILION),
    ):
        counts, _ = np.histogram(np.clip(y, -4, 4), edges)
        axes.stairs(counts / y.size, edges, color=colour, label=name)
    axes.set(xlim=(-4.1, 4.1), yscale="log", ylim=(1e-4, 3))
    axes.set(xlabel="x̂", ylabel="share of the numbers")
    axes.legend(loc="upper left")


def draw_shares(axes: Axes, x: np.ndarray) -> None:
    """Draw a histogram over rows of μ² / RMS², with its mean."""
    square = np.mean(x**2, axis=-1)
    share = x.mean(axis=-1) ** 2 / np.where(square > 0, square, 1)
    counts, edges = np.histogram(np.clip(share, 0, 1), np.linspace(0, 1, 41))
    axes.stairs(counts / ROWS, edges, fill=True, color=MUTED)
    axes.axvline(share.mean(), color=VERMILION)
    axes.set(xlim=(-0.02, 1.02), yscale="log", ylim=(1e-3, 2))
    axes.set(xlabel="μ² / RMS² of a row", ylabel="share of the rows")
    axes.set_title(f"mean {share.mean():.3f}")
