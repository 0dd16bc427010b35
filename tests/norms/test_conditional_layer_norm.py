"""Conditional layer normalization in NumPy."""

import numpy as np
import pytest

from normbook.norms import (
    conditional_layer_norm,
    conditional_layer_norm_backward,
    conditional_layer_norm_forward,
    layer_norm,
    layer_norm_backward,
    layer_norm_forward,
)

NAMES = ("x", "condition", "weight_map", "bias_map")


def draw(x_shape=(2, 5, 4), leading=(2,), dtype=np.float64, seed=0):
    rng = np.random.default_rng(seed)
    shapes = x_shape, (*leading, 3), (3, x_shape[-1]), (3, x_shape[-1])
    return [rng.standard_normal(shape).astype(dtype) for shape in shapes]


def test_agrees_with_a_slow_loop():
    x, condition, weight_map, bias_map = draw()
    y = conditional_layer_norm(x, condition, weight_map, bias_map, eps=0.1)
    for n, t in np.ndindex(2, 5):
        row = x[n, t]
        x_hat = (row - row.mean()) / np.sqrt(row.var() + 0.1)
        for d in range(4):
            scale = sum(condition[n, k] * weight_map[k, d] for k in range(3))
            shift = sum(condition[n, k] * bias_map[k, d] for k in range(3))
            assert y[n, t, d] == pytest.approx(scale * x_hat[d] + shift)


def test_a_condition_that_is_always_one_gives_layer_norm():
    x, _, weight_map, bias_map = draw()
    y = conditional_layer_norm(x, np.ones((2, 1)), weight_map[:1], bias_map[:1])
    np.testing.assert_allclose(y, layer_norm(x, 4, weight_map[0], bias_map[0]))


def test_gradients_are_computed_in_the_dtype_of_the_input_as_layer_norm_s_are():
    x, _, weight_map, bias_map = draw((1, 50, 40), (1,), np.float32)
    dy = np.random.default_rng(1).standard_normal(x.shape).astype(np.float32)
    one = np.ones((1, 1), np.float32)
    _, cache = conditional_layer_norm_forward(x, one, weight_map[:1], bias_map[:1])
    _, plain = layer_norm_forward(x, 40, weight_map[0], bias_map[0])
    np.testing.assert_array_equal(
        conditional_layer_norm_backward(dy, cache).dx, layer_norm_backward(dy, plain).dx
    )


def test_a_condition_moves_only_its_own_sample():
    x, condition, weight_map, bias_map = draw()
    before = conditional_layer_norm(x, condition, weight_map, bias_map)
    condition[0] += 1
    after = conditional_layer_norm(x, condition, weight_map, bias_map)
    assert np.abs(after[0] - before[0]).max() > 0.1
    np.testing.assert_array_equal(after[1], before[1])


@pytest.mark.parametrize("leading", [(), (2,), (2, 5)])
def test_gradients_agree_with_finite_differences(leading):
    arguments = draw(leading=leading)
    dy = np.random.default_rng(1).standard_normal(arguments[0].shape)
    _, cache = conditional_layer_norm_forward(*arguments, eps=0.1)
    gradients = conditional_layer_norm_backward(dy, cache)
    for argument, gradient in zip(arguments, gradients, strict=True):
        numeric = np.empty_like(argument)
        for index in np.ndindex(argument.shape):
            kept = argument[index]
            losses = []
            for step in (1e-5, -1e-5):
                argument[index] = kept + step
                losses.append((conditional_layer_norm(*arguments, eps=0.1) * dy).sum())
            argument[index] = kept
            numeric[index] = (losses[0] - losses[1]) / 2e-5
        np.testing.assert_allclose(gradient, numeric, atol=1e-8)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_output_and_gradients_keep_the_dtype(dtype):
    arguments = draw(dtype=dtype)
    y, cache = conditional_layer_norm_forward(*arguments)
    exact = conditional_layer_norm(*(a.astype(np.float64) for a in arguments))
    assert y.dtype == dtype
    np.testing.assert_allclose(y, exact, atol=30 * np.finfo(dtype).eps)
    assert all(g.dtype == dtype for g in conditional_layer_norm_backward(y, cache))


def test_scales_of_float16_are_computed_in_float32():
    x, condition = np.float16([[-1, 1]]), np.float16([[300, 300]])
    weight_map = np.float16([[300, 300], [-299, -299]])  # the products are beyond float16
    y = conditional_layer_norm(x, condition, weight_map, np.zeros_like(weight_map), eps=0.0)
    np.testing.assert_array_equal(y, np.float16([[-300, 300]]))


