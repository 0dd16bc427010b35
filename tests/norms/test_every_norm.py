"""What all norms promise alike: dtypes, memory, extreme values, gradients, errors."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from normbook import norms

CHANNELS = 4


@dataclass(frozen=True)
class Norm:
    """A norm as a function of x and parameters of 4 values, and the same in torch."""

    forward: Callable[..., Any]
    backward: Callable[..., Any]
    torch: Callable[..., Any]
    parameters: int
    shape: tuple[int, ...]
    group: tuple[int, ...]
    """Axes that share statistics, of x reshaped to ``split``."""
    split: tuple[int, ...]


def running(dtype=np.float64):
    return np.zeros(CHANNELS, dtype), np.ones(CHANNELS, dtype)


NORMS = {
    "layer_norm": Norm(
        lambda x, *p, eps=1e-5: norms.layer_norm_forward(x, 4, *p, eps=eps),
        norms.layer_norm_backward,
        lambda x, *p, eps=1e-5: F.layer_norm(x, (4,), *p, eps=eps),
        parameters=2,
        shape=(3, 5, 4),
        group=(2,),
        split=(3, 5, 4),
    ),
    "rms_norm": Norm(
        lambda x, *p, eps=1e-6: norms.rms_norm_forward(x, 4, *p, eps=eps),
        norms.rms_norm_backward,
        lambda x, *p, eps=1e-6: F.rms_norm(x, (4,), *p, eps=eps),
        parameters=1,
        shape=(3, 5, 4),
        group=(2,),
        split=(3, 5, 4),
    ),
    "batch_norm": Norm(
        lambda x, *p, eps=1e-5: norms.batch_norm_forward(x, *running(), *p, training=True, eps=eps),
        norms.batch_norm_backward,
        lambda x, *p, eps=1e-5: F.batch_norm(x, None, None, *p, training=True, eps=eps),
        parameters=2,
        shape=(5, 4, 3),
        group=(0, 2),
        split=(5, 4, 3),
    ),
    "group_norm": Norm(
        lambda x, *p, eps=1e-5: norms.group_norm_forward(x, 2, *p, eps=eps),
        norms.group_norm_backward,
        lambda x, *p, eps=1e-5: F.group_norm(x, 2, *p, eps=eps),
        parameters=2,
        shape=(5, 4, 3),
        group=(2, 3),
        split=(5, 2, 2, 3),
    ),
    "instance_norm": Norm(
        lambda x, *p, eps=1e-5: norms.instance_norm_forward(x, *p, eps=eps),
        norms.instance_norm_backward,
        lambda x, *p, eps=1e-5: F.instance_norm(x, None, None, *p, eps=eps),
        parameters=2,
        shape=(5, 4, 3),
        group=(2,),
        split=(5, 4, 3),
    ),
}


@pytest.fixture(params=NORMS)
def norm(request):
    return NORMS[request.param]


def draw(norm, seed=0, dtype=np.float64):
    """Return x, dy and parameters."""
    rng = np.random.default_rng(seed)
    x, dy = rng.standard_normal((2, *norm.shape)).astype(dtype)
    return x, dy, list(rng.standard_normal((norm.parameters, CHANNELS)).astype(dtype))


def run(norm, x, dy, parameters, **kwargs):
    """Return y and all gradients."""
    y, cache = norm.forward(x, *parameters, **kwargs)
    return [y, *norm.backward(dy, cache)]


def run_torch(norm, x, dy, parameters, **kwargs):
    """Return y and all gradients of torch in float64."""
    leaves = [torch.tensor(a, dtype=torch.float64, requires_grad=True) for a in (x, *parameters)]
    y = norm.torch(*leaves, **kwargs)
    gradients = torch.autograd.grad(y, leaves, torch.tensor(dy, dtype=torch.float64))
    return [y.detach().numpy(), *(g.numpy() for g in gradients)]


def test_output_and_gradients_agree_with_torch(norm):
    arguments = draw(norm)
    for ours, theirs in zip(run(norm, *arguments), run_torch(norm, *arguments), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)


def test_gradients_agree_with_finite_differences(norm):
    x, dy, parameters = draw(norm)
    arguments = [x, *parameters]
    _, *gradients = run(norm, x, dy, parameters, eps=0.1)
    for argument, gradient in zip(arguments, gradients, strict=True):
        numeric = np.empty_like(argument)
        for index in np.ndindex(argument.shape):
            kept = argument[index]
            losses = []
            for step in (1e-5, -1e-5):
                argument[index] = kept + step
                losses.append((norm.forward(*arguments, eps=0.1)[0] * dy).sum())
            argument[index] = kept
            numeric[index] = (losses[0] - losses[1]) / 2e-5
        np.testing.assert_allclose(gradient, numeric, atol=1e-8)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_output_and_gradients_keep_the_dtype(norm, dtype):
    arguments = draw(norm, dtype=dtype)
    tolerance = {np.float16: 1e-2, np.float32: 1e-5, np.float64: 1e-12}[dtype]
    for ours, theirs in zip(run(norm, *arguments), run_torch(norm, *arguments), strict=True):
        assert ours.dtype == dtype
        np.testing.assert_allclose(ours, theirs, atol=tolerance, rtol=tolerance)


def test_float16_is_computed_in_float32(norm):
    x, dy, parameters = draw(norm, dtype=np.float16)
    large = np.float16(300) * x  # the squares are beyond float16
    for half, single in zip(
        run(norm, large, dy, parameters),
        run(norm, large.astype(np.float32), dy, parameters),
        strict=True,
    ):
        np.testing.assert_array_equal(half, single.astype(np.float16))


def test_an_eps_of_float64_leaves_the_computation_in_float32(norm):
    x, dy, parameters = draw(norm, dtype=np.float32)
    _, cache = norm.forward(x, *parameters, eps=np.float64(1e-3))
    assert {a.dtype for a in cache[:3] if isinstance(a, np.ndarray)} == {np.dtype(np.float32)}
    expected = run(norm, x, dy, parameters, eps=1e-3)
    for actual, wanted in zip(
        run(norm, x, dy, parameters, eps=np.float64(1e-3)), expected, strict=True
    ):
        np.testing.assert_array_equal(actual, wanted)


def test_parameters_of_another_dtype_leave_the_dtype_of_x(norm):
    x, dy, parameters = draw(norm, dtype=np.float32)
    y, dx, *rest = run(norm, x, dy, [p.astype(np.float64) for p in parameters])
    assert y.dtype == dx.dtype == np.float32
    assert all(gradient.dtype == np.float64 for gradient in rest)


def test_without_parameters_there_is_no_gradient_of_them(norm):
    x, dy, _ = draw(norm)
    assert run(norm, x, dy, [])[2:] == [None] * norm.parameters


def test_read_only_arrays_are_accepted_and_nothing_is_changed(norm):
    x, dy, parameters = draw(norm)
    arrays = [x, dy, *parameters]
    before = [array.copy() for array in arrays]
    for array in arrays:
        array.flags.writeable = False
    run(norm, x, dy, parameters)
    run(norm, x, dy, [])
    run(norm, 1e300 * x, dy, [])
    for array, kept in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(array, kept)


def test_no_output_shares_memory_with_an_input_or_the_cache(norm):
    x, dy, parameters = draw(norm)
    for given_parameters in (parameters, []):
        y, cache = norm.forward(x, *given_parameters)
        dx = norm.backward(dy, cache)[0]
        for mine in (y, dx):
            for other in (x, dy, *parameters, *cache):
                assert not (isinstance(other, np.ndarray) and np.shares_memory(mine, other))
        for kept in cache:
            for other in (x, *parameters):
                assert not (isinstance(kept, np.ndarray) and np.shares_memory(kept, other))


def test_an_update_of_the_parameters_in_place_leaves_the_cache(norm):
    x, dy, parameters = draw(norm)
    expected = run(norm, x, dy, parameters)
    _, cache = norm.forward(x, *parameters)
    for parameter in parameters:
        parameter *= 10
    for actual, wanted in zip(norm.backward(dy, cache), expected[1:], strict=True):
        np.testing.assert_array_equal(actual, wanted)


def test_memory_layout_does_not_matter(norm):
    x, dy, parameters = draw(norm)
    expected = run(norm, x, dy, parameters)
    strided = np.repeat(x, 2, axis=-1)[..., ::2]
    for view in (np.asfortranarray(x), strided, x[::-1].copy()[::-1], x.astype(">f8")):
        for actual, wanted in zip(run(norm, view, dy, parameters), expected, strict=True):
            np.testing.assert_allclose(actual, wanted, rtol=1e-12, atol=1e-14)


def test_lists_of_floats_are_accepted(norm):
    x, dy, parameters = draw(norm)
    lists = run(norm, x.tolist(), dy.tolist(), [p.tolist() for p in parameters])
    for actual, wanted in zip(lists, run(norm, x, dy, parameters), strict=True):
        np.testing.assert_array_equal(actual, wanted)


def test_an_empty_batch_gives_an_empty_output_and_zero_gradients(norm):
    x, dy, parameters = draw(norm)
    y, dx, *rest = run(norm, x[:0], dy[:0], parameters)
    assert y.shape == dx.shape == (0, *x.shape[1:])
    for gradient in rest:
        np.testing.assert_array_equal(gradient, np.zeros(CHANNELS))


@pytest.mark.parametrize("eps", [0.0, 1e-5])
def test_zeros_give_the_bias_and_a_finite_gradient(norm, eps):
    x, dy, parameters = draw(norm)
    y, dx, *_ = run(norm, np.zeros_like(x), dy, parameters, eps=eps)
    y_ones, *_ = run(norm, np.zeros_like(x), dy, [np.ones(4), *parameters[1:]], eps=eps)
    np.testing.assert_array_equal(y, y_ones)  # whatever the weight
    assert np.isfinite(dx).all()


def plain_in_float64(name, x, dy, eps):
    """Return y and dx by the formula alone; its squares fit, since x came from float32."""
    norm = NORMS[name]
    x = torch.tensor(x.astype(np.float64).reshape(norm.split), requires_grad=True)
    centered = x if name == "rms_norm" else x - x.mean(norm.group, keepdim=True)
    rstd = 1 / torch.sqrt(centered.square().mean(norm.group, keepdim=True) + eps)
    y = centered * rstd
    (dx,) = torch.autograd.grad(y, x, torch.tensor(dy.astype(np.float64).reshape(norm.split)))
    return y.detach().numpy(), dx.numpy(), rstd.detach().numpy()


@settings(deadline=None, max_examples=200)
@given(
    name=st.sampled_from(sorted(NORMS)),
    seed=st.integers(0, 2**32 - 1),
    exponents=st.lists(st.integers(-120, 110), min_size=15, max_size=15),
    offset=st.sampled_from([0.0, 1.0, 1e4]),
    eps=st.sampled_from([1e-60, 1e-30, 1e-12, 1e-5, 0.1]),
)
def test_float32_of_every_size_is_as_good_as_float64(name, seed, exponents, offset, eps):
    norm = NORMS[name]
    x, dy, _ = draw(norm, seed)
    sizes = [1 if axis in norm.group else size for axis, size in enumerate(norm.split)]
    scale = np.ldexp(1.0, np.resize(exponents, sizes))  # each group has a size of its own
    x = ((x.reshape(norm.split) + offset) * scale).reshape(norm.shape).astype(np.float32)
    dy = dy.astype(np.float32)

    actual = [a.astype(np.float64).reshape(norm.split) for a in run(norm, x, dy, [], eps=eps)[:2]]
    y, dx, rstd = plain_in_float64(name, x, dy, eps)

    np.testing.assert_allclose(actual[0], y, atol=3e-6, rtol=0)
    np.testing.assert_allclose(actual[1] / rstd, dx / rstd, atol=1e-5, rtol=0)


@pytest.mark.parametrize("exponent", [-500, 500])
def test_float64_whose_squares_leave_its_range_is_normalized_too(norm, exponent):
    x, dy, parameters = draw(norm)
    y, dx, *rest = run(norm, np.ldexp(x, exponent), dy, parameters, eps=1e-320)
    expected = run(norm, x, dy, parameters, eps=1e-300)
    np.testing.assert_allclose(y, expected[0], rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(np.ldexp(dx, exponent), expected[1], rtol=1e-10, atol=1e-13)
    for actual, wanted in zip(rest, expected[2:], strict=True):
        np.testing.assert_allclose(actual, wanted, rtol=1e-12, atol=1e-13)


def test_the_largest_and_smallest_float32_are_normalized(norm):
    signs = np.sign(draw(norm)[0]).astype(np.float32)
    expected = norm.forward(signs, eps=1e-60)[0]
    info = np.finfo(np.float32)
    for size in (info.max, info.tiny, 10 * info.smallest_subnormal):
        np.testing.assert_allclose(
            norm.forward(signs * size, eps=1e-100)[0], expected, rtol=1e-6, atol=1e-6
        )


def test_epsilon_keeps_its_meaning_where_squares_underflow(norm):
    x = np.sign(draw(norm)[0]).astype(np.float32)
    expected = norm.forward(x, eps=1.0)[0]
    for size in (2.0**-10, 2.0**-60, 2.0**-80):  # the squares of the last are below float32
        actual = norm.forward(x * np.float32(size), eps=size**2)[0]
        np.testing.assert_allclose(actual, expected, rtol=1e-6)


@pytest.mark.parametrize("name", NORMS)
def test_an_epsilon_far_above_the_squares_only_divides(name):
    norm, eps = NORMS[name], 1e-39  # below the normal numbers of float32, as x is
    x, dy, _ = draw(norm)
    x = (1e-42 * x).astype(np.float32)
    expected, *_ = plain_in_float64(name, x, dy, eps)
    actual = norm.forward(x, eps=eps)[0].reshape(norm.split)
    assert np.abs(expected).max() > 1e-23
    np.testing.assert_allclose(actual, expected, rtol=1e-4, atol=1e-28)


@pytest.mark.parametrize("value", [np.nan, np.inf, 3e38])
def test_an_extreme_value_stays_in_its_group(norm, value):
    x, _, _ = draw(norm, dtype=np.float32)
    expected = norm.forward(x)[0].reshape(norm.split)
    first = tuple(slice(None) if axis in norm.group else 0 for axis in range(len(norm.split)))
    x.flat[0] = value
    actual = norm.forward(x)[0].reshape(norm.split)
    assert np.isnan(actual[first]).any() == (not np.isfinite(value))
    actual[first] = expected[first]
    np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("value", [np.inf, np.nan, 1e300])
def test_an_extreme_gradient_warns_of_nothing(norm, value):
    x, dy, parameters = draw(norm, dtype=np.float32)
    dy = dy.astype(np.float64)  # in which 1e300 is finite
    dy.flat[0] = value
    _, dx, *_ = run(norm, x, dy, parameters)
    assert not np.isfinite(dx.flat[0])


@pytest.mark.parametrize(
    ("dtype", "fix"),
    [
        (np.bool_, "np.asarray({}, dtype=np.float64)"),
        (object, "np.asarray({}, dtype=np.float64)"),
        (
            np.str_,
            "If it holds numbers as text, convert it first: np.asarray({}, dtype=np.float64)",
        ),
        (np.longdouble, "np.asarray({}, dtype=np.float64)"),
        (np.complex128, "Normalize its parts one by one: {0}.real, then {0}.imag"),
    ],
)
def test_what_is_no_float_is_refused_with_the_fix(norm, dtype, fix):
    if np.dtype(dtype) == np.float64:
        pytest.skip("longdouble is float64 here")
    x, dy, parameters = draw(norm)
    with pytest.raises(TypeError, match=rf"x has dtype .*{re.escape(fix.format('x'))}"):
        norm.forward(x.astype(dtype), *parameters)
    with pytest.raises(TypeError, match=rf"weight has dtype .*{re.escape(fix.format('weight'))}"):
        norm.forward(x, parameters[0].astype(dtype))
    with pytest.raises(TypeError, match=rf"dy has dtype .*{re.escape(fix.format('dy'))}"):
        norm.backward(dy.astype(dtype), norm.forward(x)[1])


@pytest.mark.parametrize("eps", [-1e-5, np.nan, np.inf])
def test_a_negative_or_infinite_eps_is_refused(norm, eps):
    with pytest.raises(ValueError, match="expected a finite number, 0 or greater"):
        norm.forward(draw(norm)[0], eps=eps)


@pytest.mark.parametrize("eps", [None, "1e-5", [1e-5]])
def test_an_eps_that_is_no_number_is_refused(norm, eps):
    with pytest.raises(TypeError, match="expected a number such as 1e-5"):
        norm.forward(draw(norm)[0], eps=eps)


def test_a_single_number_is_refused(norm):
    with pytest.raises(ValueError, match="x is a single number"):
        norm.forward(1.0)


def test_parameters_of_a_wrong_shape_are_refused(norm):
    with pytest.raises(ValueError, match=r"weight has shape \(5,\); expected \(4,\)"):
        norm.forward(draw(norm)[0], np.ones(5))


def test_a_bias_of_a_wrong_shape_is_refused_by_its_name(norm):
    if norm.parameters == 2:
        with pytest.raises(ValueError, match=r"bias has shape \(5,\); expected \(4,\)"):
            norm.forward(draw(norm)[0], None, np.ones(5))


def test_the_cache_has_the_statistics_of_each_group(norm):
    x, _, _ = draw(norm)
    _, cache = norm.forward(x, eps=0.1)
    if "mean" in cache._fields:
        groups = x.reshape(norm.split)
        mean, var = groups.mean(norm.group).ravel(), groups.var(norm.group).ravel()
        np.testing.assert_allclose(cache.mean.ravel(), mean)
        np.testing.assert_allclose(cache.var.ravel(), var)
        np.testing.assert_allclose(cache.rstd.ravel(), 1 / np.sqrt(var + 0.1))


def test_a_gradient_of_a_wrong_shape_is_refused(norm):
    x, dy, _ = draw(norm)
    with pytest.raises(ValueError, match=r"dy has shape .*the shape of y"):
        norm.backward(dy[:1], norm.forward(x)[1])
