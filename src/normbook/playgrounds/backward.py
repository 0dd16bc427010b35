"""How much of a gradient comes through a LayerNorm.

Five hundred rows; at each of them a gradient arrives, and some of it comes through.
"""

from __future__ import annotations

import numpy as np

from normbook import norms

from .panel.chart import Axis, Chart, Line, Panel, Points, Rule, Steps
from .panel.control import Control, choice, log_slider, stops

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
    "x̂ (asks for another length)": "x_hat",
    "half x̂, half random": "half",
}
DEVIATIONS = np.logspace(-4, 2, 13)


def controls() -> dict[str, Control]:
    """Return a control for each parameter of ``draw``."""
    return {
        "features": stops("D", FEATURES, start=4),
        "arriving": choice("arriving", ARRIVING),
        "deviation": log_slider("σ", -4, 2, 0.25, start=1, readout=".3g"),
        "eps": log_slider("ε", -8, 0, 0.5, start=1e-5, readout=".1e"),
    }


def draw(features: int, arriving: str, deviation: float, eps: float) -> Chart:
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
    return Chart([shares(unit, dy, deviation, eps), sizes(unit, dy, deviation, eps)])


def shares(unit: np.ndarray, dy: np.ndarray, deviation: float, eps: float) -> Panel:
    """Return a histogram over rows: the squared length of dx beside that of rstd · dy."""
    through, rstd = gradient(deviation * unit, dy, eps)
    share = (through / rstd) ** 2 / np.sum(dy**2, axis=-1)
    counts, edges = np.histogram(np.clip(share, 0, 1), np.linspace(0, 1, 26))
    mean = float(share.mean())
    return Panel(
        Axis("share of squared length that comes through", (-0.02, 1.02)),
        Axis("share of the rows", (1e-3, 1.5), log=True),
        [Steps(edges, counts / ROWS, "teal"), Rule(x=mean, tone="vermilion", stroke="solid")],
        f"mean {mean:.3f}",
    )


def sizes(unit: np.ndarray, dy: np.ndarray, deviation: float, eps: float) -> Panel:
    """Return the length of dx beside that of dy against σ, with a point at this σ."""
    length = np.linalg.norm(dy)

    def size(sigma: float) -> float:
        return max(float(np.linalg.norm(gradient(sigma * unit, dy, eps)[0]) / length), 1e-12)

    return Panel(
        Axis("σ of the row", (1e-4, 1e2), log=True),
        Axis("length of dx / length of dy", (1e-9, 1e5), log=True),
        [
            Line(DEVIATIONS, 1 / DEVIATIONS, "muted", "1/σ", "dashed"),
            Line(DEVIATIONS, [size(sigma) for sigma in DEVIATIONS], "teal", "of these rows"),
            Points([deviation], [size(deviation)], "vermilion"),
        ],
        "size of what comes through",
    )


def gradient(x: np.ndarray, dy: np.ndarray, eps: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the length of each row's dx, and its rstd; both of shape (ROWS,)."""
    _, cache = norms.layer_norm_forward(x, x.shape[-1], eps=eps)
    dx = norms.layer_norm_backward(dy, cache).dx
    return np.linalg.norm(dx, axis=-1), cache.rstd[:, 0]
