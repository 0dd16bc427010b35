"""What turns a layer in front of a norm, and what does not."""

import numpy as np
import pytest
import torch
from torch.nn.functional import cosine_similarity

from normbook.experiments.drift import HIDDEN_LAYERS
from normbook.experiments.turns import at_start, follow, optimizer_for, rescaled

NORMS = ("batch", "layer", "rms")
LAYERS = range(1, HIDDEN_LAYERS + 1)


@pytest.fixture(autouse=True, params=[0, 1, 2])
def seed(request, one_thread):
    """Return the seed of the weights and of the order of the images."""
    return request.param


@pytest.mark.parametrize("norm", NORMS)
def test_in_front_of_a_norm_the_gradient_is_at_a_right_angle_to_the_weights(norm, seed):
    for layer in LAYERS:
        behind, bare = (at_start(each, layer=layer, seed=seed) for each in (norm, "none"))
        assert cosine_similarity(*behind, dim=0).abs() < 1e-4
        assert cosine_similarity(*bare, dim=0).abs() > 1e-4


@pytest.mark.parametrize("norm", NORMS)
def test_weights_ten_times_as_large_have_a_tenth_of_the_gradient(norm, seed):
    for layer in LAYERS:
        (_, g), (_, small) = (at_start(norm, factor, layer, seed) for factor in (1, 10))
        assert (10 * small - g).norm() < 1e-3 * g.norm()


@pytest.mark.parametrize("norm", NORMS)
def test_ten_times_the_weights_at_a_hundred_times_the_rate_learn_the_same(norm, seed):
    one = follow(norm, 20, seed=seed)
    other = follow(norm, 20, factor=10, hidden_learning_rate=5.0, seed=seed)
    torch.testing.assert_close(other.loss, one.loss, rtol=0.02, atol=1e-3)
    torch.testing.assert_close(other.length, 10 * one.length, rtol=1e-3, atol=0)


def test_without_a_norm_they_do_not(seed):
    other = follow("none", 3, factor=10, hidden_learning_rate=5.0, seed=seed)
    assert not (other.loss < 1000).all()


@pytest.mark.parametrize("norm", NORMS)
def test_weights_in_front_of_a_norm_only_grow(norm, seed):
    length = follow(norm, 60, factor=0.3, seed=seed).length
    assert (length.diff() > -1e-6).all()
    assert length[-1] > 1.02 * length[0]


def test_a_step_that_is_too_long_makes_the_next_ones_shorter(seed):
    turns = follow("layer", 60, factor=0.1, seed=seed)
    assert turns.degrees[0] > 25
    assert turns.degrees[0] > 3 * turns.degrees[1:].max()
    assert turns.length[1] > 1.1 * turns.length[0]


@pytest.mark.parametrize(("rate", "decay"), [(0.2, 0.02), (0.1, 0.04)])
def test_with_weight_decay_rate_and_decay_alone_set_the_turn(rate, decay, seed):
    predicted = np.rad2deg(np.sqrt(2 * rate * decay))
    late = {
        norm: follow(norm, 1000, learning_rate=rate, weight_decay=decay, seed=seed).degrees[-200:]
        for norm in ("layer", "none")
    }
    found = {norm: degrees.square().mean().sqrt().item() for norm, degrees in late.items()}
    assert found["layer"] == pytest.approx(predicted, rel=0.15)
    assert found["none"] < 2 / 3 * predicted  # at most 0.61 in twelve runs: six seeds, two kernels


def test_the_hidden_layers_have_a_rate_of_their_own():
    model = rescaled("layer", 1)
    inside, outside = optimizer_for(model, 0.1, 0.5, weight_decay=0.01).param_groups
    assert (inside["lr"], outside["lr"]) == (0.5, 0.1)
    assert (inside["weight_decay"], outside["weight_decay"]) == (0.01, 0)
    assert len(inside["params"]) + len(outside["params"]) == len(list(model.parameters()))
