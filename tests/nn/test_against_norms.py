"""`normbook.norms` and `normbook.nn` import nothing of each other: each is the other's oracle."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from normbook import nn, norms

without_deadline = settings(deadline=None)  # the first call of torch is slow
DTYPES = (np.float16, np.float32, np.float64)


@st.composite
def inputs(draw, min_ndim=1):
    """Draw x of any shape and dtype, from tiny to huge, far from zero or constant, and a generator.

    The squares of x fit the dtype that both sides compute in: beyond that, `norms` is right and
    `nn` is as far as torch (tests/nn/test_layer_norm.py).
    """
    dtype = draw(st.sampled_from(DTYPES))
    shape = draw(st.lists(st.integers(1, 5), min_size=min_ndim, max_size=4))
    largest = 3 if dtype == np.float16 else 15
    scale = 10.0 ** draw(st.integers(-largest, largest))
    offset = draw(st.sampled_from([0.0, 1.0, -30.0]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    noise = 0.0 if draw(st.booleans()) and draw(st.booleans()) else 1.0  # one in four is constant
    x = scale * (offset + noise * rng.standard_normal(shape).clip(-3, 3))
    return x.astype(dtype), rng


def computing(dtype):
    return np.float32 if dtype == np.float16 else dtype


def parameters(rng, shape, dtype):
    """Draw a weight and a bias in the dtype that both sides compute in."""
    return [rng.uniform(-2, 2, shape).astype(computing(dtype)) for _ in range(2)]


def run(layer, weight, bias, x, dy):
    """Return y, dx, dweight and dbias of `layer`, by autograd."""
    layer = layer.to(torch.from_numpy(weight).dtype)
    layer.weight.data.copy_(torch.from_numpy(weight))
    trained = [layer.weight]
    if bias is not None:
        layer.bias.data.copy_(torch.from_numpy(bias))
        trained.append(layer.bias)
    x = torch.from_numpy(x).requires_grad_()
    y = layer(x)
    gradients = torch.autograd.grad(y, (x, *trained), torch.from_numpy(dy))
    return [t.detach().numpy() for t in (y, *gradients)]


def assert_agree(actual, expected, x, axes, eps, center=True):
    """Compare outputs and gradients as far as the dtype of x can tell.

    Rounding a mean costs a few units in the last place of the largest |x|; dividing by the standard
    deviation amplifies it. `reach` is that amplification, from x in float64.
    """
    z = x.astype(np.float64)
    spread = z.var(axes, keepdims=True) if center else np.square(z).mean(axes, keepdims=True)
    rstd = 1 / np.sqrt(spread + eps)
    reach = 1 + float(np.max(np.abs(z) * rstd))
    unit = 50 * np.finfo(computing(x.dtype)).eps * reach
    for mine, theirs, size in zip(
        actual, expected, (1, float(np.max(rstd)), x.size, x.size), strict=False
    ):
        assert mine.dtype == theirs.dtype
        rounding = 2 * np.finfo(mine.dtype).eps
        np.testing.assert_allclose(mine, theirs, rtol=rounding, atol=unit * size + tiny(mine.dtype))


def tiny(dtype):
    return float(np.finfo(dtype).smallest_subnormal)


@without_deadline
@given(inputs(), st.data())
def test_layer_norm_agrees(drawn, data):
    x, rng = drawn
    shape = x.shape[data.draw(st.integers(0, x.ndim - 1)) :]
    weight, bias = parameters(rng, shape, x.dtype)
    dy = rng.uniform(-1, 1, x.shape).astype(x.dtype)

    y, cache = norms.layer_norm_forward(x, shape, weight, bias, eps=1e-3)
    expected = [y, *norms.layer_norm_backward(dy, cache)]
    actual = run(nn.LayerNorm(shape, eps=1e-3), weight, bias, x, dy)

    assert_agree(actual, expected, x, tuple(range(-len(shape), 0)), 1e-3)


@without_deadline
@given(inputs(), st.data())
def test_rms_norm_agrees(drawn, data):
    x, rng = drawn
    shape = x.shape[data.draw(st.integers(0, x.ndim - 1)) :]
    weight, _ = parameters(rng, shape, x.dtype)
    dy = rng.uniform(-1, 1, x.shape).astype(x.dtype)

    y, cache = norms.rms_norm_forward(x, shape, weight, eps=1e-3)
    expected = [y, *norms.rms_norm_backward(dy, cache)]
    # OLMo's order of casts, which multiplies before it rounds, as `norms` does.
    actual = run(nn.RMSNorm(shape, eps=1e-3, cast="olmo"), weight, None, x, dy)

    assert_agree(actual, expected, x, tuple(range(-len(shape), 0)), 1e-3, center=False)


@without_deadline
@given(inputs())
def test_scale_norm_is_rms_norm_with_one_weight_for_all(drawn):
    x, rng = drawn
    features = x.shape[-1]
    (weight, _), root = parameters(rng, (), x.dtype), np.sqrt(features)
    dy = rng.uniform(-1, 1, x.shape).astype(x.dtype)

    scale = np.full(features, weight / root, computing(x.dtype))
    y, cache = norms.rms_norm_forward(x, features, scale, eps=1e-3 / features)
    dx, dscale = norms.rms_norm_backward(dy, cache)
    expected = [y, dx, scale.dtype.type(dscale.sum() / root)]
    actual = run(nn.ScaleNorm(features, eps=1e-3), weight, None, x, dy)

    assert_agree(actual, expected, x, -1, 1e-3 / features, center=False)


@without_deadline
@given(inputs(min_ndim=2), st.data())
def test_group_norm_agrees(drawn, data):
    x, rng = drawn
    channels = x.shape[1]
    groups = data.draw(st.sampled_from([g for g in range(1, channels + 1) if channels % g == 0]))
    weight, bias = parameters(rng, channels, x.dtype)
    dy = rng.uniform(-1, 1, x.shape).astype(x.dtype)

    y, cache = norms.group_norm_forward(x, groups, weight, bias, eps=1e-3)
    expected = [y, *norms.group_norm_backward(dy, cache)]
    actual = run(nn.GroupNorm(groups, channels, eps=1e-3), weight, bias, x, dy)

    # The groups as rows, for the measure of agreement alone.
    rows = x.reshape(x.shape[0], groups, -1)
    assert_agree(actual, expected, rows, -1, 1e-3)


@without_deadline
@given(inputs(min_ndim=3))
def test_instance_norm_agrees(drawn):
    x, rng = drawn
    weight, bias = parameters(rng, x.shape[1], x.dtype)
    dy = rng.uniform(-1, 1, x.shape).astype(x.dtype)

    y, cache = norms.instance_norm_forward(x, weight, bias, eps=1e-3)
    expected = [y, *norms.instance_norm_backward(dy, cache)]
    actual = run(nn.InstanceNorm(x.shape[1], eps=1e-3, affine=True), weight, bias, x, dy)

    assert_agree(actual, expected, x, tuple(range(2, x.ndim)), 1e-3)


@without_deadline
@given(inputs(min_ndim=2), st.booleans())
def test_batch_norm_output_and_running_statistics_agree(drawn, training):
    x, rng = drawn
    x = np.concatenate([x, -x])  # at least two values a channel
    channels, dtype = x.shape[1], computing(x.dtype)
    weight, bias = parameters(rng, channels, x.dtype)
    running_mean = rng.standard_normal(channels).astype(dtype)
    running_var = rng.uniform(0.5, 2, channels).astype(dtype)

    layer = nn.BatchNorm(channels, eps=1e-3, momentum=0.3).train(training)
    state = {"weight": weight, "bias": bias}
    state |= {"running_mean": running_mean, "running_var": running_var}
    layer.to(torch.from_numpy(weight).dtype).load_state_dict(
        {name: torch.from_numpy(value) for name, value in state.items()}, strict=False
    )
    y = layer(torch.from_numpy(x)).detach().numpy()
    expected, mean, var = norms.batch_norm(
        x, running_mean, running_var, weight, bias, training=training, momentum=0.3, eps=1e-3
    )

    axes = (0, *range(2, x.ndim))
    if training:
        assert_agree([y], [expected], x, axes, 1e-3)
    else:
        np.testing.assert_allclose(y, expected, rtol=4 * np.finfo(x.dtype).eps, atol=1e-5)
    largest = float(np.abs(x.astype(np.float64)).max())
    unit = 50 * np.finfo(dtype).eps
    np.testing.assert_allclose(layer.running_mean.numpy(), mean, atol=unit * (1 + largest))
    np.testing.assert_allclose(layer.running_var.numpy(), var, atol=unit * (1 + largest**2))


@pytest.mark.parametrize("shape", [(2, 3, 4, 5), (4, 5)])
def test_all_norms_agree_on_means_of_10000(shape):
    rng = np.random.default_rng(0)
    x = (1e4 + rng.standard_normal(shape)).astype(np.float32)
    weight, bias = parameters(rng, shape[-1], x.dtype)
    dy = rng.uniform(-1, 1, x.shape).astype(x.dtype)
    y, cache = norms.layer_norm_forward(x, shape[-1], weight, bias)
    expected = [y, *norms.layer_norm_backward(dy, cache)]
    assert_agree(run(nn.LayerNorm(shape[-1]), weight, bias, x, dy), expected, x, -1, 1e-5)
