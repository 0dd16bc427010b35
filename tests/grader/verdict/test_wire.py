"""Values cross as they are, or not at all; bytes from an attempt can be anything."""

import ast
import io
import json
import math
import struct
import sys
import tracemalloc
from collections import OrderedDict, namedtuple
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as stnp

from normbook.grader.verdict import wire
from normbook.grader.verdict.text import clean
from normbook.grader.verdict.wire import (
    ARRAY_SIZE,
    HEADER,
    MAX_DEPTH,
    MAX_WORDS,
    Handle,
    WireError,
    pack,
    unpack,
)

unhurried = settings(deadline=None)  # a shared machine may pause for longer than an example takes


def crossed(value):
    return unpack(pack(value))


def identical(a, b) -> bool:
    """Whether two values are the same to the bit: NaN is NaN, and -0 is not 0."""
    if type(a) is not type(b):
        return False
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(identical, a, b))
    if isinstance(a, dict):
        return identical(list(a.items()), list(b.items()))
    if isinstance(a, float):
        return struct.pack("d", a) == struct.pack("d", b) or (math.isnan(a) and math.isnan(b))
    if isinstance(a, complex):
        return identical(a.real, b.real) and identical(a.imag, b.imag)
    if isinstance(a, np.ndarray | np.generic):
        return (a.dtype, a.shape, a.tobytes()) == (b.dtype, b.shape, b.tobytes())
    return bool(a == b)


NUMBERS = st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers()
DTYPES = (
    stnp.floating_dtypes(endianness="?")
    | stnp.integer_dtypes(endianness="?")
    | stnp.unsigned_integer_dtypes()
    | stnp.complex_number_dtypes()
    | stnp.boolean_dtypes()
    | stnp.datetime64_dtypes()
)
SHAPES = stnp.array_shapes(min_dims=0, min_side=0, max_side=4)
SCALARS = DTYPES.flatmap(lambda dtype: stnp.arrays(dtype, ())).map(lambda array: array[()])
WORDS = st.text().map(clean)
ARRAYS = stnp.arrays(DTYPES, SHAPES) | stnp.arrays(
    "<U9", SHAPES, elements=st.text(max_size=4).map(lambda word: clean(word).rstrip("\0"))
)
KEYS = WORDS | st.integers() | st.tuples(WORDS, st.integers())
VALUES = st.recursive(
    NUMBERS | WORDS | ARRAYS | SCALARS | st.integers(0, 9).map(Handle),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(KEYS, inner, max_size=4)
    ),
    max_leaves=10,
)


@unhurried
@given(VALUES)
@example([True, 1, 1.0, 1 + 0j, "1", None])
@example({1: "one", (1, 2): "two", None: "none"})
@example([math.nan, -0.0, 0.0, math.inf, -math.inf, 5e-324])
@example([2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 10**4000])
@example(["list", ["int", "0x1"], ("tuple",), {"dict": ["array", 0, None, True]}])
def test_what_crosses_is_the_same_to_the_bit(value):
    assert identical(crossed(value), value)


COMMANDING, SHOWN = "\x1b[2J\u202e\u200b\rdone", "�[2J���done"


@pytest.mark.parametrize(
    "wrap",
    [
        lambda word: word,
        lambda word: [word, (word,)],
        lambda word: {word: {"inside": word}},
        lambda word: np.array([[word], ["harmless"]]),
        np.str_,
    ],
)
def test_words_arrive_as_they_can_be_shown(wrap):
    assert str(crossed(wrap(COMMANDING))) == str(wrap(SHOWN))


def test_commands_and_halves_of_letters_arrive_as_they_can_be_shown():
    assert crossed("\n::error::done\ud800") == "\n: :error::done�"


