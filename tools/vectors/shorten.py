"""Numbers with the digits that all machines agree on: a sum's last ones depend on its order."""

from typing import Any

import numpy as np

DIGITS = 12


def shorten(values: Any) -> Any:
    """Return an array, or a number, as lists of floats of 12 digits."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim == 0:
        return float(f"{array:.{DIGITS}g}")
    return [shorten(each) for each in array]
