import pytest
import torch

from normbook.nn import InstanceNorm


def test_each_channel_of_each_sample_has_mean_zero_and_variance_one():
    torch.manual_seed(0)
    y = InstanceNorm(3, eps=0.0)(5 + 3 * torch.randn(2, 3, 4, 4))
    torch.testing.assert_close(y.mean((2, 3)), torch.zeros(2, 3), rtol=0, atol=1e-6)
    torch.testing.assert_close(y.var((2, 3), correction=0), torch.ones(2, 3))


def test_one_trailing_value_gives_the_bias():
    layer = InstanceNorm(2, affine=True)
    layer.load_state_dict({"weight": torch.tensor([3.0, 4.0]), "bias": torch.tensor([5.0, 6.0])})
    y = layer(torch.randn(1, 2, 1))
    assert torch.equal(y, torch.tensor([[[5.0], [6.0]]]))


def test_vectors_without_a_trailing_axis_are_refused():
    with pytest.raises(ValueError, match="at least 3 axes"):
        InstanceNorm(3)(torch.randn(2, 3))