def test_there_are_no_more_words_in_arrays_than_anybody_reads():
    words = np.full(MAX_WORDS // 2 + 1, "word")
    assert np.array_equal(crossed(words), words)
    with pytest.raises(WireError):
        crossed([words, words])


def test_the_memory_of_all_views_of_a_value_is_bounded():
    every_page = np.zeros(60 * 2**20, np.uint8)[::4096]
    data = pack([every_page] * 40)
    tracemalloc.start()
    try:
        views = unpack(data)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 8 * 2**20
    assert all(np.array_equal(view, every_page) for view in views)


VIEWS = {
    "every second": lambda x: x[:, ::2],
    "reversed": lambda x: x[::-1],
    "reversed twice over": lambda x: x[::-1, ::-2],
    "transposed": lambda x: x.T,
    "axes swapped": lambda x: x.reshape(2, 2, 6).swapaxes(0, 2),
    "columns first": np.asfortranarray,
    "broadcast": lambda x: np.broadcast_to(x[0], (3, 6)),
    "one column": lambda x: x[:, 1],
    "a window": lambda x: x[1:3, 2:5],
    "contiguous": lambda x: x,
    "with an axis more": lambda x: x[:, None, ::3],
    "a field": lambda x: x.copy().view([("a", "f8"), ("b", "f8")])["b"],
    "a field between": lambda x: np.zeros(3, [("a", "i1"), ("b", "f8")])["b"],
}


@pytest.mark.parametrize("writeable", [True, False])
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_an_array_keeps_its_layout_and_whether_it_may_be_written_to(view, writeable):
    array = view(np.arange(24.0).reshape(4, 6))
    if not writeable:
        array.flags.writeable = False
    other = crossed(array)
    assert identical(other, array)
    assert other.strides == array.strides
    assert other.flags.writeable == array.flags.writeable
    assert other.flags.c_contiguous == array.flags.c_contiguous


@pytest.mark.parametrize("strides", [[24, 8], [8, 0], [-8, 8]])
def test_an_array_without_numbers_may_have_any_strides(strides):
    value = unpack(frame(["array", 0, strides, True], wire_blob(np.zeros((0, 3)))))
    assert value.shape == (0, 3)


def test_what_crosses_is_a_copy():
    array = np.zeros(3)
    other = crossed(array)
    other += 1
    assert array.tolist() == [0, 0, 0]


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (0, 2)])
@pytest.mark.parametrize("dtype", ["f2", "f8", "?", "c16", "U3"])
def test_arrays_of_no_axes_or_no_elements_keep_shape_and_dtype(shape, dtype):
    array = np.zeros(shape, dtype)
    assert identical(crossed(array), array)


def test_bits_of_floats_stay():
    for dtype, bits in (("f2", "u2"), ("f4", "u4"), ("f8", "u8")):
        kind = np.finfo(dtype)
        values = [-0.0, 0.0, np.nan, -np.nan, np.inf, kind.smallest_subnormal, kind.max]
        array = np.array(values, dtype)
        assert crossed(array).view(bits).tolist() == array.view(bits).tolist()


def test_subclasses_cross_as_what_they_are_made_of():
    class Word(str):
        def __eq__(self, other):
            return True

        __hash__ = str.__hash__

    class Number(float):
        def __eq__(self, other):
            return True

        __hash__ = float.__hash__

    class Numbers(np.ndarray):
        def __eq__(self, other):
            return True

    pair = namedtuple("pair", "y cache")
    for value, kind in [
        (Word("a"), str),
        (Number(1.5), float),
        (np.zeros(2).view(Numbers), np.ndarray),
        (pair(1, 2), tuple),
        (OrderedDict(a=1), dict),
        (np.ma.masked_array([1.0], [True]), np.ndarray),
    ]:
        assert type(crossed(value)) is kind


class AlwaysEqual:
    def __eq__(self, other):
        return True

    __hash__ = None


