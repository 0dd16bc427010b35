import math

import pytest

from normbook.experiments.grid import Grid, best_rate, doublings, summary
from normbook.experiments.parts import Parts


def loss_of(variant, rate, seed):
    return {"loss": len(variant) + rate + seed}


@pytest.fixture
def grid():
    return Grid({"a": (0.1, 0.2), "none": (1.0,)}, seeds=(0, 3), prefix="6-")


def test_each_variant_is_trained_at_its_own_rates_from_each_seed(grid):
    tasks = grid.tasks(loss_of)
    names = ("a-0.1-0", "a-0.1-3", "a-0.2-0", "a-0.2-3", "none-1-0", "none-1-3")
    assert list(tasks) == [f"6-{name}" for name in names]


def test_results_are_gathered_by_variant_and_rate(grid):
    gathered = grid.gather(Parts().compute(grid.tasks(loss_of)))
    assert gathered["a"] == {0.1: {"loss": [1.1, 4.1]}, 0.2: {"loss": [1.2, 4.2]}}
    assert gathered["none"] == {1.0: {"loss": [5.0, 8.0]}}


def test_each_rate_is_twice_the_one_before():
    assert doublings(0.25, 4) == (0.25, 0.5, 1, 2)


def test_the_best_rate_is_chosen_by_the_named_loss():
    runs = {1e-3: {"loss": [1.0], "evaluation": [3.0]}, 2e-3: {"loss": [2.0], "evaluation": [1.0]}}
    assert (best_rate(runs), best_rate(runs, "evaluation")) == (1e-3, 2e-3)


def test_multiples_count_from_the_best_rate():
    runs = {rate: {"loss": [loss]} for rate, loss in ((1e-3, 0.3), (2e-3, 0.1), (4e-3, 0.2))}
    found = summary(runs)
    assert list(found["runs"]) == ["0.001", "0.002", "0.004"]
    assert found["at"] == {"0.5": [0.3] * 3, "1": [0.1] * 3, "2": [0.2] * 3}


def test_a_loss_that_is_no_number_makes_none_of_its_mean():
    found = summary({1e-3: {"loss": [1.0, 1.0]}, 2e-3: {"loss": [0.5, math.nan]}})
    assert found["best"] == 1e-3
    assert all(math.isnan(value) for value in found["at"]["2"])
