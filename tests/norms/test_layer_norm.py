"""Layer normalization in NumPy: the numbers of the book, its geometry, its invariances."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from normbook.norms import (
    layer_norm,
    layer_norm_backward,
    layer_norm_forward,
    standardize,
    two_pass_variance,
)

# `tables` and `tokens` of book/layer_norm.md.
TABLES = np.array(
    [
        [[76, 2, 43], [79, 50, 29], [59, 78, 73], [95, 94, 76], [9, 74, 64]],
        [[76, 87, 50], [2, 65, 44], [74, 9, 82], [83, 54, 82], [6, 97, 52]],
        [[88, 19, 95], [14, 96, 96], [93, 58, 0], [19, 37, 6], [28, 23, 7]],
        [[7, 54, 59], [57, 30, 18], [88, 89, 63], [56, 75, 56], [63, 23, 73]],
    ],
    dtype=np.float64,
)
TOKENS = np.array(
    [
        [[49, 90, 29, 76, 33], [86, 42, 20, 56, 79], [40, 49, 72, 16, 85]],
        [[44, 62, 14, 46, 5], [22, 45, 8, 47, 78], [96, 17, 7, 56, 60]],
    ],
    dtype=np.float64,
)

float32s = st.floats(width=32, allow_nan=False, allow_infinity=False)


def slow_layer_norm(x, weight, bias, eps):
    """Normalize each row of a matrix, one number at a time, in Python floats."""
    y = []
    for row in x.tolist():
        mean = math.fsum(row) / len(row)
        var = math.fsum((value - mean) ** 2 for value in row) / len(row)
        root = math.sqrt(var + eps)
        y.append([w * (v - mean) / root + b for v, w, b in zip(row, weight, bias, strict=True)])
    return np.array(y)


@pytest.fixture
def x():
    return np.random.default_rng(0).normal(3, 2, (6, 8))


def test_agrees_with_a_slow_loop(x):
    weight, bias = np.linspace(-1, 2, 8), np.linspace(3, -4, 8)
    y = layer_norm(x, 8, weight, bias, eps=0.1)
    np.testing.assert_allclose(y, slow_layer_norm(x, weight, bias, 0.1), rtol=1e-12, atol=1e-12)


def test_one_hot_of_four_gives_root_three():
    expected = [math.sqrt(3), *[-1 / math.sqrt(3)] * 3]
    np.testing.assert_allclose(layer_norm([1.0, 0.0, 0.0, 0.0], 4, eps=0.0), expected)


def test_the_chapters_tables_over_five_by_three():
    y, cache = layer_norm_forward(TABLES, (5, 3))
    np.testing.assert_allclose(cache.mean.ravel(), [60.0667, 57.5333, 45.2667, 54.0667], atol=5e-5)
    np.testing.assert_allclose(
        cache.var.ravel(), [751.6622, 887.8489, 1344.1956, 561.9289], atol=5e-5
    )
    np.testing.assert_allclose(y[0, 0], [0.5812, -2.1179, -0.6225], atol=5e-5)


def test_the_chapters_tokens_over_five():
    y, cache = layer_norm_forward(TOKENS, 5)
    np.testing.assert_allclose(cache.mean.ravel(), [55.4, 56.6, 52.4, 34.2, 40, 47.2])
    np.testing.assert_allclose(y[0, 0], [-0.2675, 1.4464, -1.1036, 0.8611, -0.9364], atol=5e-5)


def test_output_has_an_unbiased_standard_deviation_of_root_512_over_511():
    y = layer_norm(np.random.default_rng(0).normal(5, 3, (4, 512)), 512, eps=0.0)
    np.testing.assert_allclose(y.mean(-1), 0, atol=1e-12)
    np.testing.assert_allclose(y.std(-1), 1)
    np.testing.assert_allclose(y.std(-1, ddof=1), math.sqrt(512 / 511))


@pytest.mark.parametrize("factor", [1e-3, 0.5, 7.0, 1e6])
def test_scaling_by_a_positive_number_changes_nothing(x, factor):
    np.testing.assert_allclose(layer_norm(factor * x, 8, eps=0.0), layer_norm(x, 8, eps=0.0))


@pytest.mark.parametrize("factor", [-1e-3, -1.0, -7.0])
def test_scaling_by_a_negative_number_flips_the_sign(x, factor):
    np.testing.assert_allclose(layer_norm(factor * x, 8, eps=0.0), -layer_norm(x, 8, eps=0.0))


@pytest.mark.parametrize("constant", [-100.0, 0.25, 1e4])
def test_adding_a_constant_changes_nothing(x, constant):
    np.testing.assert_allclose(layer_norm(x + constant, 8), layer_norm(x, 8), atol=1e-10)


def test_epsilon_breaks_the_invariance_under_scaling(x):
    small = layer_norm(1e-3 * x, 8, eps=1e-5)
    assert small.std() < 0.75 * layer_norm(x, 8, eps=1e-5).std()


@pytest.mark.parametrize("eps", [0.0, 1e-12, 1e-5])
@pytest.mark.parametrize("value", [0.0, 0.1, -1e4, 1e30, 3e38, 1e-40])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_constant_row_gives_the_bias(value, dtype, eps):
    bias = np.linspace(-1, 1, 768, dtype=dtype)
    x = np.full((2, 768), value, dtype)
    y, cache = layer_norm_forward(x, 768, 2 * bias, bias, eps)
    np.testing.assert_array_equal(y, np.stack([bias, bias]))
    np.testing.assert_array_equal(cache.mean.ravel(), x[:, 0])
    dx = layer_norm_backward(np.ones_like(x), cache).dx
    assert np.isfinite(dx).all()


@given(float32s, st.sampled_from([0.0, 1e-5]))
def test_one_feature_gives_zero(value, eps):
    x = np.float32([[value]])
    assert layer_norm(x, 1, eps=eps).item() == 0


@given(float32s, float32s)
def test_two_features_give_plus_and_minus_one(a, b):
    y = layer_norm(np.float32([a, b]), 2, eps=0.0)
    np.testing.assert_allclose(y, [np.sign(a - b), np.sign(b - a)], rtol=1e-6)


@given(st.integers(2, 50), st.integers(0, 2**32 - 1))
def test_output_lies_orthogonal_to_ones_with_norm_root_d(features, seed):
    x = np.random.default_rng(seed).normal(5, 3, features)
    y = layer_norm(x, features, eps=0.0)
    assert y @ np.ones(features) == pytest.approx(0, abs=1e-10)
    assert np.linalg.norm(y) == pytest.approx(math.sqrt(features))


def test_weight_and_bias_can_undo_the_normalization(x):
    row = x[0]
    weight = np.full(8, np.sqrt(row.var() + 1e-5))
    bias = np.full(8, row.mean())
    np.testing.assert_allclose(layer_norm(row, 8, weight, bias), row)


def test_statistics_do_not_depend_on_the_batch(x):
    together = layer_norm(x, 8)
    alone = np.concatenate([layer_norm(row, 8)[None] for row in x])
    np.testing.assert_allclose(together, alone, rtol=1e-14)
    other = np.concatenate([x[:1], 1e6 * x[1:], np.full((1, 8), np.nan)])
    np.testing.assert_allclose(layer_norm(other, 8)[0], together[0], rtol=1e-14)


@pytest.mark.parametrize(
    ("shape", "normalized"),
    [((6,), (6,)), ((4, 6), (6,)), ((2, 5, 16), (16,)), ((2, 3, 4, 5), (4, 5)), ((2, 3), (2, 3))],
)
@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize(("dtype", "atol"), [(np.float64, 1e-12), (np.float32, 2e-5)])
def test_agrees_with_torch(shape, normalized, affine, dtype, atol):
    rng = np.random.default_rng(1)
    x, dy = rng.standard_normal((2, *shape)).astype(dtype)
    parameters = list(rng.standard_normal((2, *normalized)).astype(dtype)) if affine else []
    y, cache = layer_norm_forward(x, normalized, *parameters)
    gradients = [g for g in layer_norm_backward(dy, cache) if g is not None]

    leaves = [torch.tensor(a, requires_grad=True) for a in (x, *parameters)]
    torch_y = torch.nn.functional.layer_norm(leaves[0], normalized, *leaves[1:])
    torch_gradients = torch.autograd.grad(torch_y, leaves, torch.from_numpy(dy))

    np.testing.assert_allclose(y, torch_y.detach(), atol=atol, rtol=0)
    assert len(gradients) == len(torch_gradients)
    for ours, theirs in zip(gradients, torch_gradients, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=atol, rtol=0)


@pytest.mark.parametrize("shape", [(4, 6), (2, 5, 16)])
def test_gradients_in_float64_differ_from_torchs_by_less_than_1e_13(shape):
    rng = np.random.default_rng(2)
    x, dy = rng.standard_normal((2, *shape))
    weight, bias = rng.standard_normal((2, shape[-1]))
    gradients = layer_norm_backward(dy, layer_norm_forward(x, shape[-1], weight, bias)[1])
    leaves = [torch.tensor(a, requires_grad=True) for a in (x, weight, bias)]
    y = torch.nn.functional.layer_norm(leaves[0], shape[-1:], *leaves[1:])
    for ours, theirs in zip(
        gradients, torch.autograd.grad(y, leaves, torch.from_numpy(dy)), strict=True
    ):
        assert np.abs(ours - theirs.numpy()).max() < 1e-13


def test_gradient_is_orthogonal_to_ones_and_x_hat(x):
    dy = np.random.default_rng(3).standard_normal(x.shape)
    weight = np.linspace(-1, 2, 8)
    _, cache = layer_norm_forward(x, 8, weight, eps=0.0)
    dx = layer_norm_backward(dy, cache).dx
    assert np.abs(dx).max() > 0.1
    np.testing.assert_allclose(dx.sum(-1), 0, atol=1e-12)
    np.testing.assert_allclose((dx * cache.x_hat).sum(-1), 0, atol=1e-12)


def test_gradient_of_weight_and_bias_sums_over_every_other_axis():
    dy = np.random.default_rng(4).standard_normal((2, 3, 4, 5))
    x = np.random.default_rng(5).standard_normal(dy.shape)
    _, cache = layer_norm_forward(x, (4, 5), np.ones((4, 5)), np.zeros((4, 5)))
    _, dweight, dbias = layer_norm_backward(dy, cache)
    np.testing.assert_allclose(dweight, (dy * cache.x_hat).sum((0, 1)))
    np.testing.assert_allclose(dbias, dy.sum((0, 1)))


def test_means_of_10000_in_float32_are_as_good_as_in_float64():
    x = np.random.default_rng(6).normal(1e4, 1, (64, 512)).astype(np.float32)
    np.testing.assert_allclose(layer_norm(x, 512), layer_norm(x.astype(float), 512), atol=2e-6)


@pytest.mark.parametrize("size", [3e-20, 1.0, 1e17])
def test_statistics_are_right_where_they_fit_float32(size):
    x = (size * np.random.default_rng(7).normal(3, 2, (6, 8))).astype(np.float32)
    _, cache = layer_norm_forward(x, 8, eps=0.0)
    exact = x.astype(np.float64)
    np.testing.assert_allclose(cache.mean[:, 0], exact.mean(-1), rtol=1e-5)
    np.testing.assert_allclose(cache.var[:, 0], exact.var(-1), rtol=1e-5, atol=1e-45)
    np.testing.assert_allclose(cache.rstd[:, 0], 1 / exact.std(-1), rtol=1e-5)


def test_an_extreme_row_leaves_the_statistics_of_a_large_constant_row():
    x = np.float32([[1e30, 1e30], [3e38, -3e38]])
    _, cache = layer_norm_forward(x, 2, eps=1e-5)
    np.testing.assert_allclose(cache.rstd[:, 0], [1 / math.sqrt(1e-5), 1 / 3e38], rtol=1e-6)


def test_statistics_agree_with_the_other_functions_of_the_package(x):
    y, cache = layer_norm_forward(x, 8, eps=0.0)
    np.testing.assert_array_equal(y, standardize(x, axis=1))
    np.testing.assert_allclose(cache.var[:, 0], two_pass_variance(x, axis=1))
    np.testing.assert_allclose(cache.rstd, 1 / np.sqrt(cache.var))


@pytest.mark.parametrize(
    ("normalized_shape", "error", "message"),
    [
        (7, ValueError, r"normalized_shape is \(7,\) but x has shape \(6, 8\)"),
        ((8, 6), ValueError, r"pass normalized_shape=\(6, 8\)"),
        ((1, 6, 8), ValueError, r"expected x to end in \(1, 6, 8\)"),
        ((), ValueError, "at least one size"),
        (0, ValueError, "each 1 or more"),
        (8.0, TypeError, "expected an integer or a tuple"),
        ("8", TypeError, "expected an integer or a tuple"),
    ],
)
def test_a_wrong_normalized_shape_is_refused(x, normalized_shape, error, message):
    with pytest.raises(error, match=message):
        layer_norm(x, normalized_shape)


@pytest.mark.parametrize("name", ["weight", "bias"])
@pytest.mark.parametrize("shape", [(6, 8), (1,), (7,)])
def test_a_parameter_of_another_shape_is_refused(x, name, shape):
    with pytest.raises(ValueError, match=rf"{name} has shape .*; expected \(8,\)"):
        layer_norm(x, 8, **{name: np.ones(shape)})


def test_a_gradient_of_another_shape_is_refused(x):
    _, cache = layer_norm_forward(x, 8)
    with pytest.raises(ValueError, match=r"dy has shape \(8,\); expected \(6, 8\)"):
        layer_norm_backward(np.ones(8), cache)
