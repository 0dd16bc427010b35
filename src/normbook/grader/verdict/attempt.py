"""The tests' side: stands for the attempt, passes each call on to it, and keeps a record."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from .fresh import fresh
from .host import THE_ATTEMPT, Host, NoResultError, without_result
from .load import LoadError
from .loaded import loaded_torch
from .terms import FREE, Terms
from .wire import Handle, WireError, pack, unpack

NO_ANSWER = "What came back was no answer."
"""What is said where the bytes of an attempt's side are none."""


class Channel(Protocol):
    """A way to the attempt's side."""

    def next_check(self) -> bool:
        """Get ready for the next check; return whether the attempt was started anew for it."""

    def start_anew(self) -> bool:
        """Start the attempt anew, if that can be; return whether it was."""

    def perform(self, operation: dict[str, Any]) -> dict[str, Any]:
        """Have an operation done there; return the answer."""


class Direct:
    """A way to an attempt in this process. Values are copied, as over a pipe.

    Parameters
    ----------
    attempt, file, terms
        As of `Host`.
    load
        Loads the attempt anew, or raises `LoadError`; None, if it came as it is.
    """

    def __init__(
        self,
        attempt: Any,
        file: Path | None = None,
        terms: Terms = FREE,
        load: Callable[[], Any] | None = None,
    ) -> None:
        self._file, self._terms, self._load = file, terms, load
        self._host = Host(attempt, file, terms)

    def next_check(self) -> bool:
        """Go on with the same attempt, as what would end it ends this process, too."""
        return False

    def start_anew(self) -> bool:
        """Load the attempt anew, unless it came as it is or does not load this time."""
        if self._load is None:
            return False
        with fresh():
            try:
                self._host = Host(self._load(), self._file, self._terms)
            except LoadError:
                return False
        return True

    def perform(self, operation: dict[str, Any]) -> dict[str, Any]:
        """Have the host do it on copies of the arguments."""
        packed = self._host.perform_aloud(unpack(pack(operation)))
        try:
            answer: dict[str, Any] = unpack(packed)
        except WireError:
            raise Gone("crash", NO_ANSWER) from None
        return answer


class AttemptError(Exception):
    """The attempt raised an exception; ``line`` says which, and where in its file."""

    def __init__(self, message: str, line: str) -> None:
        super().__init__(message)
        self.line = line


LOST = "This check needs an object of an earlier one, which was lost when the attempt ended there."


class Gone(BaseException):
    """The attempt does not answer: it took too long, its process ended, or an object is lost."""

    status: Literal["timeout", "crash", "not run"]

    def __init__(self, status: Literal["timeout", "crash", "not run"], message: str) -> None:
        super().__init__(message)
        self.status = status
        self.operation: dict[str, Any] | None = None
        """What it was asked when it ended."""


class BrokenChannelError(BaseException):
    """The channel broke, through no fault of the attempt, so that there is no verdict."""


@dataclass(frozen=True)
class Step:
    """One operation that was asked of an attempt, and its answer."""

    operation: dict[str, Any]
    """What the tests asked; `host` says how operations and answers are written."""
    answer: dict[str, Any]
    """The value that came back, or the exception that was raised."""
    start: int = 0
    """How often the attempt had been started anew before. A handle holds until the next start."""
    printed: str = ""
    """What the attempt printed meanwhile."""

    @property
    def given(self) -> list[Any]:
        """The arguments of the call; none if the operation is no call."""
        keywords: dict[str, Any] = self.operation.get("keywords", {})
        return [*self.operation.get("arguments", ()), *keywords.values()]


