"""The attempt's side: holds the attempt, and does with it what the tests ask.

The same operations serve in one process and over a pipe. Each is a dictionary that crosses the
wire:

- ``{"do": "call", "on": …, "name": …, "arguments": …, "keywords": …}`` calls an object or a method;
- ``{"do": "get", "on": …, "name": …}`` reads an attribute of an object;
- ``{"do": "gradients", "output": …, "gradient": …}`` propagates a gradient back through a call.

Each answer is a dictionary, too: ``{"value": …}`` or ``{"raised": …}``. A call's has ``"changed"``,
the names of the arguments that it changed, what they ``"became"``, if there are any, and, if
gradients can flow back, their ``"output"``.
`perform_aloud` adds ``"printed"``, and packs it.
"""

from __future__ import annotations

import builtins
import functools
import inspect
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

from .errors import NOT_ITS_OWN
from .fresh import Settings
from .load import Unread, describe, message_of, stream_to
from .loaded import is_tensor
from .same import leaves
from .terms import FREE, Terms
from .wire import (
    MAX_MESSAGE_CHARACTERS,
    MAX_PRINTED_CHARACTERS,
    Handle,
    WireError,
    decode,
    encode,
    identical,
    pack,
    require_plain,
)

UTF8_BYTES = 4
"""What one character takes at most."""
THE_ATTEMPT = 0
"""The number that stands for the attempt itself among its objects."""
DEFINED = "; it is defined as "
"""Stands before the signature of what was called with arguments that do not fit."""
UNAWAITED = "a coroutine, which nobody waits for: write def in place of async def."
UNCHECKABLE = "Your function returns no result that can be checked"
"""What is said of a result that does not cross, before why."""
UNREADABLE = "Your function leaves in an argument what cannot be checked"
"""What is said where an argument does not cross after a call, before why."""
FOREIGN = "a PyTorch tensor, where NumPy arrays are expected: tensor.numpy() makes one of it."


class NoResultError(Exception):
    """What an attempt returns, or leaves in an argument, cannot be compared; the message says so.

    It is no exception of the attempt's, and none that a test could ask for.
    """


def without_result(line: str) -> str:
    """Return what is told of an answer that is no result, given its line; "" for an exception."""
    begins = f"{NoResultError.__name__}: "
    return line.removeprefix(begins) if line.startswith(begins) else ""


class Beginning(Unread):
    """Keeps the beginning of what is written to it."""

    def __init__(self) -> None:
        self._data = b""

    @property
    def text(self) -> str:
        """The first `MAX_PRINTED_CHARACTERS` of it."""
        return self._data.decode(errors="ignore")[:MAX_PRINTED_CHARACTERS]

    def write(self, data: Any) -> int:
        """Keep as much as there is room for."""
        room = UTF8_BYTES * MAX_PRINTED_CHARACTERS - len(self._data)
        self._data += bytes(data[:room])
        return len(data)


