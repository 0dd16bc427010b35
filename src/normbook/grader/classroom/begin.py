"""Begins an exercise of one's own: writes a small one that holds, to be changed file by file."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from ..verdict.errors import UserError
from ..verdict.find import EXERCISES


class CannotBeginError(UserError):
    """Nothing was written; the message says why, and what helps."""


def begin(folder: Path) -> list[Path]:
    """Write the files of a small exercise; return their paths.

    Parameters
    ----------
    folder
        The folder, whose name is that of the exercise; new or empty.

    Raises
    ------
    CannotBeginError
        If the name is none that files and functions can have, the book has it, or the folder holds
        something already.
    """
    name = folder.resolve().name
    _refuse_unless_free(folder, name)
    written = []
    for file, text in FILES.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace(NAME, name), encoding="utf-8")
        written.append(path)
    return written


def _refuse_unless_free(folder: Path, name: str) -> None:
    """Refuse a name that is none or taken, and a folder that is not empty."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise CannotBeginError(
            f"The folder's name is that of the exercise, and of what students write. {name!r} "
            "cannot be it; expected lower-case words with _ between them, such as moving_average."
        )
    if (EXERCISES / name).exists():
        raise CannotBeginError(f"There is an exercise {name} in the book; choose another name.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotBeginError(
            f"{folder} is there already, and nothing is overwritten; name a new folder."
        )


NAME = "new_name"
"""Stands in the files for the name of the exercise."""

SETTINGS = """\
title = "Take the mean off"
chapter = "my_course"  # the heading below which `normbook list` has it
points = 2  # the sum of those below [checks]
entry = "new_name"  # the function or class that students write
requires = ["numpy"]  # answers may import these, and NumPy beside them; with [], Python alone
difficulty = "easy"  # easy, medium or hard
minutes = 10

[checks]  # the tests of tests.py, in their order, with their points
test_the_mean_is_taken_off = 2
"""

PROMPT = """\
Write `new_name(x)`, which subtracts from an array of numbers their mean. The result has the shape
of `x`.
"""

STUB = '''\
import numpy as np


def new_name(x):
    """Return x without its mean."""
    raise NotImplementedError("Not written yet: replace this line.")
'''

SOLUTION = '''\
"""One right answer."""

import numpy as np


def new_name(x):
    """Return x without its mean."""
    return x - np.mean(x)
'''

TESTS = '''\
"""What it must do. Expected values are computed by hand, and the solution is not imported."""

import numpy as np


def test_the_mean_is_taken_off(attempt):
    received = attempt(np.array([1.0, 2.0, 6.0]))
    expected = np.array([-2.0, -1.0, 3.0])
    assert np.shape(received) == (3,) and np.allclose(received, expected), (
        "Is the mean the sum of the values, divided by how many there are?\\n"
        f"received {received}\\nexpected {expected}"
    )
'''

MUTANT = '''\
"""You divide the sum by one less than there are values. That is for the variance of a sample; the
mean divides by how many there are."""

import numpy as np


def new_name(x):
    return x - np.sum(x) / (len(x) - 1)
'''

HINTS = """\
# Hints

## Hint 1
Helps: test_the_mean_is_taken_off, divides_by_one_less

How many values are there, and by what do you divide their sum?

## Hint 2

    mean = x.sum() / len(x)
"""

FILES = {
    "exercise.toml": SETTINGS,
    "prompt.md": PROMPT,
    "stub.py": STUB,
    "solution.py": SOLUTION,
    "tests.py": TESTS,
    "mutants/divides_by_one_less.py": MUTANT,
    "hints.md": HINTS,
}
"""What an exercise consists of, by the names of its files."""
