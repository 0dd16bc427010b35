"""What is no array of floats, or no cache of the norm, gets a sentence that says what helps."""

import ast
import re
from decimal import Decimal

import numpy as np
import pytest
import torch

from normbook import norms

NORMS = {
    "layer_norm": lambda x: norms.layer_norm_forward(x, 4),
    "rms_norm": lambda x: norms.rms_norm_forward(x, 4),
    "batch_norm": lambda x: norms.batch_norm_forward(x, None, None, training=True),
    "group_norm": lambda x: norms.group_norm_forward(x, 2),
    "instance_norm": lambda x: norms.instance_norm_forward(x),
    "conditional_layer_norm": lambda x: norms.conditional_layer_norm_forward(
        x, np.ones((3, 1)), np.ones((1, 4)), np.ones((1, 4))
    ),
}
X = np.random.default_rng(0).standard_normal((3, 4, 4))


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (None, TypeError, r"x is None.*Pass an array"),
        (object(), TypeError, r"x has dtype object.*Pass an array"),
        ([[1.0, None]], TypeError, r"Replace what is no real number in it: NoneType"),
        ([[Decimal(1), "a"]], TypeError, r"Replace what is no real number in it: str"),
        ([[Decimal(1)]], TypeError, r"np\.asarray\(x, dtype=np\.float64\)"),
        ([[Decimal(1), 1j]], TypeError, r"Replace what is no real number in it: complex"),
        ([[1, 10**400]], TypeError, r"Replace what is too large for a float64 in it"),
        ([["1", "2"]], TypeError, r"If it holds numbers as text.*dtype=np\.float64"),
        ([[b"1"]], TypeError, r"If it holds numbers as text"),
        (np.zeros((1, 2), "M8[D]"), TypeError, r"x has dtype datetime64.*Pass numbers"),
        ([[1.0, 2.0], [3.0]], ValueError, r"x, of type list.*Give all rows one length"),
        (torch.ones(1, 2, requires_grad=True), TypeError, r"x, of type Tensor.*: x\.detach\(\)\."),
        (torch.ones(1, 2, dtype=torch.bfloat16), TypeError, r"Convert it first: x\.float\(\)\."),
        (
            torch.ones(1, 2, dtype=torch.bfloat16, requires_grad=True),
            TypeError,
            r"Convert it first: x\.detach\(\)\.float\(\)\.",
        ),
        (torch.ones(1, 2, device="meta"), TypeError, r"no values: make it on the CPU"),
        (torch.ones(1, 2).to_sparse(), TypeError, r"x, of type Tensor.*to_dense"),
        ([torch.ones(2, requires_grad=True)], TypeError, r"x, of type list.*detach"),
    ],
)
def test_what_is_no_array_of_floats_is_refused_with_what_helps(value, error, message):
    with pytest.raises(error, match=message):
        norms.layer_norm(value, 2)


@pytest.mark.parametrize("masked", [False, True])
def test_a_mask_is_not_dropped_in_silence(masked):
    x = np.ma.masked_array([[1.0, 2.0]], [[False, masked]])
    with pytest.raises(TypeError, match=r"x is a masked array.*x\.filled\(0\.0\)"):
        norms.layer_norm(x, 2)
    assert norms.layer_norm(x.filled(0.0), 2).shape == (1, 2)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
def test_the_advice_for_tensors_works(dtype):
    x = torch.tensor([[1.0, 3.0]], dtype=dtype, requires_grad=True)
    np.testing.assert_allclose(norms.layer_norm(x.detach().float(), 2, eps=0.0), [[-1, 1]])


@pytest.mark.parametrize("name", NORMS)
@pytest.mark.parametrize("other", NORMS)
def test_a_cache_of_another_norm_is_refused(name, other):
    cache = NORMS[other](X)[1]
    backward = getattr(norms, f"{name}_backward")
    if name == other:
        assert backward(X, cache)[0].shape == X.shape
        return
    with pytest.raises(TypeError, match=rf"cache is a {type(cache).__name__}; expected a .*Cache"):
        backward(X, cache)


