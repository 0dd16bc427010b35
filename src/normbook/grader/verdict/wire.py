"""Turns values into bytes and back: JSON for structure, arrays as they lie in memory, no pickles.

Plain values can cross: numbers, words, None, lists, tuples, dictionaries, NumPy arrays and scalars,
PyTorch tensors and dtypes, and handles of objects that stay where they are. Whatever else an
attempt makes, an object that equals everything, say, does not get to the tests. Neither NumPy nor
PyTorch is needed where it is not loaded (`loaded`).
"""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol, TypeAlias

from .loaded import is_numpy, is_tensor, loaded_torch, np
from .text import clean, with_article

HEADER = struct.Struct(">II")  # bytes of JSON, number of arrays
ARRAY_SIZE = struct.Struct(">Q")  # bytes of one array
KINDS = "biufcSUMm"
"""The kinds of NumPy's dtypes whose arrays can cross, as `numpy.dtype.kind` has them."""
ARRAY_HEAD = re.compile(
    r"([<>|][biufcSUMm][0-9]{0,9}(?:\[[0-9]{0,9}[a-zA-Z]{1,2}\])?)((?: [0-9]{1,19})*)"
)
"""What stands before an array's memory: its dtype and its shape, as in ``<f8 2 3``."""
MAX_LAYOUT_BYTES = 2**20
"""How much memory all views of a value get together: forged strides could ask for any amount."""
MAX_DEPTH = 50
"""How deep lists may be nested."""
# Far more than any exercise needs, and few enough to be read at once, as an attempt may forge what
# the tests' side reads.
MAX_JSON_BYTES, MAX_ARRAYS, MAX_WORDS = 2**16, 1000, 10_000
TOO_LARGE = "far more numbers, words or arrays than were asked for."
MAX_MESSAGE_CHARACTERS = 1000
"""How much of an exception's message crosses."""
MAX_PRINTED_CHARACTERS = 1000
"""How much of what an attempt prints during a call crosses."""

Encoded: TypeAlias = tuple[Any, list[bytes]]
"""A value as JSON's types, and its arrays as they lie in memory."""


class WireError(ValueError):
    """A value cannot cross, or bytes are no value; the message tells a learner why."""


@dataclass(frozen=True)
class Handle:
    """Stands for an object on the attempt's side: a module, say."""

    number: int


class Lender(Protocol):
    """Lends arrays to the other side in memory that both see, so that their bytes do not cross."""

    def put(self, array: np.ndarray) -> int | None:
        """Copy an array there, and return the byte at which it begins; None if it has no room."""


class Borrower(Protocol):
    """Sees arrays that the other side lends."""

    def view(
        self, at: int, shape: tuple[int, ...], dtype: np.dtype, strides: list[int] | None
    ) -> np.ndarray:
        """Return the array that begins at a byte."""


def pack(value: Any, lender: Lender | None = None) -> bytes:
    """Return a value as bytes; with a lender, its arrays are lent as far as there is room.

    Raises
    ------
    WireError
        If it is, or contains, something that does not cross.
    """
    tree, blobs = encode(value, lender)
    text = json.dumps(tree).encode()
    if len(text) > MAX_JSON_BYTES or len(blobs) > MAX_ARRAYS:
        raise WireError(TOO_LARGE)
    parts = [HEADER.pack(len(text), len(blobs)), text]
    for blob in blobs:
        parts += [ARRAY_SIZE.pack(len(blob)), blob]
    return b"".join(parts)


def unpack(data: bytes, borrower: Borrower | None = None) -> Any:
    """Return the value of some bytes; a borrower has the arrays that are lent.

    Raises
    ------
    WireError
        If they are none.
    """
    try:
        length, count = HEADER.unpack_from(data)
        if length > MAX_JSON_BYTES or count > MAX_ARRAYS:
            raise WireError("these bytes are no value: too many of them.")
        at = HEADER.size + length
        tree = json.loads(data[HEADER.size : at])
        blobs = []
        for _ in range(count):
            (size,) = ARRAY_SIZE.unpack_from(data, at)
            at += ARRAY_SIZE.size
            blobs.append(data[at : at + size])
            at += size
        return decode((tree, blobs), borrower)
    except WireError:
        raise
    except Exception as error:  # bytes from a hostile attempt may be anything
        raise WireError(f"these bytes are no value: {type(error).__name__}.") from None


def encode(value: Any, lender: Lender | None = None) -> Encoded:
    """Return what `pack` turns into bytes; within a process it is a copy, at half the cost.

    Raises
    ------
    WireError
        If the value is, or contains, something that does not cross.
    """
    writer = _Writer(lender)
    return _encode(value, writer, 0), writer.blobs


