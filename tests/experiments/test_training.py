import numpy as np
import pytest
import torch

from normbook.data import read_record
from normbook.experiments.training import EXAMPLES, MODELS, RATES, Settings, quantiles, train

SIZES = ("2", "8", "32", "128")


@pytest.fixture(scope="module")
def record():
    return read_record("training")


@pytest.mark.parametrize("model", MODELS)
def test_both_norms_start_from_the_same_other_weights(model):
    torch.manual_seed(0)
    layer = MODELS[model]["layer"]()
    torch.manual_seed(0)
    batch = MODELS[model]["batch"]()
    others = dict(batch.named_parameters())
    same = [name for name, weight in layer.named_parameters() if "norm" not in name]
    assert all(torch.equal(layer.get_parameter(name), others[name]) for name in same)
    assert {name for name in others if "norm" not in name} == set(same)


def test_every_batch_size_divides_the_examples_between_two_measurements():
    assert all(
        step % size == 0 for step in np.diff((0, *EXAMPLES)) for size in Settings().batch_sizes
    )


def test_quantiles_run_from_the_least_to_the_greatest_element():
    values = quantiles(torch.tensor([[3.0, 1.0], [2.0, 5.0]]))
    assert (values[0], values[2], values[-1]) == (1, 2.5, 5)


def test_a_run_measures_each_norm_layer_by_name():
    run = train("cnn", 128, (128, 256), "layer", rate=0.004, seed=0)
    assert list(run["weight"]) == list(run["bias"]) == ["norm1", "norm2", "norm3"]
    assert run["weight"]["norm1"][0][0] < 1 < run["weight"]["norm1"][0][-1]


def test_the_record_has_a_value_for_each_run_and_measurement(record):
    assert record["examples"] == list(EXAMPLES)
    assert record["batch_sizes"] == [int(size) for size in SIZES]
    layers = {"transformer": 5, "cnn": 3}
    for model in record["models"]:
        for norm in record["norms"]:
            assert tuple(record["runs"][model][norm]) == SIZES
            for run in record["runs"][model][norm].values():
                assert np.shape(run["loss"]) == np.shape(run["accuracy"]) == (16,)
                for kind in ("weight", "bias"):
                    assert len(run[kind]) == layers[model]
                    assert {np.shape(values) for values in run[kind].values()} == {(16, 5)}


def test_quantiles_are_in_order(record):
    for norms in record["runs"].values():
        for sizes in norms.values():
            for run in sizes.values():
                for values in (*run["weight"].values(), *run["bias"].values()):
                    assert (np.diff(values, axis=-1) >= 0).all()


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("norm", ["layer", "batch"])
def test_every_norm_has_its_own_best_rate_within_its_grid(record, model, norm):
    for size, found in record["grid"][model][norm].items():
        rates = [float(rate) for rate in found["runs"]]
        assert rates == pytest.approx(RATES[model][int(size)])
        assert rates[1:] == pytest.approx([2 * rate for rate in rates[:-1]])
        assert rates[0] < found["best"] < rates[-1]
        for run in found["runs"].values():
            assert {len(values) for values in run.values()} == {len(record["seeds"])}


def test_what_is_shown_in_full_is_the_first_seed_at_the_best_rate(record):
    assert len(record["seeds"]) >= 5
    for model, norms in record["runs"].items():
        for norm, sizes in norms.items():
            for size, run in sizes.items():
                found = record["grid"][model][norm][size]
                best = found["runs"][f"{found['best']:g}"]
                by_seed = record["by_seed"][model][norm][size]
                for key in ("loss", "accuracy"):
                    assert np.shape(by_seed[key]) == (len(record["seeds"]), len(EXAMPLES))
                    assert by_seed[key][0] == run[key]
                    assert [curve[-1] for curve in by_seed[key]] == best[key]


def test_every_run_that_is_shown_learns(record):
    runs = [run for norms in record["runs"].values() for s in norms.values() for run in s.values()]
    assert all(run["accuracy"][-1] > 0.9 for run in runs)


@pytest.mark.parametrize("model", MODELS)
def test_every_seed_has_batch_norm_train_worse_at_a_batch_size_of_2_than_at_32(record, model):
    by_seed = record["by_seed"][model]["batch"]
    assert (
        np.array(by_seed["2"]["loss"])[:, -1] > 2 * np.array(by_seed["32"]["loss"])[:, -1]
    ).all()
