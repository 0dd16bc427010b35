"""How much of a gradient comes through a LayerNorm.

Five hundred rows; at each of them a gradient arrives, and some of it comes through.
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
    "With four features and a random gradient, every share from 0 to 1 comes through about equally "
    "often, a half on average. The gradient's size falls as 1/σ for rows of σ above 0.01; below, ε "
    "holds it."
)

ROWS = 500
FEATURES = (2, 3, 4, 8, 16, 64, 512)
ARRIVING = {
    "random": "random",
    "the same for all features": "same",
    "x̂ (makes the row longer)": "x_hat",
    "half x̂, half random": "half",
}
DEVIATIONS = np.logspace(-4, 2, 13)


def controls() -> dict[str, ipywidgets.Widget]:
    """Return a control for each parameter of ``draw``."""
    return {
        "features": ipywidgets.SelectionSlider(options=FEATURES, value=4, description="D"),
        "arriving": ipywidgets.Dropdown(options=list(ARRIVING.items()), description="arriving"),
        "deviation": ipywidgets.FloatLogSlider(
            1, min=-4, max=2, step=0.25, description="σ", readout_format=".3g"
        ),
        "eps": ipywidgets.FloatLogSlider(
            1e-5, min=-8, max=0, step=0.5, description="ε", readout_format=".1e"
        ),
    }


def draw(features: int, arriving: str, deviation: float, eps: float) -> Figure:
    """Draw which share of the arriving gradient comes through, and its size against σ.

    Parameters
    ----------
    features
        D, one of ``FEATURES``.
    arriving
        The gradient that arrives at x̂, one of the values of ``ARRIVING``.
    deviation
        σ of each row.
    eps
        The stabilizer, in the units of x squared.
    """
    rng = np.random.default_rng(0)
    unit = norms.layer_norm(rng.normal(size=(ROWS, features)), features, eps=0.0)
    noise = rng.normal(size=unit.shape)
    dy = {
        "random": noise,
        "same": np.ones_like(unit),
        "x_hat": unit,
        "half": unit + noise,
    }[arriving]
    figure, (share, size) = plt.subplots(1, 2, figsize=(7.2, 3.2))
    draw_shares(share, unit, dy, deviation, eps)
    draw_sizes(size, unit, dy, deviation, eps)
    return figure


def draw_shares(axes: Axes, unit: np.ndarray, dy: np.ndarray, deviation: float, eps: float) -> None:
    """Draw a histogram over rows: the squared length of dx beside that of rstd · dy."""
    through, rstd = gradient(deviation * unit, dy, eps)
    shares = (through / rstd) ** 2 / np.sum(dy**2, axis=-1)
    counts, edges = np.histogram(np.clip(shares, 0, 1), np.linspace(0, 1, 26))
    axes.stairs(counts / ROWS, edges, fill=True, color=TEAL)
    mean = shares.mean()
    axes.axvline(mean, color=VERMILION)
    axes.set(xlim=(-0.02, 1.02), yscale="log", ylim=(1e-3, 1.5), ylabel="share of the rows")
    axes.set(xlabel="share of squared length that comes through", title=f"mean {mean:.3f}")


def draw_sizes(axes: Axes, unit: np.ndarray, dy: np.ndarray, deviation: float, eps: float) -> None:
    """Draw the length of dx beside that of dy against σ, with a point at this σ."""
    length = np.linalg.norm(dy)
    sizes = [np.linalg.norm(gradient(s * unit, dy, eps)[0]) / length for s in DEVIATIONS]
    here = float(np.linalg.norm(gradient(deviation * unit, dy, eps)[0]) / length)
    axes.plot(DEVIATIONS, 1 / DEVIATIONS, ":", color=MUTED, label="1/σ")
    axes.plot(DEVIATIONS, np.maximum(sizes, 1e-12), color=TEAL, label="length of dx / length of dy")
    axes.plot(deviation, max(here, 1e-12), "o", color=VERMILION)
    axes.set(xscale="log", yscale="log", ylim=(1e-9, 1e5), xlabel="σ of the row")
    axes.legend(loc="lower left")


def gradient(x: np.ndarray, dy: np.ndarray, eps: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the length of each row's dx, and its rstd; both of shape (ROWS,)."""
    _, cache = norms.layer_norm_forward(x, x.shape[-1], eps=eps)
    dx = norms.layer_norm_backward(dy, cache).dx
    return np.linalg.norm(dx, axis=-1), cache.rstd[:, 0]
