"""Evaluates the claims of a chapter in its kernel; `probe` has this run there, by its path."""

import math
from collections.abc import Mapping
from typing import Any

from normbook.data import read_record

Answer = dict[str, Any]
"""Either ``value``, a number, True or False, or a list of such, or ``error``, why there is none."""


def evaluate(expression: str, names: Mapping[str, Any]) -> Answer:
    """Return the value of an expression that may use these names, and ``record``.

    ``record("placement")`` is the record of that name.
    """
    try:
        return {"value": plain(eval(expression, {"record": read_record, **names}))}
    except NoFindingError as found:
        return {"error": str(found)}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


class NoFindingError(Exception):
    """A value that says nothing a claim could be compared with."""


def plain(value: Any) -> Any:
    """Return a value as JSON has it: a number, True or False, or a list of such."""
    if hasattr(value, "tolist"):  # NumPy's and PyTorch's
        value = value.tolist() if size_of(value) != 1 else value.item()
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float) and math.isfinite(value):
        return float(value)
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    raise NoFindingError(f"{value!r:.60} is neither a number nor True or False")


def size_of(value: Any) -> int:
    """Return how many elements an array or a tensor has."""
    return math.prod(value.shape)


def publish(expressions: list[str], names: Mapping[str, Any]) -> None:
    """Show the answers to some expressions as JSON, in the output of the cell that calls this."""
    from IPython.display import display

    answers = [evaluate(each, names) for each in expressions]
    display({"application/json": answers}, raw=True)