@pytest.mark.parametrize("name", NORMS)
def test_the_pair_that_forward_returns_is_no_cache(name):
    with pytest.raises(TypeError, match=rf"cache is a tuple.*y, cache = {name}_forward"):
        getattr(norms, f"{name}_backward")(X, NORMS[name](X))


class Stubborn:
    """What refuses to become an array."""

    def __array__(self, *_: object, **__: object) -> np.ndarray:
        raise TypeError("Ask someone else.")


class OnGpu(Stubborn):
    """A tensor as a GPU has it, which not every machine does."""

    device = torch.device("cuda")
    dtype = torch.bfloat16
    requires_grad = True


ONES = np.ones((3, 4))
FLOATS = "float16, float32, float64 or integers"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: norms.layer_norm(np.ma.masked_array(ONES), 4),
            "x is a masked array, and the norms would count what it masks; expected a plain array. "
            "Fill it first: x.filled(0.0).",
        ),
        (
            lambda: norms.layer_norm([[1.0, 2.0], [3.0]], 2),
            f"x, of type list, is no array of NumPy; expected {FLOATS}. Give all rows one length, "
            "or normalize them one by one.",
        ),
        (
            lambda: norms.layer_norm(torch.ones(4, dtype=torch.bfloat16).requires_grad_(), 4),
            f"x, of type Tensor, is no array of NumPy; expected {FLOATS}. "
            "Convert it first: x.detach().float().",
        ),
        (
            lambda: norms.layer_norm(torch.ones(4, device="meta"), 4),
            f"x, of type Tensor, is no array of NumPy; expected {FLOATS}. "
            "A tensor on the meta device has no values: make it on the CPU, device='cpu'.",
        ),
        (
            lambda: norms.layer_norm(OnGpu(), 4),
            f"x, of type OnGpu, is no array of NumPy; expected {FLOATS}. "
            "Convert it first: x.detach().cpu().float().",
        ),
        (
            lambda: norms.layer_norm(Stubborn(), 4),
            f"x, of type Stubborn, is no array of NumPy; expected {FLOATS}. Ask someone else.",
        ),
        (
            lambda: norms.layer_norm(None, 4),
            f"x is None; expected {FLOATS}. Pass an array or a list of floats.",
        ),
        (
            lambda: norms.layer_norm([True, False], 2),
            f"x has dtype bool; expected {FLOATS}. "
            "Convert it first: np.asarray(x, dtype=np.float64).",
        ),
        (
            lambda: norms.layer_norm(np.ones(2, np.longdouble), 2),
            f"x has dtype {np.dtype(np.longdouble)}; expected {FLOATS}. "
            "Convert it first: np.asarray(x, dtype=np.float64).",
        ),
        (
            lambda: norms.layer_norm([1j], 1),
            f"x has dtype complex128; expected {FLOATS}. "
            "Normalize its parts one by one: x.real, then x.imag.",
        ),
        (
            lambda: norms.layer_norm(["1"], 1),
            f"x has dtype <U1; expected {FLOATS}. If it holds numbers as text, convert it first: "
            "np.asarray(x, dtype=np.float64).",
        ),
        (
            lambda: norms.layer_norm([None, "a", 1.0, Decimal(1)], 1),
            f"x has dtype object; expected {FLOATS}. "
            "Replace what is no real number in it: NoneType, str.",
        ),
        (
            lambda: norms.layer_norm([1, 10**400], 2),
            f"x has dtype object; expected {FLOATS}. "
            "Replace what is too large for a float64 in it.",
        ),
        (
            lambda: norms.layer_norm(np.zeros(1, "m8[D]"), 1),
            f"x has dtype timedelta64[D]; expected {FLOATS}. Pass numbers.",
        ),
        (
            lambda: norms.layer_norm(np.zeros(1, [("a", "f8")]), 1),
            f"x has dtype [('a', '<f8')]; expected {FLOATS}. Pass numbers.",
        ),
        (
            lambda: norms.layer_norm(1.0, 1),
            "x is a single number; expected an array with at least one axis. "
            "Wrap it first: np.atleast_1d(x).",
        ),
        (
            lambda: norms.layer_norm_backward(ONES, None),
            "cache is a NoneType; expected a LayerNormCache. Pass what layer_norm_forward returned "
            "with y: y, cache = layer_norm_forward(...).",
        ),
        (
            lambda: norms.layer_norm(ONES, 4, eps="a"),
            "eps is 'a'; expected a number such as 1e-5.",
        ),
        (
            lambda: norms.layer_norm(ONES, 4, eps=10**400),
            f"eps is {10**400}; expected a finite number, 0 or greater, such as 1e-5.",
        ),
        (
            lambda: norms.layer_norm(ONES, 4, eps=-1.0),
            "eps is -1.0; expected a finite number, 0 or greater, such as 1e-5.",
        ),
        (
            lambda: norms.batch_norm(ONES, None, None, training=True, momentum="a"),
            "momentum is 'a'; expected a number such as 0.1.",
        ),
        (
            lambda: norms.batch_norm(ONES, None, None, training=True, momentum=1.5),
            "momentum is 1.5; expected a number from 0 to 1, such as 0.1.",
        ),
        (
            lambda: norms.batch_norm(ONES, None, np.ones(4)),
            "running_mean is None; expected shape (4,). Pass both running statistics; in training, "
            "which does not normalize by them, both may be None.",
        ),
        (
            lambda: norms.batch_norm(ONES[:1], None, None, training=True),
            "each channel has a single value in training, so it has no unbiased variance; expected "
            "2 or more. Use a larger batch, or training=False.",
        ),
        (lambda: norms.group_norm(ONES, "a"), "num_groups is 'a'; expected an integer."),
        (
            lambda: norms.group_norm(ONES, 3),
            "num_groups is 3 but x has 4 channels on axis 1; expected a divisor of 4, "
            "such as 1 or 4.",
        ),
        (
            lambda: norms.instance_norm(ONES),
            "x has shape (3, 4); expected at least 3 axes, (N, C, L, ...), with the channels on "
            "axis 1. Reshape x, or add an axis of size 1.",
        ),
        (
            lambda: norms.group_norm(2.0, 1),
            "x is a single number; expected at least 2 axes, (N, C, ...), with the channels on "
            "axis 1. Reshape x, or add an axis of size 1.",
        ),
        (
            lambda: norms.group_norm(np.ones((2, 0)), 1),
            "x has shape (2, 0), so there is no value to average over its axes (1,); "
            "expected each of them to have a size of 1 or more.",
        ),
        (
            lambda: norms.layer_norm(ONES, 4.0),
            "normalized_shape is 4.0; expected an integer or a tuple of them.",
        ),
        (
            lambda: norms.layer_norm(ONES[0], (3, 4)),
            "normalized_shape is (3, 4) but x has shape (4,); expected x to end in (3, 4). "
            "To normalize all of its axes, pass normalized_shape=(4,).",
        ),
        (
            lambda: norms.layer_norm(ONES, 3),
            "normalized_shape is (3,) but x has shape (3, 4); expected x to end in (3,). "
            "To normalize its last axis, pass normalized_shape=(4,).",
        ),
        (
            lambda: norms.layer_norm([], 1),
            "normalized_shape is (1,) but x has shape (0,); expected x to end in (1,).",
        ),
        (
            lambda: norms.layer_norm(ONES, ()),
            "normalized_shape is (); expected at least one size, each 1 or more.",
        ),
        (
            lambda: norms.layer_norm(np.ones((2, 3, 4)), (2, 4)),
            "normalized_shape is (2, 4) but x has shape (2, 3, 4); expected x to end in (2, 4). "
            "To normalize the last 2 of its axes, pass normalized_shape=(3, 4).",
        ),
        (
            lambda: norms.standardize(np.ones((3, 4)), axis=2),
            "axis is 2; expected different axes between -2 and 1, since x has shape (3, 4).",
        ),
        (
            lambda: norms.standardize(ONES, axis=1.0),
            "axis is 1.0; expected None, an integer or a tuple of them.",
        ),
        (
            lambda: norms.standardize(np.ones((3, 0)), axis=1),
            "x has shape (3, 0), so there is no value to average over its axes (1,); "
            "expected each of them to have a size of 1 or more.",
        ),
        (
            lambda: norms.layer_norm(ONES, 4, weight=np.ones(3)),
            "weight has shape (3,); expected (4,), one for each feature that is normalized.",
        ),
        (
            lambda: norms.layer_norm(ONES, 4, weight=2.0),
            "weight has shape (); expected (4,), one for each feature that is normalized. Repeat "
            "it first: np.full((4,), weight).",
        ),
        (
            lambda: norms.batch_norm(np.ones((2, 5, 5, 3)), np.zeros(3), np.ones(3)),
            "running_mean has shape (3,); expected (5,), one for each channel on axis 1 of x. If "
            "the channels are its last axis, pass np.moveaxis(x, -1, 1).",
        ),
        (
            lambda: norms.batch_norm(ONES, np.ones(4), np.array([1.0, -2.0, 1.0, 1.0])),
            "running_var has -2.0, which no variance is; expected 0 or more. Are running_mean and "
            "running_var the other way round?",
        ),
        (
            lambda: norms.layer_norm_backward(
                np.ones((3, 2)), norms.layer_norm_forward(ONES, 4)[1]
            ),
            "dy has shape (3, 2); expected (3, 4), the shape of y in the forward call that made "
            "this cache.",
        ),
        (
            lambda: norms.conditional_layer_norm(
                np.ones((2, 3, 4)), np.ones((5, 6)), np.ones((6, 4)), np.ones((6, 4))
            ),
            "condition has shape (5, 6) but x has shape (2, 3, 4); expected (5,) to be leading "
            "axes of x. Give one condition a sample, (2, 6), or one a position, (2, 3, 6).",
        ),
        (
            lambda: norms.conditional_layer_norm(
                np.ones((2, 3, 4)), np.ones((2, 5, 6)), np.ones((6, 4)), np.ones((6, 4))
            ),
            "condition has shape (2, 5, 6) but x has shape (2, 3, 4); expected (2, 5) to be "
            "leading axes of x. Give one condition a sample, (2, 6), or one a position, (2, 3, 6).",
        ),
        (
            lambda: norms.conditional_layer_norm(ONES, np.ones((5, 6)), ONES, ONES),
            "condition has shape (5, 6) but x has shape (3, 4); expected (5,) to be leading axes "
            "of x. Give one condition a sample, (3, 6).",
        ),
        (
            lambda: norms.conditional_layer_norm(ONES[0], np.ones((4, 6)), ONES, ONES),
            "condition has shape (4, 6) but x has shape (4,); expected (4,) to be leading axes "
            "of x. Give one condition, (6,).",
        ),
    ],
)
def test_an_error_says_what_came_what_was_expected_and_the_fix(call, message):
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert str(caught.value) == message


