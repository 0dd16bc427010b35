"""Each step of a network knows its way back, and the networks do what the chapters say of them."""

import numpy as np
import pytest

from normbook.playgrounds.capstone_transformer import CLOSED, PLACEMENTS, attention, block, passes
from normbook.playgrounds.panel import network
from normbook.playgrounds.panel.network import chain, linear, residual
from normbook.playgrounds.why_norms_help import (
    LAYERS,
    NORMS,
    initialize,
    load_digits,
    loss_and_gradients,
    train,
)

RNG = np.random.default_rng(0)
MATRICES = RNG.normal(size=(4, 32, 32)) / 32**0.5
STEPS = {
    "unchanged": network.unchanged,
    "layer_norm": network.layer_norm,
    "rms_norm": network.rms_norm,
    "dynamic_tanh": network.dynamic_tanh,
    "gelu": network.gelu,
    "linear": linear(MATRICES[0]),
    "chain": chain(network.gelu, linear(MATRICES[0]), network.layer_norm),
    "residual": residual(linear(MATRICES[0]), network.layer_norm, alpha=1.5),
    "attention": attention(*MATRICES[:3]),
    **{
        f"block, {placement}": block(np.random.default_rng(1), placement, network.layer_norm, 6)
        for placement in PLACEMENTS.values()
    },
}


@pytest.mark.parametrize("name", STEPS)
def test_the_way_back_of_a_step_is_its_slope(name):
    step, rng, h = STEPS[name], np.random.default_rng(2), 1e-5
    x, dy, direction = rng.normal(size=(3, 2, 8, 32))
    _, back = step(x)
    ahead, behind = step(x + h * direction)[0], step(x - h * direction)[0]
    slope = np.sum(dy * (ahead - behind)) / (2 * h)
    assert np.sum(back(dy) * direction) == pytest.approx(slope, rel=1e-6)


def test_the_digits_are_standardized_all_together():
    images, labels = load_digits()
    assert images.shape == (1797, 8, 8)
    assert np.bincount(labels).min() > 170
    np.testing.assert_allclose([images.mean(), images.std()], [0, 1], atol=1e-12)


def test_deepnorm_starts_level_and_post_nearly():
    def spans(placement, seed):
        outputs, gradients = passes(placement, "LayerNorm", 6, seed)
        spreads = [y.std(axis=-1).mean() for y in outputs]
        sizes = [np.linalg.norm(g) for g in gradients]
        return max(spreads) / min(spreads), max(sizes) / min(sizes)

    of = {name: np.max([spans(name, seed) for seed in range(10)], axis=0) for name in CLOSED}
    np.testing.assert_allclose([of["post"][0], of["deepnorm"][0]], 1, atol=1e-3)
    assert of["deepnorm"][1] < 1.06
    assert of["post"][1] < 1.5
    for name in ("pre", "sandwich", "olmo2"):
        assert min(min(spans(name, seed)) for seed in range(10)) > 1.1


@pytest.mark.parametrize("norm", NORMS)
def test_the_gradients_of_the_small_network_are_those_of_its_loss(norm):
    rng = np.random.default_rng(3)
    images, labels = load_digits()
    x, labels, layers = images[:8].reshape(8, 64), labels[:8], initialize(rng, 1.0)
    _, gradients = loss_and_gradients(norm, layers, x, labels)
    h = 1e-6
    for layer, gradient in zip(layers, gradients, strict=True):
        for name, array in gradient.items():
            direction, start = rng.normal(size=array.shape), layer[name]
            losses = []
            for sign in (1, -1):
                layer[name] = start + sign * h * direction
                losses.append(loss_and_gradients(norm, layers, x, labels)[0])
            layer[name] = start
            expected = (losses[0] - losses[1]) / (2 * h)
            assert np.sum(array * direction) == pytest.approx(expected, rel=1e-4, abs=1e-7), name


@pytest.mark.parametrize(
    ("rate", "learning"),
    [(0.1, {"none", "batch", "layer", "rms"}), (0.18, {"batch", "layer", "rms"}), (1.8, {"batch"})],
)
def test_in_the_panel_with_doubled_weights_networks_break_in_this_order(rate, learning):
    with np.errstate(all="ignore"):
        ends = {norm: np.mean(train(norm, 2.0, rate)[1][-10:]) for norm in NORMS}
    assert {norm for norm, loss in ends.items() if loss < 1} == learning


def test_the_start_of_the_small_network_is_what_its_words_say():
    before, losses, after = train("none", 1.0, 10**-1.25)
    assert before == sorted(before, reverse=True)
    assert np.argmax(after) >= LAYERS / 2
    assert losses[0] > 2.3
    assert losses[-1] == pytest.approx(0.6, abs=0.05)