@pytest.mark.parametrize(
    "value",
    [AlwaysEqual(), print, b"bytes", {1}, range(3), iter([]), io, Path(), Ellipsis, type],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize(
    "within",
    [lambda v: v, lambda v: [1, v], lambda v: (v,), lambda v: {"a": v}],
    ids=["itself", "list", "tuple", "dict"],
)
def test_what_does_not_cross_is_named(value, within):
    with pytest.raises(WireError, match=f"an? {type(value).__name__} is neither a number"):
        pack(within(value))


def test_arrays_of_objects_do_not_cross():
    for array in (np.array([AlwaysEqual()]), np.zeros(2, [("a", "O")]), np.array([[], None], "O")):
        with pytest.raises(WireError, match="array of Python objects"):
            pack(array)


def nest(depth: int) -> list:
    value: list = []
    for _ in range(depth):
        value = [value]
    return value


def test_lists_within_lists_cross_up_to_a_depth():
    assert crossed(nest(MAX_DEPTH)) == nest(MAX_DEPTH)
    with pytest.raises(WireError, match="deep"):
        pack(nest(MAX_DEPTH + 1))
    endless: list = []
    endless.append(endless)
    with pytest.raises(WireError, match="deep"):
        pack(endless)


# ---- PyTorch ----


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch")


KINDS = ("bfloat16", "float16", "float32", "float64", "int8", "int64", "uint8", "bool", "complex64")


@pytest.mark.parametrize("shape", [(), (0,), (2, 3)])
@pytest.mark.parametrize("kind", KINDS)
def test_tensors_keep_dtype_shape_and_values(torch, kind, shape):
    tensor = torch.arange(6).reshape(2, 3).expand(2, 3).to(getattr(torch, kind))
    tensor = tensor if shape == (2, 3) else torch.zeros(shape, dtype=tensor.dtype)
    other = crossed(tensor)
    assert (other.dtype, other.shape) == (tensor.dtype, tensor.shape)
    assert torch.equal(other, tensor)


def test_bits_of_tensors_stay(torch):
    for dtype, bits in ((torch.bfloat16, torch.int16), (torch.float16, torch.int16)):
        info = torch.finfo(dtype)
        values = [-0.0, 0.0, math.nan, math.inf, -math.inf, info.max, info.tiny]
        tensor = torch.tensor(values, dtype=dtype)
        assert torch.equal(crossed(tensor).view(bits), tensor.view(bits))


def test_tensors_of_any_layout_cross(torch):
    tensor = torch.arange(12.0).reshape(3, 4)
    conjugate = torch.tensor([1 + 2j, 3 - 1j]).conj()
    negative = conjugate[:1].imag  # a view that says its values are to be negated
    for view in (tensor.T, tensor[:, ::2], tensor[0].expand(3, 4), conjugate, negative):
        assert torch.equal(crossed(view), view)
    assert crossed(tensor.T).stride() == tensor.T.stride()
    assert crossed(tensor.T.bfloat16()).stride() == (1, 4)


@pytest.mark.parametrize("slope", [False, True])
def test_a_leaf_keeps_whether_it_needs_a_gradient_and_the_gradient(torch, slope):
    leaf = torch.nn.Parameter(torch.arange(3.0))
    if slope:
        (leaf**2).sum().backward()
    other = crossed(leaf)
    assert other.requires_grad
    assert other.is_leaf
    assert (other.grad is None) == (leaf.grad is None)
    assert not slope or torch.equal(other.grad, leaf.grad)


def test_state_dicts_and_dtypes_cross(torch):
    state = torch.nn.LayerNorm(3).state_dict()
    other = crossed(state)
    assert list(other) == ["weight", "bias"]
    assert torch.equal(other["weight"], state["weight"])
    assert crossed([torch.float32, torch.bfloat16]) == [torch.float32, torch.bfloat16]


@pytest.mark.parametrize("kind", ["float8_e4m3fn", "sparse", "meta"])
def test_tensors_that_numpy_cannot_hold_do_not_cross(torch, kind):
    tensor = {
        "float8_e4m3fn": lambda: torch.zeros(2, dtype=torch.float8_e4m3fn),
        "sparse": lambda: torch.zeros(2).to_sparse(),
        "meta": lambda: torch.zeros(2, device="meta"),
    }[kind]()
    with pytest.raises(WireError, match="tensor"):
        pack(tensor)


def test_modules_do_not_cross(torch):
    with pytest.raises(WireError, match="a Linear is neither"):
        pack(torch.nn.Linear(2, 2))


# ---- hostile bytes ----


def frame(tree: object, *blobs: bytes) -> bytes:
    """Return bytes of the right form around a tree that may be of no right form."""
    text = json.dumps(tree).encode()
    sized = b"".join(ARRAY_SIZE.pack(len(blob)) + blob for blob in blobs)
    return HEADER.pack(len(text), len(blobs)) + text + sized


def refuse_or_read(data: bytes) -> None:
    """Read bytes: whatever they are, the only exception that may come is WireError."""
    try:
        unpack(data)
    except WireError as error:
        assert str(error)  # noqa: PT017  other exceptions fail the test


@unhurried
@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_none(data):
    refuse_or_read(data)


@unhurried
@given(VALUES, st.data())
def test_bytes_with_a_few_changed_are_a_value_or_none(value, data):
    packed = bytearray(pack(value))
    for _ in range(data.draw(st.integers(1, 4))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(packed)))
    refuse_or_read(bytes(packed))
    refuse_or_read(bytes(packed[:cut]))


NAMES = ("list", "tuple", "dict", "int", "complex", "handle", "scalar", "array", "tensor", "dtype")
TREES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 2**70)
    | st.floats()
    | st.sampled_from(["float32", "bfloat16", "0x10", "nn", "__class__", ""]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.builds(
            lambda kind, rest: [kind, *rest],
            st.sampled_from(NAMES),
            st.lists(inner, max_size=4),
        )
        | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=12,
)
BLOBS = st.lists(
    st.binary(max_size=20) | stnp.arrays("f4", (2, 3)).map(lambda a: wire_blob(a)), max_size=3
)


def wire_blob(array: np.ndarray) -> bytes:
    head = " ".join([array.dtype.str, *map(str, array.shape)])
    return f"{head}\n".encode() + array.tobytes()


@unhurried
@given(TREES, BLOBS)
def test_trees_that_are_no_value_are_refused(tree, blobs):
    refuse_or_read(frame(tree, *blobs))


@unhurried
@given(st.lists(st.integers(-(2**65), 2**65), min_size=2, max_size=2), st.booleans())
@example([-8, -24], True)
@example([0, 0], True)
def test_any_strides_give_the_same_numbers_or_none(strides, writeable):
    array = np.arange(6.0).reshape(2, 3)
    try:
        value = unpack(frame(["array", 0, strides, writeable], wire_blob(array)))
    except WireError:
        return
    assert value.shape == (2, 3)
    np.array(value)  # reads all of its memory


