"""Where the package's data lie: recorded measurements, what they were made with, quizzes."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

DATA = Path(__file__).parent
RECORDS = DATA / "experiments"
"""The folder of recorded measurements, a JSON file each."""


def read_record(name: str) -> dict[str, Any]:
    """Return the record of a measurement.

    Parameters
    ----------
    name
        The name of its file, without ``.json``.

    Raises
    ------
    FileNotFoundError
        If there is no such record; it says which there are.

    Examples
    --------
    >>> read_record("placement")["command"]
    'python -m normbook.experiments.placement'
    """
    path = RECORDS / f"{name}.json"
    if not path.is_file():  # listed then alone: a chapter that lists is executed for each new one
        known = sorted(each.stem for each in RECORDS.glob("*.json"))
        raise FileNotFoundError(f"No record is called {name!r}; there are {', '.join(known)}.")
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


class Spread(NamedTuple):
    """Mean, least and greatest over seeds, each of the shape of one seed's values."""

    mean: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def spread(values: ArrayLike) -> Spread:
    """Return mean, least and greatest over the first axis, on which records have their seeds.

    None, which stands for a value that is not finite, becomes NaN and makes NaN of all three.

    Examples
    --------
    >>> mean, low, high = spread([[1.0, 5.0], [3.0, 5.0]])
    >>> mean, low, high
    (array([2., 5.]), array([1., 5.]), array([3., 5.]))
    """
    array = np.array(values, dtype=np.float64)
    return Spread(array.mean(axis=0), array.min(axis=0), array.max(axis=0))
