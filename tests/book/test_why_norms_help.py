"""What the chapter "Why norms help" says of drift, gradients and steps, for several seeds."""

from itertools import islice

import numpy as np
import pytest
import torch
from torch.nn.utils import parameters_to_vector
from torch.optim import SGD

from normbook.data import read_record
from normbook.experiments import drift, shift
from normbook.experiments.data import batches, load_digits
from normbook.experiments.fit import accuracy, update

pytestmark = pytest.mark.usefixtures("one_thread")
DIGITS = load_digits(standardize=True)
STEPS = 60
BEST = {norm: by_steps["60"] for norm, by_steps in read_record("learning_rates")["best"].items()}
"""Each norm's own best rate for so many steps."""
SHAKEN_BEST = 0.4

each_seed = pytest.mark.parametrize("seed", [0, 1, 2])
STARTS = range(8)


def right_after(norm, rate, seed, weight_scale=1.0, shake=0.0):
    """Return the share of test images right after training."""
    model = shift.build(norm, weight_scale, shake, seed)
    return shift.train(model, DIGITS, STEPS, rate, seed)


# At some rates a network is at the edge: what becomes of it depends on the last bits of its sums,
# and so on the processor. What is said here has room on either side.


def test_a_norm_forgives_first_weights_and_rates_that_ruin_a_network_without():
    worst = {
        norm: [
            min(
                right_after(norm, rate, seed, weight_scale=scale)
                for scale in (0.5, 2)
                for rate in (0.05, 0.2)
            )
            for seed in STARTS
        ]
        for norm in ("none", "batch", "layer")
    }
    assert np.mean(worst["none"]) < 0.25
    assert min(np.mean(worst["batch"]), np.mean(worst["layer"])) > 0.65


@pytest.mark.parametrize("seed", STARTS)
@pytest.mark.parametrize(("rate", "norms"), [(0.36, {"batch", "layer", "rms"}), (2.7, {"batch"})])
def test_with_doubled_weights_networks_break_in_this_order(rate, norms, seed):
    lost, learns = 0.2, 0.5
    for norm in drift.NORMS:
        right = right_after(norm, rate, seed, weight_scale=2)
        assert right > learns if norm in norms else right < lost, norm


def shifts(norm, seed):
    """Return the medians of ratio and cosine, by layer from the second, at the best rate."""
    found = shift.follow(norm, STEPS, every=5, learning_rate=BEST[norm], seed=seed)
    return [np.median(each, axis=0)[1:] for each in found]


@each_seed
def test_at_its_own_best_rate_a_gradient_shifts_as_far_behind_layer_norm_as_without(seed):
    (bare, _), (normed, _) = (shifts(norm, seed) for norm in ("none", "layer"))
    np.testing.assert_allclose(normed, bare, rtol=0.25)


@each_seed
def test_only_behind_batch_norm_the_last_gradient_keeps_most_of_its_direction(seed):
    last = {norm: [each[-1] for each in shifts(norm, seed)] for norm in drift.NORMS}
    ratio, cosine = last.pop("batch")
    assert ratio < 0.7 < 0.9 < min(ratio for ratio, _ in last.values())
    assert cosine > 0.75 > 0.5 > max(cosine for _, cosine in last.values())


def units_moved_in_a_step(model, rate, seed):
    """Return by layer the median over steps of the units' drift since the step before."""
    images = DIGITS.train_images[: drift.PROBE]
    optimizer = SGD(model.parameters(), lr=rate)
    before, _ = drift.look(model, images)
    moved = []
    for batch in islice(batches(DIGITS, drift.BATCH_SIZE, seed), STEPS):
        update(model, optimizer, *batch)
        after, _ = drift.look(model, images)
        moved.append([drift.unit_drift(x, x0) for x, x0 in zip(after, before, strict=True)])
        before = after
    return np.median(moved, axis=0)


@each_seed
def test_shaking_moves_units_further_in_a_step_than_training_does(seed):
    bare, normed = (
        units_moved_in_a_step(shift.build(norm, seed=seed), BEST[norm], seed)
        for norm in ("none", "layer")
    )
    shaken = units_moved_in_a_step(shift.build("batch", shake=0.5, seed=seed), SHAKEN_BEST, seed)
    assert bare[0] == pytest.approx(0.1, abs=0.03)
    assert bare[3] == pytest.approx(0.42, abs=0.07)
    assert normed[3] == pytest.approx(0.36, abs=0.06)
    np.testing.assert_allclose(shaken, 0.63, atol=0.06)
    assert shaken[3] > 1.25 * bare[3]


def test_at_its_best_rate_a_network_that_is_shaken_learns_faster_than_one_without_a_norm():
    def mean(norm, rate, shake=0.0):
        return np.mean([right_after(norm, rate, seed, shake=shake) for seed in range(5)])

    bare = mean("none", BEST["none"])
    shaken = {rate: mean("batch", rate, shake=0.5) for rate in (0.2, SHAKEN_BEST, 0.8)}
    assert max(shaken, key=shaken.get) == SHAKEN_BEST
    assert shaken[SHAKEN_BEST] > bare + 0.02
    assert mean("batch", SHAKEN_BEST, shake=0.25) > bare + 0.04


def length_of(model):
    """Return the length of all parameters, taken as one vector."""
    return parameters_to_vector(model.parameters()).norm().item()


@each_seed
def test_behind_batch_norm_alone_the_loss_falls_for_longer_steps(seed):
    images, labels = DIGITS.train_images[:32], DIGITS.train_labels[:32]
    losses = {}
    for norm in ("none", "batch", "layer"):
        model = shift.build(norm, seed=seed)
        shift.train(model, DIGITS, STEPS, BEST[norm], seed)
        losses[norm] = shift.loss_along_gradient(model, images, labels, (0, 0.02, 0.05, 1))
        # Measured by the linear layers alone, a step is shorter where γ is among the parameters.
        linear = [each for each in model if isinstance(each, torch.nn.Linear)]
        share = length_of(torch.nn.ModuleList(linear)) / length_of(model)
        assert norm == "none" or 1 / share == pytest.approx(1.4, abs=0.05)
        before, after = shift.loss_along_gradient(model, images, labels, (0, 0.05 * share))
        assert after < before if norm == "batch" else after > 1.4 * before
    start, short, long, far = losses["batch"]
    assert short < 0.5 * start
    assert long < 1.2 * start
    for norm in ("none", "layer"):
        assert losses[norm][2] > 1.4 * losses[norm][0]
    assert far < 10 < losses["layer"][3] < 50 < 100 < losses["none"][3]


@each_seed
def test_ten_looks_at_ones_in_training_mode_cost_a_network_with_batch_norm_test_images(seed):
    model = shift.build("batch", seed=seed)
    learned = shift.train(model, DIGITS, 300, seed=seed)
    with torch.no_grad():
        for _ in range(10):
            model(DIGITS.train_images[DIGITS.train_labels == 1])
    assert accuracy(model, DIGITS.test_images, DIGITS.test_labels) < learned - 0.05
