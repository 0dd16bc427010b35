import math

import numpy as np
import pytest
import torch

from normbook.experiments.beyond import QUICK, VARIANTS, largest_rate, train
from normbook.experiments.grid import best_rate
from normbook.experiments.record import read_record


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
    assert tuple(record["variants"]) == tuple(VARIANTS)
    seeds = len(record["seeds"])
    for runs in record["runs"].values():
        assert list(runs) == [f"{rate:g}" for rate in record["learning_rates"]]
        for run in runs.values():
            assert {np.shape(values) for values in run.values()} == {(seeds,)}


def test_the_best_is_one_of_the_runs(record):
    for variant, best in record["best"].items():
        run = record["runs"][variant][f"{best['learning_rate']:g}"]
        assert {key: best[key] for key in run} == run
        assert np.shape(best["curve"]) == (len(record["seeds"]), len(record["loss_steps"]))
        assert [curve[-1] for curve in best["curve"]] == best["loss"]


def test_the_largest_rate_trains_every_seed(record):
    for variant, rate in record["largest_rate"].items():
        assert max(record["runs"][variant][f"{rate:g}"]["loss"]) < math.log(10) / 2


def test_every_norm_learns_at_its_best_rate(record):
    for variant in set(VARIANTS) - {"none"}:
        assert min(record["best"][variant]["accuracy"]) > 0.9


def test_no_norm_is_in_the_model_without_norms():
    _, norm = VARIANTS["none"]
    assert isinstance(norm(8), torch.nn.Identity)