class Attempt:
    """What the tests know as ``attempt``.

    Call it as the function or class that it stands for. Arguments are copied, so that nothing the
    attempt does to them reaches the tests.

    Parameters
    ----------
    channel
        The way to the attempt's side.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self.start = 0
        """How often the attempt was started anew."""
        self.steps: list[Step] = []
        """What was asked so far, in order."""
        self.changed: list[str] = []
        """The names of the arguments that the last call changed."""

    def next_check(self) -> None:
        """Get ready for the next check: if the attempt ended in the last one, it starts anew."""
        self.start += self._channel.next_check()

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Call the attempt; its exceptions come out here."""
        return self.call(THE_ATTEMPT, None, arguments, keywords)

    def call(
        self, on: int, name: str | None, arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> Any:
        """Call an object of the attempt's side, or its method ``name``."""
        asked = {"on": on, "name": name, "arguments": arguments, "keywords": keywords}
        self.changed = []  # where the call raises, nothing is said of them
        answer = self.ask({"do": "call", **asked})
        self.changed = list(answer["changed"])
        value = self.represent(answer["value"])
        if "output" in answer:
            return _with_backward(self, answer["output"], value, (*arguments, *keywords.values()))
        return value

    def ask(self, operation: dict[str, Any]) -> dict[str, Any]:
        """Have an operation done, keep a record of it, and raise what it raised."""
        kept = pack(operation)  # before the tests can change what they passed
        try:
            answer = self._channel.perform(operation)
        except Gone as gone:
            gone.operation = unpack(kept)
            raise
        printed = answer.pop("printed", "")
        self.steps.append(Step(unpack(kept), answer, self.start, printed))
        if "raised" in answer:
            raise _exception(**answer["raised"])
        return answer

    def represent(self, value: Any) -> Any:
        """Return a value as the tests get it: a `Remote` for a handle, anything else as it is."""
        return Remote(self, value.number) if isinstance(value, Handle) else value

    def require(self, start: int) -> None:
        """Refuse an object that was made before the attempt was started anew, and is lost.

        Raises
        ------
        Gone
            If ``start``, the start in which it was made, is not the current one.
        """
        if start != self.start:
            raise Gone("not run", LOST)


class Remote:
    """Stands for an object that the attempt made: a module, say."""

    def __init__(self, attempt: Attempt, number: int) -> None:
        self._attempt = attempt
        self._number = number
        self._start = attempt.start

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Call the object."""
        self._attempt.require(self._start)
        return self._attempt.call(self._number, None, arguments, keywords)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute: a copy of its value, or something to call."""
        if name.startswith("__"):
            raise AttributeError(name)
        self._attempt.require(self._start)
        found = self._attempt.ask({"do": "get", "on": self._number, "name": name})["value"]
        if "method" not in found:
            return self._attempt.represent(found["plain"])
        return self._method(name)

    def _method(self, name: str) -> Callable[..., Any]:
        def method(*arguments: Any, **keywords: Any) -> Any:
            self._attempt.require(self._start)
            return self._attempt.call(self._number, name, arguments, keywords)

        return method


Remote.__name__ = "object"  # a test may tell it to who wrote a class where a function is asked for


def _with_backward(attempt: Attempt, output: int, value: Any, arguments: tuple[Any, ...]) -> Any:
    """Return a tensor whose gradient goes back through the call that made it."""
    torch: Any = loaded_torch()  # it is, for a tensor has come
    start = attempt.start
    inputs = [a for a in arguments if isinstance(a, torch.Tensor) and a.requires_grad]

    class Call(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(context: Any, *_: Any) -> Any:
            return value.detach()

        @staticmethod
        def backward(context: Any, gradient: Any) -> Any:
            attempt.require(start)
            answer = attempt.ask({"do": "gradients", "output": output, "gradient": gradient})
            return (None, *answer["value"])

    # Without an input that needs a gradient the call would be left out of the graph.
    always = torch.zeros((), requires_grad=True)
    return Call.apply(always, *inputs)


class NoResult(NoResultError):
    """The same on the side of the tests."""


NoResult.__name__ = "no result that can be checked"  # a test may tell it to a learner


def _exception(type: str, message: str, line: str) -> BaseException:
    """Return the exception that was raised on the other side, of its builtin type.

    An answer that is no result raises one that no test can have asked for.
    """
    kind = NoResult if without_result(line) else getattr(builtins, type, Exception)
    if not (isinstance(kind, builtins.type) and issubclass(kind, Exception)):
        kind = Exception  # an exit, say, is no exit here
    try:
        error: BaseException = kind(message)
    except TypeError:  # some want more than a message: UnicodeDecodeError, ExceptionGroup
        error = ValueError(message) if issubclass(kind, ValueError) else Exception(message)
    error.__cause__ = AttemptError(message, line)
    return error
