"""What ε does to a LayerNorm: by scale, by dtype, inside or outside the root."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from normbook.widgets.explorable import Explorable
from normbook.widgets.traits import Choice, Flag, Number

# Numbers with mean 0 and variance 1, both exact in every dtype: those of epsilon/arithmetic.mjs.
SAMPLE = (2, -1, 0.5, -1.25, 0.75, 0, -0.75, -0.25)


class Epsilon(Explorable):
    """The standard deviation of LayerNorm's output, at a scale of its input and an ε.

    Eight numbers are normalized with every operation rounded to the dtype. What is drawn is
    computed in JavaScript; ``values`` gives the same numbers to Python.

    Parameters
    ----------
    scale
        From 1e-8 to 100,000: the standard deviation of the input, in the units of x.
    eps
        From 0 to 1: in the units of x squared inside the root, of x outside.
    dtype
        ``"float32"``, ``"float16"`` or ``"bfloat16"``: what x, ε and each result are rounded to.
    place
        ``"inside"``: (x − μ) / √(σ² + ε). ``"outside"``: (x − μ) / (σ + ε).
    upcast
        True: the statistics and ε are in float32, and only x and the output in the dtype.

    Examples
    --------
    >>> from normbook.norms import layer_norm
    >>> epsilon = Epsilon(scale=1e-3, eps=1e-5)
    >>> round(float(layer_norm(epsilon.values(), 8, eps=epsilon.eps).std()), 2)
    0.3
    """

    slug = "epsilon"

    scale = Number(1e-3, low=1e-8, high=1e5).tag(sync=True)
    eps = Number(1e-5, low=0, high=1).tag(sync=True)
    dtype = Choice("float32", of=("float32", "float16", "bfloat16")).tag(sync=True)
    place = Choice("inside", of=("inside", "outside")).tag(sync=True)
    upcast = Flag(False).tag(sync=True)

    def values(self) -> npt.NDArray[np.float16 | np.float32]:
        """Return the numbers that the picture is drawn from, shape (8,).

        NumPy has no bfloat16: such numbers come as float32, which holds them.
        """
        x = self.scale * np.array(SAMPLE, dtype=np.float64)
        if self.dtype == "float16":
            with np.errstate(over="ignore"):
                return x.astype(np.float16)
        if self.dtype == "bfloat16":
            part, exponent = np.frexp(x)  # a part of 8 bits, none of which is lost at these scales
            x = np.ldexp(np.rint(part * 2**8) / 2**8, exponent)
        return x.astype(np.float32)
