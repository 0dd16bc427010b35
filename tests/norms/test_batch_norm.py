"""Batch normalization in NumPy: the statistics of the batch, and the running ones."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from normbook.norms import batch_norm, batch_norm_backward, batch_norm_forward

SHAPES = [(6, 3), (4, 3, 5), (2, 3, 4, 5), (2, 3, 2, 2, 2)]


def draw(shape, seed=0):
    rng = np.random.default_rng(seed)
    x, dy = rng.normal(2, 3, (2, *shape))
    weight, bias, mean = rng.standard_normal((3, 3))
    return x, dy, weight, bias, mean, rng.uniform(0.5, 2, 3)


def test_agrees_with_a_slow_loop():
    x, _, weight, bias, mean, var = draw((4, 3, 5))
    y = batch_norm(x, mean, var, weight, bias, training=True, eps=0.1).y
    for c in range(3):
        channel = x[:, c]
        expected = (channel - channel.mean()) / np.sqrt(channel.var() + 0.1)
        np.testing.assert_allclose(y[:, c], weight[c] * expected + bias[c])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("training", [True, False])
def test_values_gradients_and_running_statistics_agree_with_torch(shape, training):
    x, dy, weight, bias, mean, var = draw(shape)
    y, cache = batch_norm_forward(x, mean, var, weight, bias, training, momentum=0.3)
    gradients = batch_norm_backward(dy, cache)

    leaves = [torch.tensor(a, requires_grad=True) for a in (x, weight, bias)]
    torch_mean, torch_var = torch.tensor(mean), torch.tensor(var)
    torch_y = F.batch_norm(
        leaves[0], torch_mean, torch_var, *leaves[1:], training=training, momentum=0.3
    )
    torch_gradients = torch.autograd.grad(torch_y, leaves, torch.from_numpy(dy))

    np.testing.assert_allclose(y, torch_y.detach(), atol=1e-12)
    np.testing.assert_allclose(cache.running_mean, torch_mean)
    np.testing.assert_allclose(cache.running_var, torch_var)
    for ours, theirs in zip(gradients, torch_gradients, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)


def test_gradient_in_evaluation_agrees_with_finite_differences():
    x, dy, weight, bias, mean, var = draw((3, 3))
    _, cache = batch_norm_forward(x, mean, var, weight, bias)
    numeric = np.empty_like(x)
    for index in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[index] = 1e-5
        up, down = (batch_norm(x + s, mean, var, weight, bias).y for s in (step, -step))
        numeric[index] = ((up - down) * dy).sum() / 2e-5
    np.testing.assert_allclose(batch_norm_backward(dy, cache).dx, numeric, atol=1e-8)


def test_the_running_variance_is_unbiased_and_the_normalizing_one_is_not():
    x = np.array([[0.0], [2.0], [4.0]])
    y, mean, var = batch_norm(x, [0.0], [0.0], training=True, momentum=1.0, eps=0.0)
    assert mean == [2.0]
    assert var == [4.0]  # 8 / 2
    np.testing.assert_allclose(y.ravel(), np.array([-2, 0, 2]) / np.sqrt(8 / 3))


def test_evaluation_uses_the_running_statistics_and_keeps_them():
    running_mean, running_var = np.array([10.0]), np.array([4.0])
    y, mean, var = batch_norm([[12.0], [14.0]], running_mean, running_var, eps=0.0)
    np.testing.assert_allclose(y, [[1], [2]])
    np.testing.assert_array_equal(mean, running_mean)
    np.testing.assert_array_equal(var, running_var)


def test_the_running_statistics_handed_in_are_never_changed():
    x, _, _, _, mean, var = draw((6, 3))
    kept = mean.copy(), var.copy()
    _, new_mean, new_var = batch_norm(x, mean, var, training=True)
    np.testing.assert_array_equal(mean, kept[0])
    np.testing.assert_array_equal(var, kept[1])
    assert np.abs(new_mean - mean).min() > 0.01
    assert np.abs(new_var - var).min() > 0.01


@pytest.mark.parametrize("dtypes", [(np.float32, np.float64), (np.float64, np.float32)])
def test_running_statistics_keep_their_own_dtype(dtypes):
    x = np.ones((4, 2), np.float16)
    y, mean, var = batch_norm(x, np.zeros(2, dtypes[0]), np.ones(2, dtypes[1]), training=True)
    assert (y.dtype, mean.dtype, var.dtype) == (np.float16, *dtypes)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_evaluation_keeps_the_dtype_of_x_and_computes_in_it_or_in_float32(dtype):
    x, dy, _, _, mean, var = draw((6, 3))
    y, cache = batch_norm_forward(x.astype(dtype), mean, var, eps=0.0)
    dx = batch_norm_backward(dy.astype(dtype), cache).dx
    assert y.dtype == dx.dtype == dtype
    statistics = cache.mean, cache.var, cache.rstd
    assert {a.dtype for a in (cache.x_hat, *statistics)} == {np.result_type(dtype, np.float32)}
    tolerance = {"rtol": 4 * np.finfo(dtype).eps}
    for ours, exact in zip(statistics, (mean, var, 1 / np.sqrt(var)), strict=True):
        np.testing.assert_allclose(ours[0], exact, **tolerance)
    np.testing.assert_allclose(dx, dy / np.sqrt(var), **tolerance)


def test_an_empty_batch_in_training_keeps_the_running_statistics():
    _, mean, var = batch_norm(np.empty((0, 2)), [1.0, 2.0], [3.0, 4.0], training=True)
    np.testing.assert_array_equal(mean, [1, 2])
    np.testing.assert_array_equal(var, [3, 4])


def test_a_running_variance_and_an_eps_of_0_divide_by_0_without_a_warning():
    y = batch_norm([[1.0], [2.0], [3.0]], [2.0], [0.0], eps=0.0).y
    np.testing.assert_array_equal(y, [[-np.inf], [np.nan], [np.inf]])


def test_a_large_running_variance_of_float64_serves_float32():
    x = np.float32([[1e30], [3e30]])
    y = batch_norm(x, np.array([1e30]), np.array([1e60]), eps=1e-5).y
    np.testing.assert_allclose(y, [[0], [2]], rtol=1e-6, atol=1e-6)


def test_an_output_depends_on_the_other_samples_of_the_batch():
    x, _, _, _, mean, var = draw((6, 3))
    changed = np.concatenate([x[:1], x[1:] + 5])
    first = [batch_norm(a, mean, var, training=True).y[0] for a in (x, changed)]
    assert np.abs(first[0] - first[1]).max() > 0.1


def test_a_single_value_a_channel_is_refused_in_training():
    with pytest.raises(ValueError, match=r"single value in training.*training=False"):
        batch_norm([[1.0, 2.0]], [0.0, 0.0], [1.0, 1.0], training=True)


def test_a_batch_without_channels_axis_is_refused():
    with pytest.raises(ValueError, match=r"expected at least 2 axes, \(N, C, \.\.\.\)"):
        batch_norm([1.0, 2.0], [0.0], [1.0])


@pytest.mark.parametrize("name", ["running_mean", "running_var"])
def test_running_statistics_of_another_shape_are_refused(name):
    arguments = {"running_mean": np.zeros(2), "running_var": np.ones(2), name: np.ones(3)}
    with pytest.raises(ValueError, match=rf"{name} has shape \(3,\); expected \(2,\)"):
        batch_norm(np.ones((4, 2)), **arguments)


def test_a_momentum_of_0_keeps_the_running_statistics():
    _, mean, var = batch_norm([[1.0], [3.0]], [5.0], [2.0], training=True, momentum=0)
    assert (mean, var) == ([5.0], [2.0])


@pytest.mark.parametrize("momentum", [-0.1, 1.1, np.nan])
def test_a_momentum_outside_of_0_to_1_is_refused(momentum):
    with pytest.raises(ValueError, match="expected a number from 0 to 1"):
        batch_norm(np.ones((4, 2)), np.zeros(2), np.ones(2), training=True, momentum=momentum)


@pytest.mark.parametrize("momentum", [None, np.array([0.1, 0.2])])
def test_a_momentum_that_is_no_number_is_refused(momentum):
    with pytest.raises(TypeError, match=r"momentum is .*; expected a number such as 0\.1"):
        batch_norm(np.ones((4, 2)), np.zeros(2), np.ones(2), training=True, momentum=momentum)


@pytest.mark.parametrize("shape", SHAPES)
def test_training_without_running_statistics_agrees_with_torch(shape):
    x, dy, weight, bias, _, _ = draw(shape)
    y, cache = batch_norm_forward(x, None, None, weight, bias, training=True)
    leaves = [torch.tensor(a, requires_grad=True) for a in (x, weight, bias)]
    torch_y = F.batch_norm(leaves[0], None, None, *leaves[1:], training=True)
    np.testing.assert_allclose(y, torch_y.detach(), atol=1e-12)
    for ours, theirs in zip(
        batch_norm_backward(dy, cache),
        torch.autograd.grad(torch_y, leaves, torch.from_numpy(dy)),
        strict=True,
    ):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)


def test_running_statistics_of_none_stay_none_and_do_not_enter_the_output():
    x, _, _, _, mean, var = draw((6, 3))
    y, *running = batch_norm(x, None, None, training=True)
    assert running == [None, None]
    np.testing.assert_array_equal(y, batch_norm(x, mean, var, training=True).y)


def test_an_empty_batch_in_training_needs_no_running_statistics():
    y, *running = batch_norm(np.empty((0, 2)), None, None, training=True)
    assert y.shape == (0, 2)
    assert running == [None, None]


@pytest.mark.parametrize(
    ("mean", "var", "training", "name"),
    [
        (None, None, False, "running_mean"),
        (None, np.ones(2), False, "running_mean"),
        (np.ones(2), None, False, "running_var"),
        (None, np.ones(2), True, "running_mean"),
        (np.ones(2), None, True, "running_var"),
    ],
)
def test_a_running_statistic_that_is_missing_is_refused_as_by_torch(mean, var, training, name):
    with pytest.raises(ValueError, match=rf"{name} is None.*in training.*both may be None"):
        batch_norm(np.ones((4, 2)), mean, var, training=training)
    theirs = [None if a is None else torch.from_numpy(a) for a in (mean, var)]
    with pytest.raises((RuntimeError, ValueError)):
        F.batch_norm(torch.ones(4, 2, dtype=torch.float64), *theirs, training=training)


def test_a_single_value_a_channel_is_refused_without_running_statistics_too():
    with pytest.raises(ValueError, match=r"single value in training"):
        batch_norm([[1.0, 2.0]], None, None, training=True)