def decode(encoded: Encoded, borrower: Borrower | None = None) -> Any:
    """Return a new copy of the value that was encoded."""
    tree, blobs = encoded
    return _decode(tree, _Reader([*blobs], borrower))


def identical(a: Encoded, b: Encoded) -> bool:
    """Return whether two values are the same to the bit and in type: 1, 1.0 and True differ."""
    return a[1] == b[1] and repr(a[0]) == repr(b[0])


def require_plain(value: Any) -> None:
    """Refuse a value that cannot cross.

    Raises
    ------
    WireError
        If it cannot.
    """
    if is_numpy(value) and isinstance(value, np.ndarray):
        _head(value)
    else:
        pack(value)


def _encode(value: Any, writer: _Writer, depth: int) -> Any:
    """Return a value as JSON's types: plain ones as they are, all others as [kind, …]."""
    if depth > MAX_DEPTH:
        raise WireError(f"lists within lists, more than {MAX_DEPTH} deep.")
    if value is None or type(value) in (bool, float, str):
        return value
    if isinstance(value, int):
        return int(value) if -(2**63) < value < 2**63 else ["int", hex(int(value))]
    if is_numpy(value):
        return _encode_array(value, writer)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, complex):
        return ["complex", value.real, value.imag]
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Handle):
        return ["handle", value.number]
    if isinstance(value, list | tuple):
        if len(value) > MAX_JSON_BYTES:
            raise WireError(TOO_LARGE)
        kind = "list" if isinstance(value, list) else "tuple"
        return [kind, *[_encode(each, writer, depth + 1) for each in value]]
    if isinstance(value, dict):
        pairs = [[_encode(each, writer, depth + 1) for each in pair] for pair in value.items()]
        return ["dict", *pairs]
    torch = loaded_torch()
    if is_tensor(value):
        return _encode_tensor(torch, value, writer)
    if torch is not None and isinstance(value, torch.dtype):
        return ["dtype", str(value).removeprefix("torch.")]
    what = with_article(type(value).__name__)
    raise WireError(f"{what} is neither a number nor an array, nor made of them.")


def _encode_array(value: Any, writer: _Writer) -> list[Any]:
    array = np.asarray(value)
    if isinstance(value, np.generic):
        return ["scalar", writer.copy(array)]
    return ["array", writer.add(array), layout_of(array), array.flags.writeable]


def layout_of(array: np.ndarray) -> list[int] | None:
    """Return the strides of a view; None where one row follows another."""
    return None if array.flags.c_contiguous else list(array.strides)


def _encode_tensor(torch: Any, tensor: Any, writer: _Writer) -> list[Any]:
    kind = str(tensor.dtype).removeprefix("torch.")
    if str(tensor.layout).startswith("torch.sparse"):
        raise WireError(f"a sparse tensor ({kind}); tensor.to_dense() makes a plain one of it.")
    try:
        plain = tensor.detach().cpu().resolve_conj().resolve_neg()
        bits = (plain.view(torch.int16) if plain.dtype == torch.bfloat16 else plain).numpy()
    except (RuntimeError, TypeError):  # on no device, of a dtype that NumPy lacks
        raise WireError(f"a tensor ({kind}) that is no plain array of numbers.") from None
    gradient = tensor.grad if tensor.is_leaf else None
    return [
        "tensor",
        writer.add(bits),
        kind,
        tensor.requires_grad,
        None if gradient is None else _encode_tensor(torch, gradient, writer),
        layout_of(bits),
    ]


@dataclass
class _Writer:
    """Writes the arrays of a value."""

    lender: Lender | None
    blobs: list[bytes] = field(default_factory=list)

    def add(self, array: np.ndarray) -> int | list[Any]:
        """Return an array's number, or, if it is lent, where it begins, with dtype and shape."""
        if self.lender is None or array.dtype.kind not in KINDS:
            return self.copy(array)
        at = self.lender.put(array)
        return self.copy(array) if at is None else [at, _head(array)]

    def copy(self, array: np.ndarray) -> int:
        """Return the number of an array that crosses as a copy."""
        self.blobs.append(f"{_head(array)}\n".encode() + array.tobytes())
        return len(self.blobs) - 1


def _head(array: np.ndarray) -> str:
    """Return an array's dtype and shape as one string; see `ARRAY_HEAD`."""
    if array.dtype.kind not in KINDS:
        what = "Python objects" if array.dtype.hasobject else f"dtype {array.dtype}"
        raise WireError(f"an array of {what}; expected one of numbers.")
    return array.dtype.str + "".join(f" {size}" for size in array.shape)


