import math

import pytest
import torch
from torch import nn as torch_nn

from normbook.nn import GroupNorm, LayerNorm


def count(layer):
    return sum(parameter.numel() for parameter in layer.parameters())


def test_512_features_have_1024_parameters():
    assert count(LayerNorm(512)) == count(torch_nn.LayerNorm(512)) == 1024


def test_group_norm_with_one_group_equals_layer_norm_over_the_image_only_at_the_start():
    torch.manual_seed(0)
    x = torch.randn(2, 6, 4, 4)
    group, layer = GroupNorm(1, 6), LayerNorm((6, 4, 4))

    torch.testing.assert_close(group(x), layer(x))
    assert (count(group), count(layer)) == (12, 192)

    with torch.no_grad():
        layer.weight[0, 0, 0] = 2.0  # one pixel: no weight of a channel can do this
    assert not torch.allclose(group(x), layer(x))


def test_unbiased_deviation_would_be_15_percent_too_large_at_four_features():
    x = torch.tensor([[1.0, 0.0, 0.0, 0.0]], dtype=torch.float64)
    y = LayerNorm(4, eps=0.0).double()(x)
    wrong = (x - x.mean(-1, keepdim=True)) / x.std(-1, keepdim=True)

    assert y[0, 0].item() == pytest.approx(math.sqrt(3))
    assert wrong[0, 0].item() == pytest.approx(1.5)


def test_eps_is_added_inside_the_root():
    x = torch.tensor([[-1.0, 1.0]], dtype=torch.float64)
    y = LayerNorm(2, eps=3.0).double()(x)  # variance 1: divide by sqrt(1 + 3), not by 1 + 3
    torch.testing.assert_close(y.detach(), x / 2)


def test_a_mean_of_10000_costs_only_what_the_mean_itself_costs():
    torch.manual_seed(0)
    x = 1e4 + torch.randn(64, 512)
    y = LayerNorm(512)(x)
    exact = LayerNorm(512).double()(x.double())
    # One rounding of the mean, 2**-11 or 1e4 * 2**-24 at most a few times; one-pass gives NaN here.
    torch.testing.assert_close(y.double(), exact, rtol=0, atol=4e-3)


@pytest.mark.parametrize("scale", [1e-30, 1e-18, 1.0, 1e15, 1e18])
def test_float32_is_right_while_the_squares_fit(scale):
    torch.manual_seed(0)
    x = scale * torch.randn(4, 64)
    y = LayerNorm(64)(x)
    exact = LayerNorm(64).double()(x.double())
    torch.testing.assert_close(y.double(), exact, rtol=1e-5, atol=1e-6)


def test_float32_whose_squares_overflow_gives_the_bias_and_not_nan():
    layer = LayerNorm(4)
    torch_nn.init.constant_(layer.bias, 7.0)
    y = layer(torch.tensor([[1e30, -1e30, 2e30, 0.0]]))
    assert torch.equal(y, torch.full((1, 4), 7.0))


def test_gradient_of_weight_in_front_of_a_feed_forward_block_is_torchs():
    torch.manual_seed(0)
    N, T, D = 2, 5, 16
    x = torch.randn(N, T, D)
    ours, theirs = LayerNorm(D), torch_nn.LayerNorm(D)
    feed_forward = torch_nn.Sequential(
        torch_nn.Linear(D, 4 * D), torch_nn.GELU(), torch_nn.Linear(4 * D, D)
    )

    for norm in (ours, theirs):
        (x + feed_forward(norm(x))).square().mean().backward()

    torch.testing.assert_close(ours.weight.grad, theirs.weight.grad)
    printed = torch.tensor([-0.0033, -0.0077, 0.0009, 0.0047, 0.0165])  # in book/layer_norm.md
    torch.testing.assert_close(ours.weight.grad[:5], printed, rtol=0, atol=5e-5)