@pytest.mark.parametrize(("dtype", "value"), [(np.float16, 6e4), (np.float32, np.inf)])
def test_an_extreme_gradient_warns_of_nothing(dtype, value):
    x, *rest = draw(dtype=dtype)
    _, cache = conditional_layer_norm_forward(x, *rest)
    gradients = conditional_layer_norm_backward(np.full(x.shape, value, dtype), cache)
    assert not all(np.isfinite(gradient).all() for gradient in gradients)


def test_a_map_beyond_the_dtype_of_the_input_warns_of_nothing():
    x, *rest = draw(dtype=np.float32)
    rest[1] = rest[1].astype(np.float64)
    rest[1][0] = 1e300
    _, cache = conditional_layer_norm_forward(x, *rest)
    assert not np.isfinite(conditional_layer_norm_backward(x, cache).dx).all()


def test_nothing_is_changed_and_read_only_arrays_are_accepted():
    arguments = draw()
    kept = [a.copy() for a in arguments]
    for a in arguments:
        a.flags.writeable = False
    y, cache = conditional_layer_norm_forward(*arguments)
    conditional_layer_norm_backward(y, cache)
    for a, b in zip(arguments, kept, strict=True):
        np.testing.assert_array_equal(a, b)


def test_values_of_1e30_and_constant_rows_are_normalized():
    x, condition, weight_map, bias_map = draw(dtype=np.float32)
    large = conditional_layer_norm(x * np.float32(1e30), condition, weight_map, bias_map)
    exact = conditional_layer_norm(x.astype(float), condition, weight_map, bias_map, eps=0.0)
    np.testing.assert_allclose(large, exact, atol=1e-5)
    constant = conditional_layer_norm(np.full_like(x, 1e30), condition, weight_map, bias_map)
    np.testing.assert_array_equal(constant, np.repeat((condition @ bias_map)[:, None], 5, axis=1))


def test_an_empty_batch_gives_an_empty_output_and_zero_gradients():
    x, condition, weight_map, bias_map = draw()
    y, cache = conditional_layer_norm_forward(x[:0], condition[:0], weight_map, bias_map)
    dx, dcondition, *maps = conditional_layer_norm_backward(y, cache)
    assert (y.shape, dx.shape, dcondition.shape) == ((0, 5, 4), (0, 5, 4), (0, 3))
    for gradient in maps:
        np.testing.assert_array_equal(gradient, np.zeros((3, 4)))


@pytest.mark.parametrize("shape", [(3, 3), (2, 4, 3), (2, 5, 4, 3)])
def test_a_condition_for_other_samples_is_refused(shape):
    x, _, weight_map, bias_map = draw()
    with pytest.raises(ValueError, match="to be leading axes of x"):
        conditional_layer_norm(x, np.ones(shape), weight_map, bias_map)


@pytest.mark.parametrize("name", ["weight_map", "bias_map"])
def test_a_map_of_another_shape_is_refused(name):
    arguments = dict(zip(NAMES, draw(), strict=True))
    arguments[name] = np.ones((4, 3))
    with pytest.raises(ValueError, match=rf"{name} has shape \(4, 3\); expected \(3, 4\)"):
        conditional_layer_norm(**arguments)


@pytest.mark.parametrize("name", NAMES)
def test_integers_count_as_the_same_floats(name):
    arguments = dict(zip(NAMES, draw(), strict=True))
    integers = (10 * arguments[name]).astype(int)
    expected = conditional_layer_norm(**arguments | {name: integers.astype(np.float64)})
    np.testing.assert_array_equal(conditional_layer_norm(**arguments | {name: integers}), expected)


@pytest.mark.parametrize("name", NAMES)
def test_booleans_are_refused_with_the_fix(name):
    arguments = dict(zip(NAMES, draw(), strict=True))
    arguments[name] = arguments[name] > 0
    with pytest.raises(TypeError, match=rf"Convert it first: np\.asarray\({name}"):
        conditional_layer_norm(**arguments)


def test_the_cache_has_the_statistics_and_the_arguments():
    arguments = draw()
    x, *rest = arguments
    _, cache = conditional_layer_norm_forward(*arguments, eps=0.1)
    mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    np.testing.assert_allclose(cache.mean, mean)
    np.testing.assert_allclose(cache.var, var)
    np.testing.assert_allclose(cache.rstd, 1 / np.sqrt(var + 0.1))
    np.testing.assert_allclose(cache.x_hat, (x - mean) / np.sqrt(var + 0.1))
    for kept, given in zip((cache.condition, cache.weight_map, cache.bias_map), rest, strict=True):
        np.testing.assert_array_equal(kept, given)
        assert not np.shares_memory(kept, given)
