"""Turns values into bytes and back: JSON for structure, arrays as they lie in memory, no pickles.

What crosses is plain: numbers, words, None, lists, tuples, dictionaries, NumPy arrays and scalars,
PyTorch tensors and dtypes, and handles of objects that stay where they are. Whatever else an
attempt makes, an object that equals everything, say, does not get to the tests. Where NumPy or
PyTorch is not loaded there are no arrays or tensors, and neither is needed.
"""

from __future__ import annotations

import json
import math
import re
import struct
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

HEADER = struct.Struct(">II")  # bytes of JSON, number of arrays
ARRAY_SIZE = struct.Struct(">Q")  # bytes of one array
KINDS = "biufcSUMm"
"""Of NumPy's dtypes, those that cross."""
ARRAY_HEAD = re.compile(
    r"([<>|][biufcSUMm][0-9]{0,9}(?:\[[0-9]{0,9}[a-zA-Z]{1,2}\])?)((?: [0-9]{1,19})*)"
)
"""Before an array's memory stand its dtype and its shape: ``<f8 2 3``."""
MAX_VIEW_BYTES = 64 * 2**20
"""Of memory under a view: strides that a hostile attempt forges could ask for any amount."""
MAX_DEPTH = 50
"""Of lists within lists."""
# Far more than any exercise needs, and little enough to be read in no time: the tests' side reads
# what an attempt's side forged, too.
MAX_JSON_BYTES, MAX_ARRAYS = 2**16, 1000
TOO_LARGE = "far more numbers, words or arrays than were asked for."
MAX_MESSAGE_CHARACTERS = 1000
"""Of an exception's message, that cross."""


class WireError(ValueError):
    """A value cannot cross, or bytes are no value; the message says what, for a learner."""


@dataclass(frozen=True)
class Handle:
    """Stands for an object on the attempt's side: a module, say."""

    number: int


def pack(value: Any) -> bytes:
    """Return a value as bytes.

    Raises
    ------
    WireError
        If it is, or contains, something that does not cross.
    """
    blobs: list[bytes] = []
    text = json.dumps(_encode(value, blobs, 0)).encode()
    if len(text) > MAX_JSON_BYTES or len(blobs) > MAX_ARRAYS:
        raise WireError(TOO_LARGE)
    parts = [HEADER.pack(len(text), len(blobs)), text]
    for blob in blobs:
        parts += [ARRAY_SIZE.pack(len(blob)), blob]
    return b"".join(parts)


def unpack(data: bytes) -> Any:
    """Return the value of some bytes.

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
        return _decode(tree, blobs)
    except WireError:
        raise
    except Exception as error:  # bytes from a hostile attempt may be anything
        raise WireError(f"these bytes are no value: {type(error).__name__}.") from None


def _encode(value: Any, blobs: list[bytes], depth: int) -> Any:
    """Return a value as JSON's types: plain ones as they are, all others as [kind, …]."""
    if depth > MAX_DEPTH:
        raise WireError(f"lists within lists, more than {MAX_DEPTH} deep.")
    if value is None or type(value) in (bool, float, str):
        return value
    np = sys.modules.get("numpy")
    if np is not None and isinstance(value, np.ndarray | np.generic):
        return _encode_array(value, blobs)
    if isinstance(value, int):
        return ["int", hex(int(value))] if abs(int(value)) >= 2**63 else int(value)
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
        return [kind, *(_encode(each, blobs, depth + 1) for each in value)]
    if isinstance(value, dict):
        pairs = ([_encode(each, blobs, depth + 1) for each in pair] for pair in value.items())
        return ["dict", *pairs]
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        return _encode_tensor(torch, value, blobs)
    if torch is not None and isinstance(value, torch.dtype):
        return ["dtype", str(value).removeprefix("torch.")]
    raise WireError(f"a {type(value).__name__} is neither a number nor an array, nor made of them.")


def _encode_array(value: Any, blobs: list[bytes]) -> list[Any]:
    import numpy as np

    array = np.asarray(value)
    if isinstance(value, np.generic):
        return ["scalar", _add_blob(array, blobs)]
    return ["array", _add_blob(array, blobs), _layout(array), array.flags.writeable]


def _layout(array: np.ndarray) -> list[int] | None:
    """Return the strides of a view; None where one row follows another."""
    return None if array.flags.c_contiguous else list(array.strides)


