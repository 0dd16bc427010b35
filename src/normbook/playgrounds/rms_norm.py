"""How much of the RMS is the mean.

Rows of numbers from different places of a network, and what LayerNorm and RMSNorm make of them.
"""

from __future__ import annotations

import numpy as np

from normbook import norms

from .panel.chart import Axis, Chart, Panel, Rule, Steps, Tone
from .panel.control import Control, choice, slider, stops

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


def controls() -> dict[str, Control]:
    """Return a control for each parameter of ``draw``."""
    return {
        "features": stops("D", FEATURES, start=16),
        "source": choice("rows", SOURCES),
        "offset": slider("offset", -10, 10, 0.25, start=0, readout=".2f"),
    }


def draw(features: int, source: str, offset: float) -> Chart:
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
    return Chart([outputs(x), shares(x)])


def outputs(x: np.ndarray) -> Panel:
    """Return which share of the numbers lies where in each output."""
    edges = np.linspace(-4, 4, 65)

    def histogram(y: np.ndarray, tone: Tone, name: str) -> Steps:
        counts, _ = np.histogram(np.clip(y, -4, 4), edges)
        return Steps(edges, counts / y.size, tone, name, filled=False)

    return Panel(
        Axis("x̂", (-4.1, 4.1)),
        Axis("share of the numbers", (1e-4, 3), log=True),
        [
            histogram(norms.layer_norm(x, x.shape[-1]), "teal", "LayerNorm"),
            histogram(norms.rms_norm(x, x.shape[-1]), "vermilion", "RMSNorm"),
        ],
        "both outputs",
    )


def shares(x: np.ndarray) -> Panel:
    """Return a histogram over rows of μ² / RMS², with its mean."""
    square = np.mean(x**2, axis=-1)
    share = x.mean(axis=-1) ** 2 / np.where(square > 0, square, 1)
    counts, edges = np.histogram(np.clip(share, 0, 1), np.linspace(0, 1, 41))
    mean = float(share.mean())
    return Panel(
        Axis("μ² / RMS² of a row", (-0.02, 1.02)),
        Axis("share of the rows", (1e-3, 2), log=True),
        [Steps(edges, counts / ROWS, "muted"), Rule(x=mean, tone="vermilion", stroke="solid")],
        f"mean {mean:.3f}",
    )