def conditional(x, condition):
    features = np.ones((np.shape(condition)[-1] if np.ndim(condition) else 1, 4))
    return norms.conditional_layer_norm(x, condition, features, features)


ADVICE = [
    (norms.layer_norm, {"x": np.ones(3), "normalized_shape": (2, 3)}, "normalized_shape"),
    (norms.layer_norm, {"x": ONES, "normalized_shape": 3}, "normalized_shape"),
    (norms.rms_norm, {"x": np.ones((2, 3, 4)), "normalized_shape": (2, 4)}, "normalized_shape"),
    (norms.layer_norm, {"x": 1.0, "normalized_shape": 1}, "x"),
    (norms.standardize, {"x": 1.0}, "x"),
    (norms.welford_moments, {"x": 1.0}, "x"),
    (norms.layer_norm, {"x": ONES, "normalized_shape": 4, "weight": 2.0}, "weight"),
    (norms.layer_norm, {"x": ONES, "normalized_shape": (3, 4), "bias": 2}, "bias"),
    (norms.batch_norm, {"x": ONES, "running_mean": 0.0, "running_var": np.ones(4)}, "running_mean"),
    (norms.layer_norm, {"x": ONES > 0, "normalized_shape": 4}, "x"),
    (norms.layer_norm, {"x": ONES.astype(np.longdouble), "normalized_shape": 4}, "x"),
    (norms.layer_norm, {"x": [Decimal(1), 10**300], "normalized_shape": 2}, "x"),
    (norms.layer_norm, {"x": ["1", "2"], "normalized_shape": 2}, "x"),
    (norms.layer_norm, {"x": np.ma.masked_array(ONES), "normalized_shape": 4}, "x"),
    (
        norms.layer_norm,
        {"x": torch.ones(4, dtype=torch.bfloat16).requires_grad_(), "normalized_shape": 4},
        "x",
    ),
    (norms.group_norm, {"x": ONES, "num_groups": 3}, "num_groups"),
    (conditional, {"x": np.ones((2, 3, 4)), "condition": np.ones((5, 6))}, "condition"),
    (conditional, {"x": np.ones((2, 3, 4)), "condition": np.ones((2, 5, 6))}, "condition"),
    (conditional, {"x": ONES, "condition": np.ones((5, 6))}, "condition"),
    (conditional, {"x": ONES[0], "condition": np.ones((4, 6))}, "condition"),
    (conditional, {"x": ONES, "condition": 2.0}, "condition"),
]


