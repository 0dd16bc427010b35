import numpy as np
import pytest
import torch

from normbook.data import read_record
from normbook.experiments.data import load_digits
from normbook.experiments.placement import QUICK, Settings, build, last_layer, measure_layers

PLACEMENTS = ("pre", "post", "sandwich", "olmo2", "deepnorm")
WIRINGS = (*PLACEMENTS, "normformer")


@pytest.fixture(scope="module")
def record():
    return read_record("placement")


def test_weights_of_the_blocks_are_xaviers():
    model = build(QUICK._replace(d_model=128, d_ff=512), "pre", depth=1, seed=0)
    block = model.classifier.blocks[0]
    queries = block.attention.sublayer.in_proj_weight[:128]
    assert queries.var().item() == pytest.approx(2 / 256, rel=0.05)
    assert block.feed_forward.sublayer[2].weight.var().item() == pytest.approx(2 / 640, rel=0.05)


@pytest.mark.parametrize("wiring", ["pre", "normformer"])
def test_the_measured_gradients_are_those_that_training_would_use(wiring):
    digits, model = load_digits(standardize=True), build(QUICK, wiring, depth=2, seed=0)
    measured = measure_layers(model, digits)
    logits = model(digits.train_images[:256])
    torch.nn.functional.cross_entropy(logits, digits.train_labels[:256]).backward()
    norms = [last_layer(block).weight.grad.norm().item() for block in model.classifier.blocks]
    assert measured["gradient"] == pytest.approx(norms)


def test_the_measured_variances_are_those_of_the_residual_stream():
    digits, model = load_digits(standardize=True), build(QUICK, "pre", depth=2, seed=0)
    x = model.embedding(digits.train_images[:256]) + model.position
    streams = [x] + [x := block(x) for block in model.classifier.blocks]
    variances = [x.var(correction=0).item() for x in streams]
    assert measure_layers(model, digits)["variance"] == pytest.approx(variances)


def test_the_record_has_a_value_for_each_layer_at_init(record):
    assert tuple(record["placements"]) == PLACEMENTS
    assert tuple(record["wirings"]) == WIRINGS
    for wiring in WIRINGS:
        for depth in (6, 12, 24, 48):
            layers = record["init"][wiring][str(depth)]
            assert len(layers["gradient"]) == depth
            assert len(layers["variance"]) == depth + 1


def test_the_record_has_a_value_for_each_layer_and_step_in_training(record):
    for wiring in WIRINGS:
        for depth in (6, 12, 24):
            for start in ("warmup", "none"):
                run = record["training"][wiring][str(depth)][start]
                assert np.shape(run["gradient"]) == (len(record["steps"]), depth)
                assert np.shape(run["variance"]) == (len(record["steps"]), depth + 1)
                assert len(run["loss"]) == len(run["loss_steps"]) == 30
                assert run["loss_steps"][-1] == record["steps"][-1]
                assert 0 <= run["accuracy"] <= 1


@pytest.mark.parametrize("placement", ["pre", "sandwich", "olmo2"])
def test_the_variance_of_an_open_residual_stream_grows_as_depth_does(record, placement):
    for depth, layers in record["init"][placement].items():
        assert 0.8 < layers["variance"][-1] / int(depth) < 2.5


@pytest.mark.parametrize("placement", ["post", "deepnorm"])
def test_the_residual_stream_has_unit_variance_where_the_block_ends_in_a_norm(record, placement):
    for layers in record["init"][placement].values():
        assert layers["variance"][1:] == pytest.approx(
            [1] * (len(layers["variance"]) - 1), abs=0.01
        )


def test_the_last_layers_gradient_falls_with_depth_before_the_sublayer_not_after(record):
    last = {
        placement: [layers["gradient"][-1] for layers in record["init"][placement].values()]
        for placement in ("pre", "post")
    }
    assert (np.diff(last["pre"]) < 0).all()
    assert last["pre"][-1] < 0.5 * last["pre"][0]
    assert last["post"][-1] > 0.8 * last["post"][0]


def test_post_norm_without_warm_up_fails_at_depth_24_and_pre_norm_does_not(record):
    deep = {name: record["training"][name]["24"]["none"]["accuracy"] for name in ("pre", "post")}
    assert deep["pre"] > 0.9
    assert deep["post"] < 0.5


def test_warm_up_is_a_tenth_of_the_run(record):
    assert record["warmup_steps"] == record["steps"][-1] / 10


def test_the_grid_has_every_seed_of_every_start_rate_and_depth(record):
    assert record["seeds"] == [0, 1, 2]
    for (depth, start), rates in Settings().rates.items():
        found = record["grid"][str(depth)][start]
        assert list(found) == list(rates)
        for wiring, its in rates.items():
            runs = found[wiring]["runs"]
            assert list(runs) == [f"{rate:g}" for rate in its]
            assert {len(values) for run in runs.values() for values in run.values()} == {3}


@pytest.mark.parametrize(("depth", "start"), Settings().rates)
def test_every_best_rate_is_within_its_grid(record, depth, start):
    for found in record["grid"][str(depth)][start].values():
        rates = [float(rate) for rate in found["runs"]]
        assert rates[1:] == pytest.approx([2 * rate for rate in rates[:-1]])
        assert rates[0] < found["best"] < rates[-1]


def test_the_grid_agrees_with_the_runs_that_are_shown_in_full(record):
    for depth in ("6", "24"):
        for start, found in record["grid"][depth].items():
            for wiring in found:
                shown = record["training"][wiring][depth][start]
                run = found[wiring]["runs"]["0.001"]
                assert run["accuracy"][0] == shown["accuracy"]
                assert run["loss"][0] == pytest.approx(np.mean(shown["loss"][-5:]), rel=1e-3)