def _decode(tree: Any, reader: _Reader) -> Any:
    if isinstance(tree, str):
        return clean(tree)
    if isinstance(tree, dict):
        raise WireError("these bytes are no value: an object of JSON.")
    if not isinstance(tree, list):
        return tree
    kind, *content = tree
    match kind:
        case "list":
            return [_decode(each, reader) for each in content]
        case "tuple":
            return tuple(_decode(each, reader) for each in content)
        case "dict":
            return {_decode(key, reader): _decode(value, reader) for key, value in content}
        case "int":
            return int(content[0], 16)
        case "complex":
            return complex(*content)
        case "handle":
            return Handle(int(content[0]))
        case "scalar":
            return reader.take(content[0], None)[()]
        case "array":
            place, strides, writeable = content
            array = reader.take(place, strides)
            array.flags.writeable = bool(writeable)
            return array
        case "tensor":
            return _decode_tensor(content, reader)
        case "dtype":
            return _decode_dtype(*content)
        case _:
            raise WireError(f"these bytes are no value: kind {kind!r}.")


def _decode_dtype(name: str) -> Any:
    torch = _required_torch()
    dtype = vars(torch).get(name)  # getattr would load whole packages by their names
    if not isinstance(dtype, torch.dtype):
        raise WireError(f"there is no dtype {name!r}.")
    return dtype


def _decode_tensor(content: list[Any], reader: _Reader) -> Any:
    torch = _required_torch()
    place, kind, requires_grad, gradient, strides = content
    tensor = torch.from_numpy(reader.take(place, strides))
    if kind == "bfloat16":
        tensor = tensor.view(torch.bfloat16)
    if requires_grad:
        tensor.requires_grad_()
    if gradient is not None:
        tensor.grad = _decode_tensor(gradient[1:], reader)
    return tensor


def _required_torch() -> Any:
    """Return PyTorch if it is loaded: bytes alone do not load it."""
    torch = loaded_torch()
    if torch is None:
        raise WireError("a tensor, where PyTorch has no part.")
    return torch


@dataclass
class _Reader:
    """Reads the arrays of a value; an attempt may have forged all that it is given."""

    blobs: list[bytes]
    borrower: Borrower | None
    left: int = MAX_LAYOUT_BYTES
    """How many bytes of memory views may still take."""
    words: int = MAX_WORDS
    """How many words may still come in arrays."""

    def take(self, place: int | list[Any], strides: list[int] | None) -> np.ndarray:
        """Return an array by its number or by where it is lent, laid out with strides, if given."""
        if isinstance(place, list):
            if self.borrower is None:
                raise WireError("an array that is lent, where none are.")
            at, head = place
            dtype, shape = _read_head(head)
            return self.borrower.view(at, shape, dtype, strides)
        array = self._copy(place)
        return array if strides is None else self._lay_out(array, strides)

    def _copy(self, number: int) -> np.ndarray:
        # Each is taken once: a value of a few bytes could otherwise stand for terabytes.
        blob, self.blobs[number] = self.blobs[number], b""
        head, _, data = blob.partition(b"\n")
        dtype, shape = _read_head(head.decode("ascii"))
        if math.prod(shape) * dtype.itemsize != len(data):
            raise WireError("an array of another size than it says.")
        array = np.ndarray(shape, dtype, data).copy()
        return self._clean(array) if dtype.kind == "U" else array

    def _clean(self, array: np.ndarray) -> np.ndarray:
        """Return an array of words that are safe to show."""
        self.words -= array.size
        if self.words < 0:
            raise WireError(TOO_LARGE)
        words = [clean(word) for word in array.ravel().tolist()]
        return np.array(words, array.dtype).reshape(array.shape)

    def _lay_out(self, array: np.ndarray, strides: list[int]) -> np.ndarray:
        """Return a view with the numbers of an array and some strides, as a transpose has them."""
        before, size = extent(array.shape, array.itemsize, strides)
        if size > self.left:
            return array
        self.left -= size
        memory = np.zeros(size, np.uint8)
        view = np.ndarray(array.shape, array.dtype, memory.data, before, strides)
        view[...] = array
        return view


@lru_cache(256)
def _read_head(head: str) -> tuple[np.dtype, tuple[int, ...]]:
    """Return the dtype and the shape that stand before an array."""
    match = ARRAY_HEAD.fullmatch(head)
    if match is None:
        raise WireError("an array that does not say of what, or how many.")
    dtype, shape = np.dtype(match[1]), tuple(map(int, match[2].split()))
    if dtype.itemsize == 0:
        raise WireError("an array of items of no bytes, of which there could be any number.")
    return dtype, shape


def extent(shape: tuple[int, ...], itemsize: int, strides: Sequence[int]) -> tuple[int, int]:
    """Return how many bytes of a view's memory are before its first item, and how many in all."""
    if 0 in shape:
        return 0, 0
    steps = [step * (size - 1) for size, step in zip(shape, strides, strict=True)]
    before = -sum(step for step in steps if step < 0)
    return before, before + sum(step for step in steps if step > 0) + itemsize