def followed(message, name, value):
    """Return each value that the advice of a message gives the argument."""
    advice = message.rsplit("expected", 1)[1]
    if code := re.search(r"(?:first|convert it first): (.+)\.$", advice):
        return [eval(code[1], {"np": np, name: value})]
    if numbers := re.search(r"such as (\d+) or (\d+)\.$", advice):
        return [int(number) for number in numbers.groups()]
    sentence = re.search(r"(?:To normalize|Give) .+$", advice)[0]
    shapes = [ast.literal_eval(shape) for shape in re.findall(r"\([\d, ]+\)", sentence)]
    assert shapes
    return shapes if name == "normalized_shape" else [np.ones(shape) for shape in shapes]


@pytest.mark.parametrize(("function", "arguments", "name"), ADVICE)
def test_what_an_error_advises_is_accepted(function, arguments, name):
    if getattr(arguments[name], "dtype", None) == np.longdouble == np.float64:
        pytest.skip("longdouble is float64 here")
    with pytest.raises((TypeError, ValueError)) as caught:
        function(**arguments)
    for value in followed(str(caught.value), name, arguments[name]):
        function(**arguments | {name: value})


INTEGERS = np.arange(48).reshape(3, 4, 4) ** 2 % 11


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, ">i4"])
@pytest.mark.parametrize("name", NORMS)
def test_integers_are_normalized_as_the_same_floats(name, dtype):
    results = []
    for x in (INTEGERS.astype(dtype), INTEGERS.astype(np.float64), INTEGERS.tolist()):
        y, cache = NORMS[name](x)
        results.append([y, *getattr(norms, f"{name}_backward")(x, cache)])
    for arrays in zip(*results, strict=True):
        for array in arrays:
            assert array is None or array.dtype == np.float64
            np.testing.assert_array_equal(array, arrays[1])


