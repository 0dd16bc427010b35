"""The noise of BatchNorm.

The same value goes through BatchNorm again and again, each time in a batch of other random ones.
"""

from __future__ import annotations

import numpy as np

from normbook import norms

from .panel.chart import Axis, Chart, Line, Panel, Points, Rule, Steps
from .panel.control import Control, choice, slider

ALT = (
    "At a batch of 8, one value each, a value of 1 comes out of BatchNorm as anything from −0.6 to "
    "2.5, with a deviation of 0.42; over batches of 2 to 64 the deviation falls along the law of "
    "one over the root of N."
)

BATCHES = 1000
SIZES = (2, 4, 8, 16, 32, 64)


def controls() -> dict[str, Control]:
    """Return a control for each parameter of ``draw``."""
    return {
        "batch": choice("samples N", SIZES, start=8),
        "value": slider("your value z", -3, 3, 0.5, start=1, readout=".1f"),
        "pixels": choice("pixels of a sample", {f"{side} × {side}": side**2 for side in (1, 2, 4)}),
        "alike": slider("how alike its pixels are", 0, 1, 0.1, start=0, readout=".1f"),
    }


def x_hats(batch: int, value: float, pixels: int, alike: float) -> np.ndarray:
    """Return what BatchNorm makes of one pixel of the value ``value`` in each of many batches.

    Each pixel is normal with variance 1. Two pixels of one sample correlate by ``alike``; all
    others are independent. The other pixels of the first sample know of its first.

    Returns
    -------
    ndarray, shape (BATCHES,)
    """
    rng = np.random.default_rng(0)
    noise = np.sqrt(1 - alike) * rng.normal(size=(BATCHES, batch, pixels))
    common = np.sqrt(alike) * rng.normal(size=(BATCHES, batch, 1))
    # Given the value of the first pixel, the expected common part of its sample is alike · value.
    left = np.sqrt(alike * (1 - alike)) * rng.normal(size=BATCHES)
    common[:, 0, 0] = alike * value + left
    x = common + noise
    x[:, 0, 0] = value
    y = norms.standardize(x, axis=(1, 2))
    return np.asarray(y[:, 0, 0])


def draw(batch: int, value: float, pixels: int, alike: float) -> Chart:
    """Draw where the value comes out, and how that scatters at each size of the batch.

    Parameters
    ----------
    batch
        The number of samples in the batch of the histogram.
    value
        The value that is followed, in deviations from the mean of all values.
    pixels
        How many values of the channel a sample has.
    alike
        The correlation of two of them, 0 to 1.
    """
    edges = np.linspace(-4, 4, 81)
    counts, _ = np.histogram(np.clip(x_hats(batch, value, pixels, alike), -4, 4), edges)
    scatter = [max(x_hats(size, value, pixels, alike).std(), 1e-3) for size in SIZES]
    law = np.sqrt((1 + value**2 / 2) / (pixels * np.array(SIZES)))
    return Chart(
        [
            Panel(
                Axis("x̂ (dashed: z)", (-4, 4)),
                Axis("share", (0, 1.05 * counts.max() / BATCHES)),
                [
                    Steps(edges, counts / BATCHES, "vermilion"),
                    Rule(x=value, stroke="dashed"),
                ],
                f"{BATCHES:,} batches of {batch}",
            ),
            Panel(
                Axis("samples N", (1.8, 72), log=True, ticks=tuple((n, str(n)) for n in SIZES)),
                Axis("deviation of x̂", (0.02, 3), log=True),
                [
                    Line(SIZES, law, "muted", "law, all pixels independent", "thin"),
                    Points(SIZES, scatter, "teal", "deviation of x̂"),
                    Points([batch], [scatter[SIZES.index(batch)]], "vermilion"),
                ],
                "noise by batch",
            ),
        ]
    )
