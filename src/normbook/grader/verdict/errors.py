"""Errors whose message is all that a user needs: what is wrong, and what to do about it."""

from __future__ import annotations


class UserError(Exception):
    """Something that whoever runs a command can mend, as the message says.

    Commands print the message alone. Any other exception is a mistake of this package's, and comes
    with its traceback.
    """


class CannotGradeError(UserError, RuntimeError):
    """Nothing can be graded here, or the grader itself failed: no attempt is to blame."""


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
