"""Errors of which an attempt has no part; most have a message that is all that a user needs."""

from __future__ import annotations


class UserError(Exception):
    """Something that whoever runs a command can mend, as the message says.

    Commands print the message alone. Any other exception is a mistake of this package's, and comes
    with its traceback.
    """


class CannotGradeError(UserError, RuntimeError):
    """Nothing can be graded here, or the grader itself failed: no attempt is to blame."""


class LateError(BaseException):
    """The judge's time is up. It is no `Exception`, so that ``except Exception`` lets it pass."""


NOT_ITS_OWN = (KeyboardInterrupt, LateError)
"""What may come while an attempt's code runs, and is not raised by it."""


def reason(error: Exception) -> str:
    """Return what a user is told of an error: of a file, its name and what is wrong with it.

    Examples
    --------
    >>> reason(PermissionError(13, "Permission denied", "exercises/layer_norm.py"))
    'exercises/layer_norm.py: Permission denied'
    """
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
