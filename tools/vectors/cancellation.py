"""Three variances of float32 numbers, which JavaScript must meet to the last bit."""

from typing import Any

import numpy as np

from normbook.norms import single_pass_variance, two_pass_variance, welford_variance
from normbook.widgets import Cancellation


def cases() -> list[dict[str, Any]]:
    """Return numbers and their variances."""
    return [
        case(mean, features, seed)
        for mean in (0, 1, 300, 1e4, 1e6, 1e8)
        for features, seed in ((2, 1), (7, 2), (16, 3))
    ]


def case(mean: float, features: int, seed: int) -> dict[str, Any]:
    """Return one case. NumPy adds up one after the other along an axis that is not the last."""
    x = Cancellation(mean=mean, features=features, seed=seed).values()
    columns = np.stack([x, x], axis=1)
    return {
        "mean": mean,
        "seed": seed,
        "x": x.tolist(),
        "onePass": float(single_pass_variance(columns, axis=0)[0]),
        "twoPass": float(two_pass_variance(columns, axis=0)[0]),
        "welford": float(welford_variance(columns, axis=0)[0]),
        "truth": float(np.var(x.astype(np.float64))),
    }
