"""Errors whose message is all that a user needs: what is wrong, and what to do about it."""

from __future__ import annotations


class UserError(Exception):
    """Something that whoever runs a command can mend, as the message says.

    Commands print the message alone. Any other exception is a mistake of this package's, and comes
    with its traceback.
    """


class CannotGradeError(UserError, RuntimeError):
    """Nothing can be graded here, or the grader itself failed: no attempt is to blame."""
