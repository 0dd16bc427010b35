"""LayerNorm on a batch of rows.

Sixty-four rows of sixty-four numbers. Each row has a mean and a deviation of its own, near the
offset and the scale.
"""

from __future__ import annotations

import numpy as np

from normbook import norms

from .panel.chart import Axis, Chart, Panel, Points, Rule, Steps, Tone
from .panel.control import Control, choice, log_slider, slider

ALT = (
    "Before LayerNorm the rows have means from −2.4 to 10.7 and deviations from 1.4 to 59.8; after "
    "it every row has mean 0 and deviation 1, and all numbers together have heavy tails still."
)

ROWS, FEATURES = 64, 64
LIMIT = float(np.sqrt(FEATURES))
TAILS = {"light": "light", "heavy": "heavy", "one large feature": "one"}


def controls() -> dict[str, Control]:
    """Return a control for each parameter of ``draw``."""
    return {
        "offset": slider("offset", -10, 10, 0.5, start=3, readout=".1f"),
        "scale": log_slider("scale", -3, 0.5, 0.1, start=10**0.3),
        "tails": choice("tails", TAILS, start="heavy"),
        "eps": log_slider("ε", -8, 0, 0.5, start=1e-5, readout=".0e"),
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


def draw(offset: float, scale: float, tails: str, eps: float) -> Chart:
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
    of_x = Axis("x (the end bars hold all beyond)", (-20, 20))
    of_y = Axis("y (none can lie beyond ±√64)", (-LIMIT, LIMIT))
    before, after = histogram("Before", of_x, x, "vermilion"), histogram("After", of_y, y, "teal")
    return Chart([before, after, points_of_rows(x, y)])


def histogram(title: str, axis: Axis, numbers: np.ndarray, tone: Tone) -> Panel:
    """Return which share of the numbers lies where."""
    edges = np.linspace(*axis.limits, 65)
    counts, _ = np.histogram(np.clip(numbers, *axis.limits), edges)
    shares = Axis("share", (1e-4, 2), log=True)
    return Panel(axis, shares, [Steps(edges, counts / numbers.size, tone)], title)


def points_of_rows(x: np.ndarray, y: np.ndarray) -> Panel:
    """Return a point for each row: its mean and its deviation, before and after."""
    return Panel(
        Axis("mean of a row", (-20, 20)),
        Axis("deviation of a row", (1e-4, 100), log=True),
        [
            Rule(y=1),
            Rule(x=0),
            Points(x.mean(1), x.std(1), "vermilion", "before", "small"),
            Points(y.mean(1), y.std(1), "teal", "after", "diamond"),
        ],
        "Each row",
    )
