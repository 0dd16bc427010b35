"""Shows calls, answers and values to a learner, each in one line, as Python."""

from __future__ import annotations

import contextlib
import re
from functools import partial
from typing import Any

from .host import without_result
from .loaded import is_numpy, is_tensor, loaded_torch, np, numpy_is_loaded
from .same import Aspect, aspect_of, is_number, plain
from .wire import Handle

MAX_ARGUMENT_CHARACTERS = 160
"""The length of the longest argument that is shown as it is in a call; of a longer one, the numbers
are rounded, or, if that is as long, the shapes are shown."""
DIGITS = (4, 7, 10, 17)
"""Numbers of significant digits: the first with which two answers are seen to differ is used."""
ROUNDED = "≈"
"""What stands before an argument whose numbers are rounded."""
ARRAY = re.compile(r"array\((.*?)(?:,\s+shape=(\([\d, ]*\)))?(?:,\s+dtype=(\w+))?\)", re.DOTALL)
"""An array as NumPy's `repr` writes it; it adds the shape where it leaves numbers out."""
OWN_TYPE = re.compile(r"[^:]+, line \d+: (\w+)")
"""How an exception's line begins that arose in the attempt's file: with its own type."""
NO_RESULT = "nothing that can be checked"
"""What stands for an answer that is no result."""
MAX_CHANGE_CHARACTERS = 60
"""The length of the longest changed argument of which is shown what it became."""
MAX_PRINTED_LINES = 6
MAX_PRINTED_LINE_CHARACTERS = 100
MAX_SHOWN_CHARACTERS = 600
"""How much of a message or a value is shown."""


def show_operation(operation: dict[str, Any], entry: str) -> str:
    """Return an operation as a learner would write it in Python."""
    match operation["do"]:
        case "call":
            name = entry if operation["on"] == 0 else "it"
            method = "" if operation["name"] is None else f".{operation['name']}"
            parts = [_argument(value) for value in operation["arguments"]]
            parts += [f"{key}={_argument(value)}" for key, value in operation["keywords"].items()]
            return f"{name}{method}({', '.join(parts)})"
        case "get":
            return f"it.{operation['name']}"
        case _:
            return f"the gradients of the inputs after {show_backward(operation)}"


def show_backward(operation: dict[str, Any]) -> str:
    """Return the step that sends a gradient back, as a learner would write it."""
    return f"y.backward({show(operation['gradient'])})"


def _argument(value: Any) -> str:
    """Return an argument of a call in one line, whole, if need be with less of each number."""
    for text in (show(value), f"{ROUNDED} {show(value, DIGITS[0])}"):
        if len(text) <= MAX_ARGUMENT_CHARACTERS:
            return text
    return shorten(_shapes(value), 2 * MAX_ARGUMENT_CHARACTERS)


def _shapes(value: Any) -> str:
    """Return a value with the shape of each array in place of its numbers."""
    if isinstance(value, dict):
        texts = [f"{_text(key)}: {_shapes(each)}" for key, each in value.items()]
        return f"{{{', '.join(texts)}}}"
    if isinstance(value, (list, tuple)):
        texts = [_shapes(each) for each in value]
        if len(texts) > 1 and len(set(texts)) == 1:
            texts = [f"{len(texts)} times {texts[0]}"]
        comma = "," * (isinstance(value, tuple) and len(value) == 1)
        inside = f"{', '.join(texts)}{comma}"
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if is_number(value) and (shape := aspect_of(value, Aspect.SHAPE)) != ():
        kind = "tensor" if is_tensor(value) else "array"
        dtype = aspect_of(value, Aspect.DTYPE)
        usual = dtype == ("float32" if kind == "tensor" else "float64")
        return f"{kind if usual else dtype} {shape}"
    return show(value)


def noted(call: str) -> str:
    """Return a call; where numbers in it are rounded, with a note that says so."""
    note = f"   ({ROUNDED} rounded to {DIGITS[0]} digits)" if ROUNDED in call else ""
    return call + note


def show_answer(
    answer: dict[str, Any],
    digits: int = DIGITS[0],
    most: int = MAX_SHOWN_CHARACTERS,
    dtypes: bool = False,
) -> str:
    """Return an answer in one line, for a learner, its value cut to so many characters.

    With ``dtypes``, those of its arrays are named that are usual, too.
    """
    if "raised" in answer:
        is_none = without_result(answer["raised"]["line"])
        return NO_RESULT if is_none else f"raised {kind_of(answer['raised'])}"
    became = answer.get("became", {})
    changed = [_changed(name, became.get(name), digits) for name in answer.get("changed", [])]
    at = f"{answer['at']} is " if answer.get("at") else ""
    return (
        at
        + shorten(show(plain(answer["value"]), digits, dtypes), most)
        + (f"   (and it changed {', '.join(changed)})" if changed else "")
    )


