"""The window of ε: below the signal, above the noise.

Rows around an offset. Some carry a signal; the others only noise of the size of their dtype's
rounding.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from normbook import norms

from .panel.chart import Axis, Band, Chart, Line, Panel, Points, Rule
from .panel.control import Control, choice, log_slider, number

ALT = (
    "Around an offset of 100 in float32, a signal of deviation 0.1 keeps nine tenths of it up to "
    "an ε of 0.002, and rounding noise stays below a tenth from about 1e-8 on. 1e-5 lies in this "
    "window; at 1e-12 noise comes out as large as the signal."
)

ROWS, FEATURES = 16, 64
BITS = {"float32": 24, "float16": 11, "bfloat16": 8}  # bits of the significand
EPSILONS = np.logspace(-14, 1, 61)
# The window of good ε: where a signal keeps at least the first share, and noise at most the second.
KEPT, LEFT = 0.9, 0.1


def controls() -> dict[str, Control]:
    """Return the rows' offset, the signal's deviation, the dtype of the rows, and ε."""
    return {
        "offset": log_slider("offset", -2, 4, 0.5, start=100, readout=".3g"),
        "signal": log_slider("σ of the signal", -4, 2, 0.5, start=0.1, readout=".3g"),
        "dtype": choice("rows in", BITS.keys()),
        "eps": log_slider("ε", -14, 1, 0.5, start=1e-5, readout=".1e"),
    }


def draw(offset: float, signal: float, dtype: str, eps: float) -> Chart:
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
    signals = rounded(offset + signal * noise, bits)
    constant = rounded(offset + offset * 2.0**-bits * noise, bits)
    kept = np.array([deviation(signals, each) for each in EPSILONS])
    left = np.array([deviation(constant, each) for each in EPSILONS])
    window = EPSILONS[(kept >= KEPT) & (left <= LEFT)].tolist()
    here = deviation(signals, eps), deviation(constant, eps)
    title = f"at ε = {number(eps, '.1e')}: signal {here[0]:.2g}, noise {here[1]:.2g}"
    return Chart(
        [
            Panel(
                Axis("ε", (1e-14, 10), log=True),
                Axis("deviation of the output", (0, 1.1)),
                [
                    *([Band(window[0], window[-1], "window")] if window else []),
                    Line(EPSILONS, kept, "teal", "signal"),
                    Line(EPSILONS, left, "vermilion", "noise"),
                    Rule(x=eps),
                    Points([eps], [here[0]], "teal"),
                    Points([eps], [here[1]], "vermilion"),
                ],
                title,
            )
        ],
        columns=1,
    )


def deviation(x: NDArray[np.float64], eps: float) -> float:
    """Return the root mean square of what LayerNorm makes of the rows."""
    return float(np.sqrt(np.mean(norms.layer_norm(x, FEATURES, eps=eps) ** 2)))


def rounded(x: NDArray[np.float64], bits: int) -> NDArray[np.float64]:
    """Return x to ``bits`` of precision, to the nearest, as a dtype of that precision stores it."""
    part, exponent = np.frexp(x)
    result: NDArray[np.float64] = np.ldexp(np.rint(part * 2.0**bits) / 2.0**bits, exponent)
    return result
