"""What has to be there before anything is graded: pytest, and a fence."""

from __future__ import annotations

import sys

from ...extras import require
from ..terminal import say
from ..verdict.errors import CannotGradeError


def require_pytest() -> None:
    """Refuse to grade where pytest is missing, which runs the tests.

    Raises
    ------
    CannotGradeError
        If it is; the message says how to install it.
    """
    try:
        require("The grader", "grader")
    except ModuleNotFoundError as error:
        raise CannotGradeError(str(error)) from None


def warn_unless_fenced() -> None:
    """Warn where isolation is weaker than it should be, or untried; refuse where there is none.

    Raises
    ------
    CannotGradeError
        If this system cannot isolate at all.
    """
    from ..fence.sandbox import AVAILABLE, CANNOT_FORK

    if not AVAILABLE:
        raise CannotGradeError(CANNOT_FORK)
    from ..fence.lockdown import weakness

    if text := weakness():
        say(text, sys.stderr)
