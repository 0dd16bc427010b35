"""The window of ε: below the signal, above the noise.

Rows around a large offset. Some carry a signal; the others are constant but for the rounding of
their dtype.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np

from normbook import norms
from normbook.figures import LINE, MUTED, TEAL, VERMILION

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

ALT = (
    "Around an offset of 100 in float32, a signal of deviation 0.1 keeps nine tenths of it up to "
    "an ε of 0.002, and rounding noise stays below a tenth from about 1e-8 on. 1e-5 lies in this "
    "window; at 1e-12 noise comes out as large as the signal."
)

ROWS, FEATURES = 16, 64
BITS = {"float32": 24, "float16": 11, "bfloat16": 8}  # of precision
EPSILONS = np.logspace(-14, 1, 61)
KEPT, LEFT = 0.9, 0.1  # the window: what the signal keeps at least, the noise at most


def controls() -> dict[str, ipywidgets.Widget]:
    """Return the rows' offset, the signal's deviation, the dtype of the rows, and ε."""
    return {
        "offset": ipywidgets.FloatLogSlider(
            100, min=-2, max=4, step=0.5, description="offset", readout_format=".3g"
        ),
        "signal": ipywidgets.FloatLogSlider(
            0.1, min=-4, max=2, step=0.5, description="σ of the signal", readout_format=".3g"
        ),
        "dtype": ipywidgets.Dropdown(options=list(BITS), description="rows in"),
        "eps": ipywidgets.FloatLogSlider(
            1e-5, min=-14, max=1, step=0.5, description="ε", readout_format=".1e"
        ),
    }


def draw(offset: float, signal: float, dtype: str, eps: float) -> Figure:
    """Draw the deviations that signal and noise come out with, over ε.

    Parameters
    ----------
    offset
        The mean of all rows, in the units of x.
    signal
        The deviation of the rows that carry a signal, in the units of x.
    dtype
        What the rows are rounded to, one of ``BITS``. The norm itself computes in float64.
    eps
        Where the picture reads off both curves.
    """
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(ROWS, FEATURES))
    bits = BITS[dtype]
    rows = {
        "signal": rounded(offset + signal * noise, bits),
        "noise": rounded(offset + offset * 2.0**-bits * noise, bits),
    }
    figure, axes = plt.subplots(figsize=(6.4, 3.4))
    curves = {name: np.array([deviation(x, e) for e in EPSILONS]) for name, x in rows.items()}
    good = (curves["signal"] >= KEPT) & (curves["noise"] <= LEFT)
    axes.fill_between(EPSILONS, 0, 1.1, where=good.tolist(), color=LINE, label="window")
    for (name, curve), colour in zip(curves.items(), (TEAL, VERMILION), strict=True):
        axes.plot(EPSILONS, curve, color=colour, label=name)
        axes.plot(eps, deviation(rows[name], eps), "o", color=colour)
    axes.axvline(eps, color=MUTED, linewidth=0.8)
    found = ", ".join(f"{name} {deviation(x, eps):.2g}" for name, x in rows.items())
    axes.set(xscale="log", xlim=(1e-14, 10), ylim=(0, 1.1), title=f"at ε = {eps:.1e}: {found}")
    axes.set(xlabel="ε", ylabel="deviation of the output")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def deviation(x: NDArray[np.float64], eps: float) -> float:
    """Return the root mean square of what LayerNorm makes of the rows."""
    return float(np.sqrt(np.mean(norms.layer_norm(x, FEATURES, eps=eps) ** 2)))


def rounded(x: NDArray[np.float64], bits: int) -> NDArray[np.float64]:
    """Return x to ``bits`` of precision, to the nearest, as a dtype of that precision stores it."""
    part, exponent = np.frexp(x)
    result: NDArray[np.float64] = np.ldexp(np.rint(part * 2.0**bits) / 2.0**bits, exponent)
    return result
