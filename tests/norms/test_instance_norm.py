"""Instance normalization in NumPy."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from normbook.norms import instance_norm, instance_norm_backward, instance_norm_forward


def test_agrees_with_a_slow_loop():
    x = np.random.default_rng(0).normal(2, 3, (2, 3, 4, 5))
    weight, bias = np.array([1.0, -2.0, 3.0]), np.array([0.5, 0.0, -1.0])
    y = instance_norm(x, weight, bias, eps=0.1)
    for n, c in np.ndindex(2, 3):
        channel = x[n, c]
        x_hat = (channel - channel.mean()) / np.sqrt(channel.var() + 0.1)
        np.testing.assert_allclose(y[n, c], weight[c] * x_hat + bias[c])


@pytest.mark.parametrize("shape", [(2, 3, 4), (2, 3, 4, 5), (2, 3, 2, 3, 2)])
def test_values_and_gradients_agree_with_torch(shape):
    rng = np.random.default_rng(1)
    x, dy = rng.standard_normal((2, *shape))
    weight, bias = rng.standard_normal((2, 3))
    y, cache = instance_norm_forward(x, weight, bias)
    leaves = [torch.tensor(a, requires_grad=True) for a in (x, weight, bias)]
    torch_y = F.instance_norm(leaves[0], None, None, *leaves[1:])
    theirs = [torch_y.detach(), *torch.autograd.grad(torch_y, leaves, torch.from_numpy(dy))]
    for a, b in zip([y, *instance_norm_backward(dy, cache)], theirs, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-12)


def test_brightness_and_contrast_of_one_image_are_removed():
    image = np.random.default_rng(2).uniform(0, 1, (1, 3, 8, 8))
    gain, offset = np.array([2.0, 0.5, 1.0]), np.array([0.1, -0.2, 0.3])
    changed = gain[:, None, None] * image + offset[:, None, None]
    np.testing.assert_allclose(instance_norm(changed, eps=0.0), instance_norm(image, eps=0.0))


def test_one_spatial_value_gives_the_bias():
    y = instance_norm(np.full((2, 2, 1, 1), 7.0), bias=[1.0, -1.0])
    np.testing.assert_array_equal(y[..., 0, 0], [[1, -1], [1, -1]])


def test_an_input_without_spatial_axis_is_refused():
    with pytest.raises(ValueError, match=r"expected at least 3 axes, \(N, C, L, \.\.\.\)"):
        instance_norm(np.ones((4, 2)))