class Host:
    """Holds an attempt, and the objects that it made.

    Parameters
    ----------
    attempt
        A function, or a class whose instances stay here and are reached by handles.
    file
        The file that it was loaded from, with whose line exceptions are told; unless given, the
        file or the cell of a notebook where it is defined.
    terms
        What its exercise allows.
    """

    def __init__(self, attempt: Any, file: Path | None = None, terms: Terms = FREE) -> None:
        self._terms = terms
        self._asked = 0
        # The key is the number of the operation that made the object. So an object has the same
        # key in all attempts, also in those that failed to make an earlier one.
        self._objects: dict[int, Any] = {THE_ATTEMPT: attempt}
        # Tensors that calls returned, and the arguments that gradients flow back to.
        self._outputs: dict[int, tuple[Any, list[Any]]] = {}
        self._file = file or _file_of(attempt)
        self._settings = Settings()  # what the attempt's file has set, or a notebook

    def perform(self, operation: dict[str, Any]) -> dict[str, Any]:
        """Do what an operation asks, and return the answer; an exception is an answer, too."""
        self._asked += 1
        try:
            with self._settings.again(), self._terms.kept():
                match operation["do"]:
                    case "call":
                        return self._call(**{k: v for k, v in operation.items() if k != "do"})
                    case "get":
                        return {"value": self._get(operation["on"], operation["name"])}
                    case _:
                        output, gradient = operation["output"], operation["gradient"]
                        return {"value": self._gradients(output, gradient)}
        except NOT_ITS_OWN:
            raise
        except BaseException as error:
            described = self._describe(error)
            is_stub = isinstance(error, NotImplementedError)
            is_asked = operation.get("on") == THE_ATTEMPT and not is_stub
            if is_asked and (why := self._why_no_class()):
                described["line"] = f"{described['line'].removesuffix('.')}. {why}"
            return {"raised": described}

    def perform_aloud(self, operation: dict[str, Any]) -> bytes:
        """Do the same, and return the answer packed, with what the attempt printed."""
        output = Beginning()
        with redirect_stdout(stream_to(output)):
            answer = self.perform(operation)
        printed = {"printed": output.text} if output.text else {}
        try:
            return pack({**answer, **printed})
        except WireError as error:  # the parts do cross, and are too much together
            return pack({"raised": self._describe(_no_result(UNCHECKABLE, error)), **printed})

    def _call(
        self, on: int, name: str | None, arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> dict[str, Any]:
        """Call an object, or its method ``name``."""
        function = self._objects[on] if name is None else getattr(self._objects[on], name)
        before = encode([arguments, keywords])
        try:
            value = function(*arguments, **keywords)
        except TypeError as error:
            if error.__traceback__ and error.__traceback__.tb_next is None:  # of the call itself
                defined = _as_defined(function, arguments, keywords)
                raise TypeError(f"{error}{defined}") from None
            raise
        try:
            is_changed = not identical(encode([arguments, keywords]), before)
        except WireError as error:
            raise _no_result(UNREADABLE, error) from None
        changed = _changed(function, decode(before), arguments, keywords) if is_changed else {}
        may_stay = on != THE_ATTEMPT or inspect.isclass(function) or self._terms.is_class
        answer = {
            "value": self._to_value(value, may_stay),
            "changed": list(changed),
        }
        if changed:
            answer["became"] = changed
        if _has_grad_fn(value):
            inputs = [each for each in (*arguments, *keywords.values()) if _requires_grad(each)]
            self._outputs[self._asked] = value, inputs
            answer["output"] = self._asked
        return answer

    def _why_no_class(self) -> str:
        """Return what the attempt is where a class is asked for; "" where it is what is asked."""
        attempt = self._objects[THE_ATTEMPT]
        if not self._terms.is_class or inspect.isclass(attempt):
            return ""
        is_function = inspect.isroutine(attempt)
        kind = "a function" if is_function else f"an object of class {type(attempt).__name__}"
        return f"The task asks for a class, and yours is {kind}."

    def _get(self, on: int, name: str) -> Any:
        value = getattr(self._objects[on], name)
        return {"method": name} if callable(value) else {"plain": self._to_value(value, False)}

    def _gradients(self, output: int, gradient: Any) -> list[Any]:
        """Propagate a gradient back through a call; return what reaches each tensor argument."""
        value, inputs = self._outputs[output]
        for each in inputs:
            each.grad = None
        value.backward(gradient, retain_graph=True)
        return [each.grad for each in inputs]

    def _to_value(self, value: Any, may_stay: bool) -> Any:
        """Return a value that can cross the wire: itself, or a handle if objects may stay here."""
        if inspect.iscoroutine(value):
            value.close()  # else Python warns that nobody waited for it
            raise _no_result(UNCHECKABLE, UNAWAITED)
        try:
            require_plain(value)
        except WireError as error:
            is_result = is_tensor(value) or isinstance(value, list | tuple | dict | set)
            if not may_stay or is_result:
                raise _no_result(UNCHECKABLE, error) from None
        else:
            if not self._terms.tensors and any(map(is_tensor, leaves(value))):
                raise _no_result(UNCHECKABLE, FOREIGN)
            return value
        for number, known in self._objects.items():
            if known is value:
                return Handle(number)
        self._objects[self._asked] = value
        return Handle(self._asked)

    def _describe(self, error: BaseException) -> dict[str, str]:
        """Return an exception's builtin type, its message, and one line on where it arose."""
        kinds = type(error).__mro__  # a class of the attempt's may have a builtin's name
        kind = next(each.__name__ for each in kinds if vars(builtins).get(each.__name__) is each)
        message, line = message_of(error), describe(error, self._file)
        most = MAX_MESSAGE_CHARACTERS
        return {"type": kind, "message": message[:most], "line": line[:most]}


def _file_of(attempt: Any) -> Path | None:
    """Return where an attempt is defined: its file, or what stands for a cell.

    Of an object that is its class, of a function that is wrapped or partly called the function.
    """
    with suppress(ValueError):  # it says of itself that it is wrapped
        attempt = inspect.unwrap(attempt)
    if isinstance(attempt, functools.partial):
        return _file_of(attempt.func)
    if not inspect.isroutine(attempt):
        owner = attempt if inspect.isclass(attempt) else type(attempt)
        attempt = next(filter(inspect.isfunction, vars(owner).values()), None)
    code = getattr(attempt, "__code__", None)  # what is built in has none
    return Path(code.co_filename) if code else None


def _no_result(what: str, why: object) -> NoResultError:
    """Return the error that says what cannot be compared, and why."""
    return NoResultError(f"{what}: {why}")


def _changed(
    function: Callable[..., Any], before: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> dict[str, Any]:
    """Return the arguments that are not as they were before the call, by name, as they are now."""
    positional, named = before
    pairs = zip(positional, arguments, strict=True)
    numbers = [i for i, (old, new) in enumerate(pairs) if _differ(old, new)]
    return {
        **{_name(function, number): arguments[number] for number in numbers},
        **{name: new for name, new in keywords.items() if _differ(named[name], new)},
    }


def _differ(old: Any, new: Any) -> bool:
    return not identical(encode(old), encode(new))


def _as_defined(
    function: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> str:
    """Return how what does not take a call's arguments is defined, as the end of a sentence.

    Return "" if it does take them, as what `functools.cache` cannot keep, or if nobody can tell.
    """
    try:
        signature = inspect.signature(function)
        try:
            signature.bind(*arguments, **keywords)
        except TypeError:
            return f"{DEFINED}{function.__name__}{signature}"
    except (TypeError, ValueError, AttributeError):
        pass
    return ""


def _name(function: Callable[..., Any], number: int) -> str:
    """Return what the function, or a module's forward, calls an argument given by position."""
    try:
        signature = inspect.signature(getattr(function, "forward", function))
    except (TypeError, ValueError):
        return f"argument {number + 1}"
    for place, parameter in enumerate(signature.parameters.values()):
        if parameter.kind is parameter.VAR_POSITIONAL:
            return f"{parameter.name}[{number - place}]"
        if place == number:
            return parameter.name
    return f"argument {number + 1}"


def _has_grad_fn(value: Any) -> bool:
    return is_tensor(value) and value.grad_fn is not None


def _requires_grad(value: Any) -> bool:
    return is_tensor(value) and value.requires_grad
