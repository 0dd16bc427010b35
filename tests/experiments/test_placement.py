import numpy as np
import pytest
import torch

from normbook.experiments.data import load_digits
from normbook.experiments.placement import QUICK, build, measure_layers
from normbook.experiments.record import read_record

PLACEMENTS = ("pre", "post", "sandwich", "olmo2", "deepnorm")


@pytest.fixture(scope="module")
def record():
    return read_record("placement")


def test_weights_of_the_blocks_are_xaviers():
    model = build(QUICK._replace(d_model=128, d_ff=512), "pre", depth=1, seed=0)
    block = model.classifier.blocks[0]
    queries = block.attention.sublayer.in_proj_weight[:128]
    assert queries.var().item() == pytest.approx(2 / 256, rel=0.05)
    assert block.feed_forward.sublayer[2].weight.var().item() == pytest.approx(2 / 640, rel=0.05)


def test_the_measured_gradients_are_those_that_training_would_use():
    digits, model = load_digits(standardize=True), build(QUICK, "pre", depth=2, seed=0)
    measured = measure_layers(model, digits)
    logits = model(digits.train_images[:256])
    torch.nn.functional.cross_entropy(logits, digits.train_labels[:256]).backward()
    norms = [b.feed_forward.sublayer[2].weight.grad.norm().item() for b in model.classifier.blocks]
    assert measured["gradient"] == pytest.approx(norms)


def test_the_measured_variances_are_those_of_the_residual_stream():
    digits, model = load_digits(standardize=True), build(QUICK, "pre", depth=2, seed=0)
    x = model.embedding(digits.train_images[:256]) + model.position
    streams = [x] + [x := block(x) for block in model.classifier.blocks]
    variances = [x.var(correction=0).item() for x in streams]
    assert measure_layers(model, digits)["variance"] == pytest.approx(variances)


def test_the_record_has_a_value_for_each_layer_at_init(record):
    assert tuple(record["placements"]) == PLACEMENTS
    for placement in PLACEMENTS:
        for depth in (6, 12, 24, 48):
            layers = record["init"][placement][str(depth)]
            assert len(layers["gradient"]) == depth
            assert len(layers["variance"]) == depth + 1


def test_the_record_has_a_value_for_each_layer_and_step_in_training(record):
    for placement in PLACEMENTS:
        for depth in (6, 12, 24):
            for start in ("warmup", "none"):
                run = record["training"][placement][str(depth)][start]
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


def test_warm_up_helps_post_norm_at_depth_12(record):
    runs = record["training"]["post"]["12"]
    assert runs["warmup"]["loss"][-1] < runs["none"]["loss"][-1]
    assert runs["warmup"]["accuracy"] > runs["none"]["accuracy"]


def test_the_grid_has_every_seed_of_every_start_rate_and_depth(record):
    grid = record["grid"]
    assert record["seeds"] == [0, 1, 2]
    for placement in PLACEMENTS:
        assert tuple(grid["runs"][placement]) == ("6", "12")
        for starts in grid["runs"][placement].values():
            for rates in starts.values():
                assert tuple(rates) == ("0.0003", "0.001", "0.003")
                assert {len(values) for run in rates.values() for values in run.values()} == {3}


def test_the_grid_agrees_with_the_runs_that_are_shown_in_full(record):
    for placement in PLACEMENTS:
        for depth in ("6", "12"):
            for start in ("warmup", "none"):
                shown = record["training"][placement][depth][start]
                run = record["grid"]["runs"][placement][depth][start]["0.001"]
                assert run["accuracy"][0] == shown["accuracy"]
                assert run["loss"][0] == pytest.approx(np.mean(shown["loss"][-5:]), rel=1e-3)
