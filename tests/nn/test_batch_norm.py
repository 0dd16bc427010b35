import numpy as np
import pytest
import torch
from torch import nn as torch_nn

from normbook.nn import BatchNorm


@pytest.mark.parametrize("momentum", [0.1, None])
def test_running_statistics_and_evaluation_agree_with_torch_after_several_batches(momentum):
    torch.manual_seed(0)
    ours = BatchNorm(3, momentum=momentum)
    theirs = torch_nn.BatchNorm1d(3, momentum=momentum)
    for size in (2, 5, 9):
        x = 3 + 2 * torch.randn(size, 3, 4)
        torch.testing.assert_close(ours(x), theirs(x))
    torch.testing.assert_close(ours.state_dict(), theirs.state_dict())
    torch.testing.assert_close(ours.eval()(x), theirs.eval()(x))


def test_running_variance_is_the_unbiased_one():
    layer = BatchNorm(1, momentum=1.0)
    layer(torch.tensor([[1.0], [3.0]]))
    assert layer.running_var.item() == 2.0  # the biased variance is 1


def test_running_mean_with_momentum_none_is_the_mean_of_the_batches():
    layer = BatchNorm(1, momentum=None)
    for value in (1.0, 2.0, 6.0):
        layer(torch.full((2, 1), value))
    assert layer.running_mean.item() == pytest.approx(3.0)


@pytest.mark.parametrize("momentum", [0.1, 1.0, None])
def test_the_running_variance_of_small_values_keeps_its_digits(momentum):
    torch.manual_seed(0)
    x = 1e-4 * torch.randn(64, 2)
    ours = BatchNorm(2, eps=1e-12, momentum=momentum)
    theirs = torch_nn.BatchNorm1d(2, eps=1e-12, momentum=momentum)
    ours(x), theirs(x)
    torch.testing.assert_close(ours.running_var, theirs.running_var, rtol=1e-6, atol=0)


def test_in_float64_the_mean_of_the_batches_has_the_digits_of_float64():
    layer = BatchNorm(1, momentum=None).double()
    for value in (1.0, 2.0, 6.0):
        layer(torch.full((2, 1), value, dtype=torch.float64))
    assert layer.running_mean.item() == pytest.approx(3.0, rel=1e-15)


def test_running_statistics_hold_no_graph_from_batch_to_batch():
    layer = BatchNorm(2)
    layer(torch.randn(4, 2, requires_grad=True))
    assert not layer.running_mean.requires_grad
    assert not layer.running_var.requires_grad


def test_evaluation_changes_no_running_statistic():
    layer = BatchNorm(2).eval()
    before = {name: value.clone() for name, value in layer.state_dict().items()}
    layer(torch.randn(5, 2) + 9)
    torch.testing.assert_close(layer.state_dict(), before, rtol=0, atol=0)


def test_an_empty_batch_changes_no_running_statistic():
    layer = BatchNorm(2)
    layer(torch.empty(0, 2))
    torch.testing.assert_close(layer.state_dict(), BatchNorm(2).state_dict(), rtol=0, atol=0)


def test_float64_input_leaves_the_float32_buffers_in_float32():
    layer = BatchNorm(2)
    assert layer(torch.randn(4, 2, dtype=torch.float64)).dtype == torch.float64
    assert layer.running_mean.dtype == layer.running_var.dtype == torch.float32


def test_statistics_are_part_of_the_gradient():
    torch.manual_seed(0)
    x = torch.randn(6, 2, requires_grad=True)
    (BatchNorm(2)(x) * torch.randn(6, 2)).sum().backward()
    torch.testing.assert_close(x.grad.sum(0), torch.zeros(2), rtol=0, atol=1e-6)


def test_training_on_one_value_a_channel_is_refused_with_the_fix():
    with pytest.raises(ValueError, match=r"one value a channel.*\.eval\(\)"):
        BatchNorm(3)(torch.randn(1, 3))


def test_a_refused_batch_leaves_the_running_statistics():
    layer = BatchNorm(3)
    with pytest.raises(ValueError, match="one value a channel"):
        layer(torch.randn(1, 3))
    torch.testing.assert_close(layer.state_dict(), BatchNorm(3).state_dict(), rtol=0, atol=0)


@pytest.mark.parametrize("momentum", ["0.1", np.array([0.1, 0.2]), torch.tensor([0.1, 0.2])])
def test_a_momentum_that_is_no_number_is_refused(momentum):
    with pytest.raises(TypeError, match=r"momentum is .*; expected None or a number"):
        BatchNorm(3, momentum=momentum)


@pytest.mark.parametrize("momentum", [-0.1, 1.1, float("nan")])
def test_a_momentum_outside_zero_to_one_is_refused(momentum):
    with pytest.raises(ValueError, match=f"momentum is {momentum}"):
        BatchNorm(3, momentum=momentum)
