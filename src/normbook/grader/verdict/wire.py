"""Values between the tests and an attempt: JSON for their structure, .npy for arrays, no pickles.

What crosses is plain: numbers, words, None, lists, tuples, dictionaries, NumPy arrays and scalars,
PyTorch tensors and dtypes, and handles of objects that stay where they are. Whatever else an
attempt makes, an object that equals everything, say, does not get to the tests. Where NumPy or
PyTorch is not loaded there are no arrays or tensors, and neither is needed.
"""

from __future__ import annotations

import io
import json
import struct
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

HEAD = struct.Struct(">II")  # bytes of JSON, number of arrays
SIZE = struct.Struct(">Q")  # bytes of one array
LARGEST = 64 * 2**20
DEEPEST = 50
# Far more than any exercise needs, and little enough to be read in no time: the tests' side reads
# what an attempt's side forged, too.
LONGEST_TEXT, MOST_ARRAYS = 2**16, 1000
TOO_MUCH = "far more numbers, words or arrays than were asked for."
LONGEST_WORDS = 1000
"""Characters of an exception's message that cross."""


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
    if len(text) > LONGEST_TEXT or len(blobs) > MOST_ARRAYS:
        raise WireError(TOO_MUCH)
    parts = [HEAD.pack(len(text), len(blobs)), text]
    for blob in blobs:
        parts += [SIZE.pack(len(blob)), blob]
    return b"".join(parts)


def unpack(data: bytes) -> Any:
    """Return the value of some bytes.

    Raises
    ------
    WireError
        If they are none.
    """
    try:
        length, count = HEAD.unpack_from(data)
        if length > LONGEST_TEXT or count > MOST_ARRAYS:
            raise WireError("these bytes are no value: too many of them.")
        at = HEAD.size + length
        tree = json.loads(data[HEAD.size : at])
        blobs = []
        for _ in range(count):
            (size,) = SIZE.unpack_from(data, at)
            at += SIZE.size
            blobs.append(data[at : at + size])
            at += size
        return _decode(tree, blobs)
    except WireError:
        raise
    except Exception as error:  # bytes from a hostile attempt may be anything
        raise WireError(f"these bytes are no value: {type(error).__name__}.") from None


def _encode(value: Any, blobs: list[bytes], depth: int) -> Any:
    """Return a value as JSON's types: plain ones as they are, all others as [kind, …]."""
    if depth > DEEPEST:
        raise WireError(f"lists within lists, more than {DEEPEST} deep.")
    if value is None or value is True or value is False:
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
        if len(value) > LONGEST_TEXT:
            raise WireError(TOO_MUCH)
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
    if array.dtype.hasobject:
        raise WireError("an array of Python objects; expected one of numbers.")
    if isinstance(value, np.generic):
        return ["scalar", _add(array, blobs)]
    layout = None if array.flags.c_contiguous else list(array.strides)
    return ["array", _add(array, blobs), layout, array.flags.writeable]


def _encode_tensor(torch: Any, tensor: Any, blobs: list[bytes]) -> list[Any]:
    kind = str(tensor.dtype).removeprefix("torch.")
    try:
        plain = tensor.detach().cpu().resolve_conj().resolve_neg().contiguous()
        bits = (plain.view(torch.int16) if plain.dtype == torch.bfloat16 else plain).numpy()
    except (RuntimeError, TypeError):  # sparse, on no device, of a dtype that NumPy lacks
        raise WireError(f"a tensor ({kind}) that is no plain array of numbers.") from None
    slope = tensor.grad if tensor.is_leaf else None
    return [
        "tensor",
        _add(bits, blobs),
        kind,
        tensor.requires_grad,
        None if slope is None else _encode_tensor(torch, slope, blobs),
    ]


def _add(array: np.ndarray, blobs: list[bytes]) -> int:
    import numpy as np

    file = io.BytesIO()
    np.lib.format.write_array(file, np.ascontiguousarray(array).reshape(array.shape))
    blobs.append(file.getvalue())
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
            return _take(content[0], blobs)[()]
        case "array":
            number, strides, writeable = content
            array = _take(number, blobs)
            array = array if strides is None else _with_layout(array, strides)
            array.flags.writeable = bool(writeable)
            return array
        case "tensor":
            return _decode_tensor(content, blobs)
        case "dtype":
            return _decode_dtype(*content)
        case _:
            raise WireError(f"these bytes are no value: kind {kind!r}.")


def _decode_dtype(name: str) -> Any:
    torch = _torch()
    dtype = vars(torch).get(name)  # getattr would load whole packages by their names
    if not isinstance(dtype, torch.dtype):
        raise WireError(f"there is no dtype {name!r}.")
    return dtype


def _decode_tensor(content: list[Any], blobs: list[bytes]) -> Any:
    torch = _torch()
    number, kind, requires_grad, slope = content
    tensor = torch.from_numpy(_take(number, blobs))
    if kind == "bfloat16":
        tensor = tensor.view(torch.bfloat16)
    if requires_grad:
        tensor.requires_grad_()
    if slope is not None:
        tensor.grad = _decode_tensor(slope[1:], blobs)
    return tensor


def _torch() -> Any:
    """Return PyTorch if it is loaded: bytes alone do not load it."""
    if "torch" not in sys.modules:
        raise WireError("a tensor, where PyTorch has no part.")
    return sys.modules["torch"]


def _take(number: int, blobs: list[bytes]) -> np.ndarray:
    import numpy as np

    blob, blobs[number] = blobs[number], b""  # once: else a few bytes could stand for terabytes
    array: np.ndarray = np.lib.format.read_array(io.BytesIO(blob), allow_pickle=False)
    if array.itemsize == 0:
        raise WireError("an array of items of no bytes, of which there could be any number.")
    return array


def _with_layout(array: np.ndarray, strides: list[int]) -> np.ndarray:
    """Return the array as a view with these strides, as a slice or a transpose has them."""
    import numpy as np

    steps = list(zip(array.shape, strides, strict=True))
    before = sum(-step * (size - 1) for size, step in steps if step < 0)
    after = sum(step * (size - 1) for size, step in steps if step > 0)
    if array.size == 0 or before + after > LARGEST:
        return array
    memory = np.zeros(before + after + array.itemsize, np.uint8)
    view = np.ndarray(array.shape, array.dtype, memory.data, before, strides)
    view[...] = array
    return view
