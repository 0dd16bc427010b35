import numpy as np
import pytest
import torch

from normbook.data import read_record
from normbook.experiments.data import load_digits
from normbook.experiments.drift import build, drift, histogram, look, unit_drift

NORMS = ("none", "batch", "layer", "rms")


@pytest.fixture(scope="module")
def record():
    return read_record("drift")


def distance_by_distribution_functions(a, b, edges):
    below = [np.mean(a[:, None] <= edges, axis=0), np.mean(b[:, None] <= edges, axis=0)]
    return np.abs(below[0] - below[1]).sum() * (edges[1] - edges[0])


def test_drift_is_the_area_between_the_distribution_functions():
    rng = np.random.default_rng(0)
    now, start = rng.normal(1, 2, 200), rng.normal(0, 0.5, 200)
    area = distance_by_distribution_functions(now, start, np.linspace(-10, 10, 20001))
    expected = area / start.std()
    assert drift(torch.tensor(now), torch.tensor(start)) == pytest.approx(expected, rel=1e-3)


def test_unit_drift_sees_units_that_trade_places_and_drift_does_not():
    start = torch.tensor([[0.0, 10.0], [2.0, 12.0]])
    assert drift(start.flip(1), start) == 0
    assert unit_drift(start.flip(1), start) == 10


def test_units_that_are_constant_at_the_start_have_no_drift_of_their_own():
    start = torch.tensor([[0.0, 5.0], [2.0, 5.0]])
    assert unit_drift(torch.tensor([[1.0, 9.0], [3.0, 9.0]]), start) == 1


def test_values_beyond_the_edges_are_in_the_outer_bins():
    counts = histogram(torch.tensor([-100.0, 100.0, 100.0, 0.1]))
    assert (counts[0], counts[14], counts[-1]) == (250, 250, 500)


def test_looking_shows_what_each_relu_receives_and_changes_nothing():
    model, images = build("batch"), load_digits(standardize=True).train_images[:256]
    received, logits = look(model, images)
    assert all((model[i].running_mean == 0).all() for i in (2, 5, 8, 11))
    torch.testing.assert_close(logits, model(images))
    torch.testing.assert_close(received[0], model[2](model[1](images.flatten(1))))
    assert [tuple(x.shape) for x in received] == [(256, 64)] * 4


def test_the_record_has_a_value_for_each_step_and_layer(record):
    steps, layers = len(record["steps"]), len(record["layers"])
    assert tuple(record["norms"]) == NORMS
    assert len(record["edges"]) == 29
    for run in record["runs"].values():
        assert np.shape(run["histogram"]) == (steps, layers, 28)
        assert np.shape(run["loss"]) == np.shape(run["accuracy"]) == (steps,)
        for key in ("mean", "std", "drift", "unit_drift", "input_drift"):
            assert np.shape(run[key]) == (steps, layers)


def test_each_histogram_sums_to_a_thousand_but_for_rounding(record):
    for run in record["runs"].values():
        assert np.sum(run["histogram"], axis=-1) == pytest.approx(1000, abs=14)


def test_without_a_norm_the_last_layer_drifts_furthest_and_more_than_with_any(record):
    end = {norm: record["runs"][norm]["drift"][-1] for norm in NORMS}
    assert (np.diff(end["none"]) > 0).all()
    assert end["none"][-1] > 5 * max(end[norm][-1] for norm in NORMS[1:])


def test_layer_norm_holds_a_layers_distribution_but_not_each_unit_and_batch_norm_both(record):
    last = {
        norm: (record["runs"][norm]["drift"][-1][-1], record["runs"][norm]["unit_drift"][-1][-1])
        for norm in ("batch", "layer")
    }
    assert max(last["batch"]) < 0.5
    assert last["layer"][0] < 0.5
    assert last["layer"][1] > 1


def test_all_networks_learn(record):
    assert all(run["accuracy"][-1] > 0.95 for run in record["runs"].values())


def test_the_first_seed_is_the_run_that_is_shown_in_full(record):
    assert record["seeds"] == [0, 1, 2]
    for norm, run in record["runs"].items():
        assert np.shape(record["by_seed"][norm]["loss"]) == (3, len(record["steps"]))
        for key in ("loss", "drift", "unit_drift"):
            assert record["by_seed"][norm][key][0] == run[key]


def test_every_seed_has_the_last_layer_drift_further_without_a_norm(record):
    end = {norm: np.array(record["by_seed"][norm]["drift"])[:, -1, -1] for norm in NORMS}
    assert (end["none"] > 3 * np.max([end[norm] for norm in NORMS[1:]], axis=0)).all()