def _changed(name: str, became: Any, digits: int) -> str:
    """Return the name of a changed argument, with what it became, if that is known and short."""
    text = "" if became is None else show(became, digits)
    return f"{name} to {text}" if text and len(text) <= MAX_CHANGE_CHARACTERS else name


def kind_of(raised: dict[str, str]) -> str:
    """Return the name of an exception's own type, if it arose in the attempt's file.

    Otherwise, that of the builtin type which stands for it.
    """
    own = OWN_TYPE.match(raised.get("line", ""))
    return own[1] if own else raised["type"]


def show(value: Any, digits: int | None = None, dtypes: bool = False) -> str:
    """Return a value in one line, its numbers rounded to some digits, if any are given.

    Of an array the numbers are shown, and a dtype that is unusual; with ``dtypes``, any.
    """
    with _rounding(digits):
        text = _text(value, digits, dtypes)
    return shorten(" ".join(text.split()))


def _text(value: Any, digits: int | None = None, dtypes: bool = False) -> str:
    if isinstance(value, dict):
        texts = [f"{_text(key)}: {_text(each, digits, dtypes)}" for key, each in value.items()]
        return f"{{{', '.join(texts)}}}"
    if isinstance(value, Handle):
        return "an object"
    if isinstance(value, list):
        return f"[{', '.join(_text(each, digits, dtypes) for each in value)}]"
    if isinstance(value, tuple):
        texts = [_text(each, digits, dtypes) for each in value]
        return f"({', '.join(texts)}{',' * (len(value) == 1)})"
    if is_numpy(value) and isinstance(value, (np.number, np.bool_)):
        text = _float(value, digits) if value.dtype.kind == "f" else str(value)
        is_usual = not dtypes and value.dtype in ("f8", "i8", "?")
        return text if is_usual else f"{value.dtype}({text})"
    if isinstance(value, float):
        return _float(value, digits)
    if is_tensor(value):
        return _tensor(loaded_torch(), value, digits, dtypes)
    try:
        text = repr(value)
    except ValueError:  # an integer of so many digits that Python refuses to write them
        text = hex(value)
    if match := ARRAY.fullmatch(text):
        numbers, shape, dtype = match.groups()
        dtype = str(value.dtype) if dtypes else dtype
        written = f"{dtype}({numbers})" if dtype else numbers
        return f"{written} of shape {shape}" if shape else written
    return text


def _tensor(torch: Any, tensor: Any, digits: int | None, dtypes: bool) -> str:
    """Return a tensor as Python, in digits from which the same tensor can be made."""
    plain = tensor.detach()
    numbers = np.array2string(
        (plain.float() if plain.dtype == torch.bfloat16 else plain).numpy(),
        separator=", ",
        formatter={"float_kind": lambda number: _float(number, digits)},
    )
    usual = () if dtypes else (torch.float32, torch.int64, torch.bool)
    dtype = "" if tensor.dtype in usual else f", dtype={tensor.dtype}"
    return f"tensor({numbers}{dtype}{', requires_grad=True' if tensor.requires_grad else ''})"


def _float(number: Any, digits: int | None) -> str:
    """Return a float, with a decimal point or an exponent, so that it is seen to be no integer."""
    text = str(number) if digits is None else _rounded(number, digits)
    return f"{text}.0" if re.fullmatch(r"-?\d+", text) else text


def _rounding(digits: int | None) -> contextlib.AbstractContextManager[Any]:
    if not numpy_is_loaded():
        return contextlib.nullcontext()
    float_kind = _shortest if digits is None else partial(_rounded, digits=digits)
    return np.printoptions(threshold=20, formatter={"float_kind": float_kind})


def _rounded(number: Any, digits: int) -> str:
    """Return a number to some digits, 0 without a sign, which no comparison sees."""
    return f"{number + 0.0:.{digits}g}"


def _shortest(number: Any) -> str:
    """Return the fewest digits that tell a number from others of its dtype, 0 without a sign."""
    return "0" if number == 0 else str(number).removesuffix(".0")


def beginning(printed: str) -> list[str]:
    """Return the first lines of what an attempt printed, each cut to a length that is read."""
    lines = printed.splitlines()
    shown = [
        line
        if len(line) <= MAX_PRINTED_LINE_CHARACTERS
        else f"{line[:MAX_PRINTED_LINE_CHARACTERS]} …"
        for line in lines[:MAX_PRINTED_LINES]
    ]
    return shown if len(lines) <= MAX_PRINTED_LINES else [*shown, "…"]


def shorten(text: str, most: int = MAX_SHOWN_CHARACTERS) -> str:
    """Return the beginning of a text, so much as is read."""
    return text if len(text) <= most else text[:most] + " …"
