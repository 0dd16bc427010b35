"""What the chapter "Covariate shift" says of drift and gradients, for three seeds each."""

from itertools import islice

import numpy as np
import pytest
from torch.optim import SGD

from normbook.experiments import drift, shift
from normbook.experiments.data import batches, load_digits
from normbook.experiments.fit import update

DIGITS = load_digits(standardize=True)


@pytest.fixture(autouse=True, params=[0, 1, 2])
def seed(request, one_thread):
    """Return the seed of the weights and of the order of the images."""
    return request.param


def test_at_the_same_rate_the_gradient_turns_more_behind_layer_norm_than_without(seed):
    bare, normed = (shift.follow(norm, 100, every=5, seed=seed) for norm in ("none", "layer"))
    hidden = slice(1, 4)
    ratios = [np.median(s.ratio, axis=0)[hidden] for s in (bare, normed)]
    cosines = [np.median(s.cosine, axis=0)[hidden] for s in (bare, normed)]
    assert (ratios[1] > 1.3 * ratios[0]).all()
    assert (cosines[1] < cosines[0] - 0.05).all()


def test_at_a_smaller_rate_the_upper_layers_shift_less_behind_layer_norm_than_without(seed):
    bare = shift.follow("none", 100, every=5, seed=seed)
    normed = shift.follow("layer", 100, every=5, learning_rate=0.02, seed=seed)
    upper, lower = (np.median(each.ratio, axis=0)[3:] for each in (bare, normed))
    assert (lower < 0.85 * upper).all()


def units_moved_in_a_step(model, steps, seed):
    """Return by layer the median over steps of the units' drift since the step before."""
    images = DIGITS.train_images[: drift.PROBE]
    optimizer = SGD(model.parameters(), lr=drift.LEARNING_RATE)
    before, _ = drift.look(model, images)
    moved = []
    for batch in islice(batches(DIGITS, drift.BATCH_SIZE, seed), steps):
        update(model, optimizer, *batch)
        after, _ = drift.look(model, images)
        moved.append([drift.unit_drift(x, x0) for x, x0 in zip(after, before, strict=True)])
        before = after
    return np.median(moved, axis=0)


def test_shaking_moves_units_much_further_in_a_step_than_training_does(seed):
    bare = units_moved_in_a_step(shift.build("none", seed=seed), 60, seed)
    normed = units_moved_in_a_step(shift.build("layer", seed=seed), 60, seed)
    shaken = units_moved_in_a_step(shift.build("batch", shake=0.5, seed=seed), 60, seed)
    assert bare[3] == pytest.approx(0.16, abs=0.03)
    assert bare[0] == pytest.approx(0.02, abs=0.005)
    assert normed[3] > 1.1 * bare[3]
    np.testing.assert_allclose(shaken, 0.63, atol=0.06)
    assert 3.4 < shaken[3] / bare[3] < 4.6


def test_a_shaken_network_learns_about_as_fast_as_one_without_a_norm(seed):
    right = {}
    for norm, strength in (("batch", 0), ("batch", 0.25), ("batch", 0.5), ("none", 0)):
        model = shift.build(norm, shake=strength, seed=seed)
        right[norm, strength] = shift.train(model, DIGITS, steps=60, seed=seed)
    assert right["batch", 0] > right["batch", 0.25] > right["none", 0] + 0.05
    assert right["batch", 0.5] == pytest.approx(right["none", 0], abs=0.07)


def test_behind_batch_norm_the_loss_falls_for_longer_along_the_gradient(seed):
    images, labels = DIGITS.train_images[:32], DIGITS.train_labels[:32]
    losses = {}
    for norm in ("none", "batch", "layer"):
        model = shift.build(norm, seed=seed)
        shift.train(model, DIGITS, steps=60, seed=seed)
        losses[norm] = shift.loss_along_gradient(model, images, labels, (0, 0.3, 1, 3))
    start, short, long, far = losses["batch"]
    assert max(short, long) < start
    for norm in ("none", "layer"):
        assert losses[norm][1] > losses[norm][0]
    assert far < losses["layer"][3] < 20 < 100 < losses["none"][3]


@pytest.mark.parametrize(("scale", "rate"), [(0.5, 0.05), (2, 0.2)])
def test_a_norm_forgives_first_weights_and_rates_that_ruin_a_network_without(scale, rate, seed):
    right = {
        norm: shift.train(shift.build(norm, scale, seed=seed), DIGITS, 60, rate, seed)
        for norm in ("none", "batch", "layer")
    }
    assert right["none"] < 0.5 < 0.8 < min(right["batch"], right["layer"])


def test_with_doubled_weights_networks_break_in_this_order(seed):
    lost, learns = 0.2, 0.6
    for rate, norms_that_learn in ((0.18, {"batch", "layer", "rms"}), (1.8, {"batch"})):
        for norm in drift.NORMS:
            model = shift.build(norm, weight_scale=2, seed=seed)
            right = shift.train(model, DIGITS, 60, rate, seed)
            assert right > learns if norm in norms_that_learn else right < lost, (norm, rate)