def headed(head: str) -> bytes:
    """Return what begins as an array does, with this above its memory."""
    return head.encode() + b"\n" + bytes(16)


HOSTILE = {
    "empty": b"",
    "no text": HEADER.pack(0, 0),
    "text that is missing": HEADER.pack(2**32 - 1, 0),
    "four thousand million arrays": HEADER.pack(4, 2**32 - 1) + b"null",
    "an array of 2**64 bytes": HEADER.pack(23, 1) + b'["array",0,null,true]  ' + b"\xff" * 8,
    "brackets without end": HEADER.pack(100_000, 0) + b"[" * 100_000,
    "brackets within brackets": HEADER.pack(100_000, 0) + b"[" * 50_000 + b"]" * 50_000,
    "a long number": HEADER.pack(100_000, 0) + b"9" * 100_000,
    "not UTF-8": HEADER.pack(3, 0) + b'"\xff"',
    "an unknown kind": frame(["object", "os.system"]),
    "a kind that is a list": frame([["list"]]),
    "an empty list": frame([]),
    "a key that is a list": frame(["dict", [["list"], 1]]),
    "a pair of three": frame(["dict", [1, 2, 3]]),
    "an array that is not there": frame(["array", 5, None, True]),
    "an array of objects": frame(["array", 0, None, True], headed("|O 2")),
    "a field of objects": frame(["array", 0, None, True], headed("[('a','|O')] 2")),
    "an array of terabytes": frame(["array", 0, None, True], headed(f"<f8 {10**13}")),
    "a negative shape": frame(["array", 0, None, True], headed("<f8 -2")),
    "a shape of words": frame(["array", 0, None, True], headed("<f8 a")),
    "a header that is code": frame(["array", 0, None, True], headed("__import__('os').abort() 2")),
    "a header without end": frame(["array", 0, None, True], headed("(" * 60_000)),
    "items of no bytes": frame(["array", 0, None, True], headed("<U0 9")),
    "items of gigabytes": frame(["array", 0, None, True], headed("<U999999999 0")),
    "a unit of time that is none": frame(["array", 0, None, True], headed("<M8[xx] 2")),
    "fewer numbers than it says": frame(["array", 0, None, True], headed("<f8 3")),
    "more numbers than it says": frame(["array", 0, None, True], headed("<f8 1")),
    "a pickle": frame(["array", 0, None, True], b"\x80\x04\x8c\x02os\x94\x8c\x05abort\x94\x93."),
    "a zip": frame(["array", 0, None, True], b"PK\x03\x04" + bytes(50)),
    "a handle of no number": frame(["handle", "a"]),
    "an integer of no digits": frame(["int", "zz"]),
    "a dtype of no name": frame(["dtype", 3]),
    "a dtype that is none": frame(["dtype", "nn"]),
    "a tensor of words": frame(["tensor", 0, "x", False, None, None], headed("<U1 4")),
    "a tensor of integers with a gradient": frame(
        ["tensor", 0, "int64", True, None, None], wire_blob(np.zeros(2, "i8"))
    ),
    "a gradient of another shape": frame(
        ["tensor", 0, "float32", True, ["tensor", 1, "float32", False, None, None], None],
        wire_blob(np.zeros(2, "f4")),
        wire_blob(np.zeros(3, "f4")),
    ),
    "a tensor of backward strides": frame(
        ["tensor", 0, "float32", False, None, [-4]], wire_blob(np.zeros(2, "f4"))
    ),
    "strides beyond memory": frame(["array", 0, ["list", 2**40], True], wire_blob(np.zeros(2))),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_hostile_bytes_are_refused(torch, data):
    with pytest.raises(WireError):
        unpack(data)


def test_bytes_alone_do_not_load_pytorch(monkeypatch):
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    for tree in (["tensor", 0, "float32", False, None, None], ["dtype", "float32"]):
        with pytest.raises(WireError, match="PyTorch has no part"):
            unpack(frame(tree, wire_blob(np.zeros(2, "f4"))))
    assert "torch" not in sys.modules


def test_a_forged_dtype_loads_no_part_of_pytorch(torch):
    before = set(sys.modules)
    for name in ("_inductor", "_dynamo", "onnx", "_export"):
        with pytest.raises(WireError):
            unpack(frame(["dtype", name]))
    assert set(sys.modules) == before


def test_nothing_is_pickled():
    names = {
        node.names[0].name
        for node in ast.walk(ast.parse(Path(wire.__file__).read_text()))
        if isinstance(node, ast.Import)
    }
    assert not names & {"pickle", "marshal", "shelve", "dill", "copyreg"}
