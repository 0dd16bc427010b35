"""RMS normalization in NumPy."""

import math

import numpy as np
import pytest
import torch

from normbook.norms import layer_norm, rms_norm, rms_norm_backward, rms_norm_forward


@pytest.fixture
def x():
    return np.random.default_rng(0).normal(3, 2, (6, 8))


def test_agrees_with_a_slow_loop(x):
    weight = np.linspace(-1, 2, 8)
    expected = []
    for row in x.tolist():
        rms = math.sqrt(math.fsum(value * value for value in row) / 8 + 0.1)
        expected.append([w * value / rms for value, w in zip(row, weight, strict=True)])
    np.testing.assert_allclose(rms_norm(x, 8, weight, eps=0.1), expected)


def test_three_and_four_are_divided_by_their_root_mean_square():
    np.testing.assert_allclose(rms_norm([3.0, 4.0], 2, eps=0.0), np.array([3, 4]) / 12.5**0.5)


def test_layer_norm_is_rms_norm_of_the_deviations(x):
    deviations = x - x.mean(-1, keepdims=True)
    np.testing.assert_allclose(layer_norm(x, 8, eps=1e-3), rms_norm(deviations, 8, eps=1e-3))


def test_adding_a_constant_changes_the_output(x):
    assert np.abs(rms_norm(x + 1, 8) - rms_norm(x, 8)).max() > 0.05


def test_zeros_give_zeros_without_epsilon():
    np.testing.assert_array_equal(
        rms_norm(np.zeros((2, 3)), 3, np.ones(3), eps=0.0), np.zeros((2, 3))
    )


def test_a_constant_row_gives_its_sign():
    np.testing.assert_allclose(rms_norm([[5.0, 5.0], [-2.0, -2.0]], 2, eps=0.0), [[1, 1], [-1, -1]])


def test_gradient_is_orthogonal_to_x(x):
    dy = np.random.default_rng(1).standard_normal(x.shape)
    _, cache = rms_norm_forward(x, 8, np.linspace(-1, 2, 8), eps=0.0)
    dx = rms_norm_backward(dy, cache).dx
    assert np.abs(dx).max() > 0.1
    np.testing.assert_allclose((dx * x).sum(-1), 0, atol=1e-12)


@pytest.mark.parametrize("normalized", [(5,), (4, 5), (3, 4, 5)])
def test_agrees_with_torch_over_several_axes(normalized):
    rng = np.random.default_rng(2)
    x, weight = rng.standard_normal((3, 4, 5)), rng.standard_normal(normalized)
    tensors = torch.from_numpy(x), torch.from_numpy(weight)
    expected = torch.nn.functional.rms_norm(tensors[0], normalized, tensors[1], eps=1e-6)
    np.testing.assert_allclose(rms_norm(x, normalized, weight), expected)