def _encode_tensor(torch: Any, tensor: Any, blobs: list[bytes]) -> list[Any]:
    kind = str(tensor.dtype).removeprefix("torch.")
    try:
        plain = tensor.detach().cpu().resolve_conj().resolve_neg()
        bits = (plain.view(torch.int16) if plain.dtype == torch.bfloat16 else plain).numpy()
    except (RuntimeError, TypeError):  # sparse, on no device, of a dtype that NumPy lacks
        raise WireError(f"a tensor ({kind}) that is no plain array of numbers.") from None
    gradient = tensor.grad if tensor.is_leaf else None
    return [
        "tensor",
        _add_blob(bits, blobs),
        kind,
        tensor.requires_grad,
        None if gradient is None else _encode_tensor(torch, gradient, blobs),
        _layout(bits),
    ]


def _add_blob(array: np.ndarray, blobs: list[bytes]) -> int:
    if array.dtype.kind not in KINDS:
        what = "Python objects" if array.dtype.hasobject else f"dtype {array.dtype}"
        raise WireError(f"an array of {what}; expected one of numbers.")
    shape = "".join(f" {size}" for size in array.shape)
    blobs.append(f"{array.dtype.str}{shape}\n".encode() + array.tobytes())
    return len(blobs) - 1


def _decode(tree: Any, blobs: list[bytes]) -> Any:
    if isinstance(tree, str):
        return tree.encode(errors="replace").decode()  # half a surrogate pair cannot be printed
    if isinstance(tree, dict):
        raise WireError("these bytes are no value: an object of JSON.")
    if not isinstance(tree, list):
        return tree
    kind, *content = tree
    match kind:
        case "list":
            return [_decode(each, blobs) for each in content]
        case "tuple":
            return tuple(_decode(each, blobs) for each in content)
        case "dict":
            return {_decode(key, blobs): _decode(value, blobs) for key, value in content}
        case "int":
            return int(content[0], 16)
        case "complex":
            return complex(*content)
        case "handle":
            return Handle(int(content[0]))
        case "scalar":
            return _take_blob(content[0], blobs)[()]
        case "array":
            number, strides, writeable = content
            array = _take_blob(number, blobs)
            array = _with_layout(array, strides)
            array.flags.writeable = bool(writeable)
            return array
        case "tensor":
            return _decode_tensor(content, blobs)
        case "dtype":
            return _decode_dtype(*content)
        case _:
            raise WireError(f"these bytes are no value: kind {kind!r}.")


def _decode_dtype(name: str) -> Any:
    torch = _loaded_torch()
    dtype = vars(torch).get(name)  # getattr would load whole packages by their names
    if not isinstance(dtype, torch.dtype):
        raise WireError(f"there is no dtype {name!r}.")
    return dtype


def _decode_tensor(content: list[Any], blobs: list[bytes]) -> Any:
    torch = _loaded_torch()
    number, kind, requires_grad, gradient, strides = content
    tensor = torch.from_numpy(_with_layout(_take_blob(number, blobs), strides))
    if kind == "bfloat16":
        tensor = tensor.view(torch.bfloat16)
    if requires_grad:
        tensor.requires_grad_()
    if gradient is not None:
        tensor.grad = _decode_tensor(gradient[1:], blobs)
    return tensor


def _loaded_torch() -> Any:
    """Return PyTorch if it is loaded: bytes alone do not load it."""
    if "torch" not in sys.modules:
        raise WireError("a tensor, where PyTorch has no part.")
    return sys.modules["torch"]


def _take_blob(number: int, blobs: list[bytes]) -> np.ndarray:
    import numpy as np

    blob, blobs[number] = blobs[number], b""  # once: else a few bytes could stand for terabytes
    head, _, data = blob.partition(b"\n")
    match = ARRAY_HEAD.fullmatch(head.decode("ascii"))
    if match is None:
        raise WireError("an array that does not say of what, or how many.")
    dtype, shape = np.dtype(match[1]), tuple(map(int, match[2].split()))
    if dtype.itemsize == 0:
        raise WireError("an array of items of no bytes, of which there could be any number.")
    if math.prod(shape) * dtype.itemsize != len(data):
        raise WireError("an array of another size than it says.")
    return np.ndarray(shape, dtype, data).copy()


def _with_layout(array: np.ndarray, strides: list[int] | None) -> np.ndarray:
    """Return the array as a view with these strides, as a slice or a transpose has them."""
    import numpy as np

    if strides is None:
        return array
    steps = list(zip(array.shape, strides, strict=True))
    before = sum(-step * (size - 1) for size, step in steps if step < 0)
    after = sum(step * (size - 1) for size, step in steps if step > 0)
    if array.size == 0 or before + after > MAX_VIEW_BYTES:
        return array
    memory = np.zeros(before + after + array.itemsize, np.uint8)
    view = np.ndarray(array.shape, array.dtype, memory.data, before, strides)
    view[...] = array
    return view
