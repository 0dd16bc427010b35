"""Group normalization in NumPy, and its two limits."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from normbook.norms import (
    group_norm,
    group_norm_backward,
    group_norm_forward,
    instance_norm,
    layer_norm,
)


@pytest.fixture
def x():
    return np.random.default_rng(0).normal(2, 3, (2, 6, 4, 5))


def test_agrees_with_a_slow_loop(x):
    weight, bias = np.linspace(-1, 2, 6), np.linspace(3, -4, 6)
    y = group_norm(x, 3, weight, bias, eps=0.1)
    for n, g in np.ndindex(2, 3):
        group = x[n, 2 * g : 2 * g + 2]
        x_hat = (group - group.mean()) / np.sqrt(group.var() + 0.1)
        for c in (0, 1):
            expected = weight[2 * g + c] * x_hat[c] + bias[2 * g + c]
            np.testing.assert_allclose(y[n, 2 * g + c], expected)


@pytest.mark.parametrize("shape", [(3, 6), (3, 6, 4), (2, 6, 3, 2), (2, 6, 2, 2, 3)])
@pytest.mark.parametrize("groups", [1, 2, 3])
def test_values_and_gradients_agree_with_torch(shape, groups):
    rng = np.random.default_rng(1)
    x, dy = rng.standard_normal((2, *shape))
    weight, bias = rng.standard_normal((2, 6))
    y, cache = group_norm_forward(x, groups, weight, bias)
    leaves = [torch.tensor(a, requires_grad=True) for a in (x, weight, bias)]
    torch_y = F.group_norm(leaves[0], groups, *leaves[1:])
    theirs = [torch_y.detach(), *torch.autograd.grad(torch_y, leaves, torch.from_numpy(dy))]
    for a, b in zip([y, *group_norm_backward(dy, cache)], theirs, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-12)


def test_one_group_without_parameters_is_layer_norm_over_all_but_the_batch(x):
    np.testing.assert_allclose(group_norm(x, 1), layer_norm(x, x.shape[1:]), rtol=1e-10)


def test_one_group_is_not_layer_norm_over_the_channels(x):
    over_channels = np.moveaxis(layer_norm(np.moveaxis(x, 1, -1), 6), -1, 1)
    assert np.abs(group_norm(x, 1) - over_channels).max() > 0.1


def test_one_channel_a_group_is_instance_norm(x):
    weight, bias = np.linspace(-1, 2, 6), np.linspace(3, -4, 6)
    np.testing.assert_allclose(
        group_norm(x, 6, weight, bias), instance_norm(x, weight, bias), atol=1e-12
    )


def test_one_value_a_group_gives_the_bias():
    bias = np.array([1.0, -2.0, 3.0])
    y = group_norm([[7.0, 8.0, 9.0]], 3, bias=bias)
    np.testing.assert_array_equal(y, [bias])


@pytest.mark.parametrize("groups", [0, -1, 4, 12])
def test_groups_that_do_not_divide_the_channels_are_refused(x, groups):
    with pytest.raises(ValueError, match=rf"num_groups is {groups} but x has 6 channels"):
        group_norm(x, groups)


def test_a_single_channel_makes_one_group():
    with pytest.raises(ValueError, match=r"but x has 1 channel on axis 1; expected 1\.$"):
        group_norm(np.ones((2, 1, 3)), 2)


def test_a_number_of_groups_that_is_no_integer_is_refused(x):
    with pytest.raises(TypeError, match=r"num_groups is 2\.0; expected an integer"):
        group_norm(x, 2.0)


def test_a_spatial_axis_without_values_is_refused(x):
    with pytest.raises(ValueError, match="no value to average over"):
        group_norm(x[:, :, :0], 2)
