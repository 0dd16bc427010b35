"""Where the package's data lie: recorded measurements, what they were made with, quizzes."""

import json
from pathlib import Path
from typing import Any

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
        If there is no such record.

    Examples
    --------
    >>> read_record("placement")["command"]
    'python -m normbook.experiments.placement'
    """
    content: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    return content
