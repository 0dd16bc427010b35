"""Three ways to a variance, at a mean that a slider takes from 0 to 1e8."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from normbook.widgets.explorable import Explorable
from normbook.widgets.traits import Number, Whole


class Cancellation(Explorable):
    """One-pass, two-pass and Welford's variance of the same float32 numbers.

    What is drawn is computed in JavaScript, in exact float32 arithmetic; ``values`` gives the same
    numbers to Python.

    Parameters
    ----------
    mean
        From 0 to 100,000,000: the mean of the numbers. Their standard deviation is about 1.
    features
        2 to 512: how many there are.
    seed
        0 to 999: which numbers.

    Examples
    --------
    >>> from normbook.norms import single_pass_variance, two_pass_variance
    >>> x = Cancellation(mean=10_000).values()
    >>> bool(abs(single_pass_variance(x) - two_pass_variance(x)) > 1)
    True
    """

    slug = "cancellation"

    mean = Number(1e4, low=0, high=1e8).tag(sync=True)
    features = Whole(512, low=2, high=512).tag(sync=True)
    seed = Whole(0, low=0, high=999).tag(sync=True)

    def values(self) -> npt.NDArray[np.float32]:
        """Return the numbers that the picture is drawn from, shape (features,)."""
        return (self.mean + deviates(self.features, self.seed)).astype(np.float32)


def deviates(count: int, seed: int) -> npt.NDArray[np.float64]:
    """Return numbers of mean 0 and variance 1, nearly normal, as _shared/random.mjs makes them."""
    state, uniform = seed, []
    for _ in range(12 * count):
        state = (1664525 * state + 1013904223) % 2**32
        uniform.append(state / 2**32)
    sums: npt.NDArray[np.float64] = np.reshape(uniform, (count, 12)).sum(axis=1)
    return sums - 6
