import math

import numpy as np
import pytest
import torch

from normbook.data import read_record
from normbook.experiments.beyond import ALPHAS, QUICK, VARIANTS, largest_rate, train
from normbook.experiments.grid import best_rate


@pytest.fixture(scope="module")
def record():
    return read_record("beyond")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_takes_a_step_that_changes_the_loss(variant):
    one, other = (train(QUICK, variant, rate, seed=0) for rate in (1e-3, 1e-2))
    assert one["curve"][0] != other["curve"][0]
    assert all(math.isfinite(loss) for loss in one["curve"])


def test_the_best_rate_has_the_least_training_loss_whatever_its_test_loss():
    runs = {
        1e-3: {"loss": [0.3, 0.3], "test_loss": [0.1, 0.1]},
        1e-2: {"loss": [0.1, 0.3], "test_loss": [0.9, 0.9]},
    }
    assert best_rate(runs) == 1e-2


def test_a_rate_at_which_a_seed_fails_is_not_one_that_trains():
    runs = {1e-3: {"loss": [1.1, 1.1]}, 1e-2: {"loss": [0.1, math.nan]}}
    assert best_rate(runs) == largest_rate(runs) == 1e-3
    assert largest_rate({1e-2: {"loss": [2.3, 2.3]}}) is None


def test_the_record_has_each_variant_rate_and_seed(record):
    assert tuple(record["variants"]) == tuple(record["grid"]) == tuple(VARIANTS)
    assert len(record["seeds"]) >= 5
    for found in record["grid"].values():
        assert list(found["runs"]) == [f"{rate:g}" for rate in record["learning_rates"]]
        for run in found["runs"].values():
            assert {np.shape(values) for values in run.values()} == {(len(record["seeds"]),)}


def test_each_rate_of_the_record_is_twice_the_one_before(record):
    rates = np.array(record["learning_rates"])
    assert rates[1:] == pytest.approx(2 * rates[:-1])


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_best_rate_is_within_the_grid(record, variant):
    rates = record["learning_rates"]
    assert rates[0] < record["grid"][variant]["best"] < rates[-1]


def test_the_curve_is_that_of_the_best_rate(record):
    for variant, found in record["grid"].items():
        curves = record["curve"][variant]
        assert np.shape(curves) == (len(record["seeds"]), len(record["loss_steps"]))
        best = found["runs"][f"{found['best']:g}"]
        assert [curve[-1] for curve in curves] == best["loss"]


def test_the_largest_rate_trains_every_seed(record):
    for variant, rate in record["largest_rate"].items():
        assert max(record["grid"][variant]["runs"][f"{rate:g}"]["loss"]) < math.log(10) / 2


def test_every_norm_learns_at_its_best_rate(record):
    for variant in set(VARIANTS) - {"none"}:
        found = record["grid"][variant]
        assert min(found["runs"][f"{found['best']:g}"]["accuracy"]) > 0.9


@pytest.mark.parametrize("kind", ["tanh", "erf"])
def test_alpha_starts_at_its_own_value(kind):
    for alpha in ALPHAS:
        _, norm = VARIANTS[f"{kind} {alpha:g}"]
        assert norm(8).alpha.item() == alpha


def test_no_norm_is_in_the_model_without_norms():
    _, norm = VARIANTS["none"]
    assert isinstance(norm(8), torch.nn.Identity)