@pytest.mark.parametrize(
    "function",
    [
        norms.min_max_scale,
        norms.standardize,
        norms.single_pass_variance,
        norms.two_pass_variance,
        norms.welford_variance,
        lambda x, axis: norms.welford_moments(x, axis).mean,
    ],
)
def test_scaling_and_variances_take_integers_as_the_same_floats(function):
    actual = function(INTEGERS, axis=1)
    assert actual.dtype == np.float64
    np.testing.assert_array_equal(actual, function(INTEGERS.astype(np.float64), axis=1))


@pytest.mark.parametrize("name", ["weight", "bias", "running_mean", "running_var"])
def test_parameters_and_running_statistics_of_integers_count_as_float64(name):
    x = X.astype(np.float32)
    arguments = {"running_mean": np.zeros(4), "running_var": np.ones(4), name: [1, 2, 3, 4]}
    y, cache = norms.batch_norm_forward(x, **arguments, training=True)
    floats = arguments | {name: np.arange(1.0, 5.0)}
    expected, wanted = norms.batch_norm_forward(x, **floats, training=True)
    assert y.dtype == np.float32
    assert getattr(cache, name).dtype == np.float64
    np.testing.assert_array_equal(y, expected)
    np.testing.assert_array_equal(getattr(cache, name), getattr(wanted, name))
