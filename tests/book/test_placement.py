"""What the chapter "Placement" says of streams and gradients."""

import numpy as np
import pytest
import torch

from normbook import nn, norms
from normbook.data import read_record
from normbook.experiments.data import load_digits
from normbook.experiments.placement import Settings, build, measure_layers
from normbook.playgrounds.depth import FEATURES, backward, forward, normalized

PLACEMENTS = ("pre", "post", "sandwich", "olmo2", "deepnorm")
OPEN = ("pre", "sandwich", "olmo2")  # placements with nothing but sums on the stream


@pytest.fixture(scope="module")
def record():
    return read_record("placement")


def test_every_stream_of_the_playground_is_that_of_the_module(stack):
    x, weights, _ = stack(2)
    for placement in PLACEMENTS:
        y = torch.from_numpy(x)
        beta = nn.deepnorm_beta(1) if placement == "deepnorm" else 1.0
        for w in beta * torch.from_numpy(weights):
            linear = torch.nn.Linear(FEATURES, FEATURES, bias=False)
            linear.weight = torch.nn.Parameter(w.T)
            y = nn.Residual(linear, FEATURES, placement, depth=1).double()(y)
        np.testing.assert_allclose(
            forward(x, weights, placement)[-1], y.detach().numpy(), rtol=1e-10
        )


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_the_playgrounds_gradient_is_a_finite_difference(stack, placement):
    x, weights, dy = stack(4)
    streams = forward(x, weights, placement)
    g = backward(dy, streams, weights, placement)[0]
    direction, h = np.random.default_rng(1).normal(size=x.shape), 1e-5

    def loss(x):
        return np.sum(dy * normalized(forward(x, weights, placement)[-1]))

    slope = (loss(x + h * direction) - loss(x - h * direction)) / (2 * h)
    # A closed stack's last norm is its own: the gradient is that of its output, not normalized.
    if placement in ("post", "deepnorm"):
        ends = [forward(x + s * h * direction, weights, placement)[-1] for s in (1, -1)]
        slope = np.sum(dy * (ends[0] - ends[1])) / (2 * h)
    assert np.sum(g * direction) == pytest.approx(slope, rel=1e-5)


@pytest.mark.parametrize("placement", OPEN)
def test_open_streams_gain_one_in_variance_behind_each_sublayer(stack, placement):
    for seed in range(3):
        x, weights, _ = stack(48, seed=seed)
        variances = [s.var() for s in forward(x, weights, placement)]
        np.testing.assert_allclose(variances[6::6], 1 + np.arange(6, 49, 6), rtol=0.25)


@pytest.mark.parametrize("gain", [0.1, 1, 10])
@pytest.mark.parametrize("placement", ["sandwich", "olmo2"])
def test_behind_a_norm_a_contribution_has_variance_1_for_a_matrix_of_any_size(
    stack, placement, gain
):
    x, weights, _ = stack(48, gain)
    streams = forward(x, weights, placement)
    np.testing.assert_allclose([s.var() for s in np.diff(streams, axis=0)], 1, atol=0.01)
    variances = [s.var() for s in streams]
    np.testing.assert_allclose(variances[6::6], 1 + np.arange(6, 49, 6), rtol=0.25)


@pytest.mark.parametrize("placement", ["post", "deepnorm"])
def test_closed_streams_keep_the_variance_1(stack, placement):
    x, weights, _ = stack(48)
    variances = [s.var() for s in forward(x, weights, placement)][1:]
    np.testing.assert_allclose(variances, 1, atol=1e-3)


def test_the_gradient_of_pre_is_one_over_the_deviation_of_the_stream(stack):
    for seed in range(3):
        x, weights, dy = stack(48, seed=seed)
        streams = forward(x, weights, "pre")
        gradients = backward(dy, streams, weights, "pre")
        product = [g.std() * s.std() for g, s in zip(gradients, streams, strict=True)]
        np.testing.assert_allclose(product, 1, atol=0.25)


def test_the_gradient_of_post_is_level(stack):
    for seed in range(3):
        x, weights, dy = stack(48, seed=seed)
        gradients = backward(dy, forward(x, weights, "post"), weights, "post")
        assert all(0.5 < g.std() < 2 for g in gradients)


def test_in_the_record_gradient_times_deviation_is_level_in_pre(record):
    for layers in record["init"]["pre"].values():
        product = np.array(layers["gradient"]) * np.sqrt(layers["variance"][1:])
        assert product.max() / product.min() < 4 / 3


@pytest.mark.parametrize("seed", Settings().seeds)
def test_without_qk_norm_olmo2_has_a_large_first_gradient_at_48_blocks(seed):
    digits = load_digits(standardize=True)
    model = build(Settings(), "olmo2", depth=48, seed=seed)
    without = measure_layers(model, digits)["gradient"][0]
    for block in model.classifier.blocks:
        attention = block.attention.sublayer
        attention.norm_q, attention.norm_k = nn.RMSNorm(16), nn.RMSNorm(16)
    assert without > 5
    assert 0.4 < measure_layers(model, digits)["gradient"][0] < 1


def test_with_qk_norm_no_logit_exceeds_the_root_of_d():
    torch.manual_seed(0)
    q, k = 100 * torch.randn(2, 50, 16)
    q[0] = k[0]  # parallel: where the bound is reached
    logits = nn.RMSNorm(16)(q) @ nn.RMSNorm(16)(k).T / 16**0.5
    assert logits.abs().max().item() == pytest.approx(4, rel=1e-5)


def test_a_shortcut_that_starts_behind_the_norm_is_post(stack):
    x, weights, _ = stack(12)
    wrong, post = x, normalized(x)
    for w in weights:
        h = normalized(wrong)
        wrong, post = h + h @ w, normalized(post + post @ w)
    np.testing.assert_array_equal(normalized(wrong), post)


def test_in_post_what_is_folded_is_missing_on_the_stream():
    rng = np.random.default_rng(0)
    x, (weight, bias) = rng.normal(size=(5, 8)), rng.normal(size=(2, 8))
    w = rng.normal(size=(8, 8))
    h, plain = norms.layer_norm(x, 8, weight, bias), norms.layer_norm(x, 8)
    branch = plain @ (weight[:, None] * w) + bias @ w
    np.testing.assert_allclose(branch, h @ w, rtol=1e-10)
    assert np.abs((plain + branch) - (h + h @ w)).max() > 0.5


def test_in_post_the_last_norm_can_be_folded_into_the_head():
    rng = np.random.default_rng(0)
    x, (weight, bias) = rng.normal(size=(5, 8)), rng.normal(size=(2, 8))
    w, head = rng.normal(size=(8, 8)), rng.normal(size=(8, 3))
    scores = norms.layer_norm(x + x @ w, 8, weight, bias) @ head
    folded = norms.layer_norm(x + x @ w, 8) @ (weight[:, None] * head) + bias @ head
    np.testing.assert_allclose(folded, scores, rtol=1e-10)
