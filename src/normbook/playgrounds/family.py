"""The noise of BatchNorm.

The same value goes through BatchNorm again and again, each time in a batch of other random ones.
"""

from __future__ import annotations

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from normbook import norms
from normbook.figures import MUTED, TEAL, VERMILION

ALT = (
    "At a batch of 8, one value each, a value of 1 comes out of BatchNorm as anything from −0.6 to "
    "2.5, with a deviation of 0.42; over batches of 2 to 64 the deviation falls along the law of "
    "one over the root of N."
)

BATCHES = 1000
SIZES = (2, 4, 8, 16, 32, 64)


def controls() -> dict[str, ipywidgets.Widget]:
    """Return a control for each parameter of ``draw``."""
    sizes = [(str(size), size) for size in SIZES]
    pixels = [(f"{side} × {side}", side**2) for side in (1, 2, 4)]
    return {
        "batch": ipywidgets.Dropdown(options=sizes, value=8, description="samples N"),
        "value": ipywidgets.FloatSlider(1, min=-3, max=3, step=0.5, description="your value z"),
        "pixels": ipywidgets.Dropdown(options=pixels, value=1, description="pixels of a sample"),
        "alike": ipywidgets.FloatSlider(
            0, min=0, max=1, step=0.1, description="how alike its pixels are"
        ),
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
    # Given the first pixel, its sample's common part has the mean alike · value.
    left = np.sqrt(alike * (1 - alike)) * rng.normal(size=BATCHES)
    common[:, 0, 0] = alike * value + left
    x = common + noise
    x[:, 0, 0] = value
    y = norms.standardize(x, axis=(1, 2))
    return np.asarray(y[:, 0, 0])


def draw(batch: int, value: float, pixels: int, alike: float) -> Figure:
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
    figure, (where, noise) = plt.subplots(1, 2, figsize=(6.8, 3.2))
    edges = np.linspace(-4, 4, 81)
    counts, _ = np.histogram(np.clip(x_hats(batch, value, pixels, alike), -4, 4), edges)
    where.stairs(counts / BATCHES, edges, fill=True, color=VERMILION)
    where.axvline(value, color=MUTED, linewidth=1, linestyle=":")
    where.set(title=f"{BATCHES:,} batches of {batch}", xlabel="x̂ (dotted: z)", ylabel="share")
    scatter = [x_hats(size, value, pixels, alike).std() for size in SIZES]
    law = np.sqrt((1 + value**2 / 2) / (pixels * np.array(SIZES)))
    noise.loglog(SIZES, law, color=MUTED, linewidth=1, label="law, all pixels independent")
    noise.loglog(SIZES, np.maximum(scatter, 1e-3), "o", color=TEAL, label="deviation of x̂")
    noise.loglog([batch], [max(scatter[SIZES.index(batch)], 1e-3)], "o", color=VERMILION)
    noise.set(title="Noise by batch", xlabel="samples N", ylim=(0.02, 3))
    noise.set_xticks(SIZES, [str(size) for size in SIZES])
    noise.minorticks_off()
    noise.legend(loc="lower left", fontsize=8)
    return figure
