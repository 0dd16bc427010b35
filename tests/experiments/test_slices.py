"""A slice of each record is measured again.

Tolerances: 2 % of a training loss and 0.01 of a parameter in the first steps, which leaves room for
another order of sums on another processor; 10 % of a loss and 0.02 of an accuracy after hundreds of
steps; 0.1 %, the rounding of records, of what has no training in it. Times are of the machine and
its load: of norm_speed the errors agree, within a half, since a kernel adds in its own order.
"""

from functools import partial

import pytest

from normbook.data import read_record
from normbook.experiments import (
    affine_evolution,
    beyond,
    drift,
    epsilon_sweep,
    learning_rates,
    norm_speed,
    placement,
    text,
    training,
)
from normbook.experiments.parts import compute_part

EARLY, LATE, EXACT = 0.02, 0.1, 1e-3


def again(function, *arguments):
    return compute_part(partial(function, *arguments))["result"]


def test_drift():
    stored, steps = read_record("drift"), drift.STEPS[:7]
    for seed in (0, 1):
        run = again(drift.train, "layer", steps, seed)
        for key in ("loss", "drift", "unit_drift"):
            for now, then in zip(run[key], stored["by_seed"]["layer"][key][seed], strict=False):
                assert now == pytest.approx(then, rel=EARLY, abs=1e-3)


@pytest.mark.parametrize("norm", ["none", "layer"])
def test_learning_rates(norm):
    rate = 0.1
    stored = read_record("learning_rates")["runs"][norm]["60"][f"{rate:g}"]
    settings = learning_rates.Settings()._replace(steps=(60,))
    measured = again(learning_rates.train, settings, norm, rate, 0)["60"]
    assert measured["loss"] == pytest.approx(stored["loss"][0], rel=LATE)
    assert measured["accuracy"] == pytest.approx(stored["accuracy"][0], abs=0.02)


def test_placement_at_initialization():
    stored = read_record("placement")["init"]["pre"]["6"]
    measured = again(placement.measure_at_init, placement.Settings(), "pre", 6)
    for key in ("gradient", "variance"):
        assert measured[key] == pytest.approx(stored[key], rel=EXACT)


def test_placement_in_training():
    stored = read_record("placement")["training"]["post"]["6"]["warmup"]
    settings = placement.Settings()._replace(steps=(0, 10))
    run = again(placement.train, settings, "post", 6, settings.warmup)
    assert run["loss"] == pytest.approx(stored["loss"][:2], rel=EARLY)
    assert run["gradient"][1] == pytest.approx(stored["gradient"][1], rel=EARLY)


@pytest.mark.parametrize("wiring", ["pre", "normformer"])
def test_placement_at_another_rate(wiring):
    stored = read_record("placement")["grid"]["6"]["warmup"][wiring]["runs"]["0.002"]
    settings = placement.Settings()
    run = again(placement.train_only, settings, 6, settings.warmup, wiring, 2e-3, 1)
    assert run["loss"] == pytest.approx(stored["loss"][1], rel=LATE)
    assert run["accuracy"] == pytest.approx(stored["accuracy"][1], abs=0.02)


def test_training():
    stored = read_record("training")
    rate = stored["grid"]["transformer"]["batch"]["128"]["best"]
    losses = stored["by_seed"]["transformer"]["batch"]["128"]["loss"]
    for seed in (0, 1):
        run = again(training.train, "transformer", 128, training.EXAMPLES[:3], "batch", rate, seed)
        assert run["loss"] == pytest.approx(losses[seed][:3], rel=EARLY)


def test_affine_evolution():
    stored, steps = read_record("affine_evolution"), (0, 10, 25, 50)
    settings = affine_evolution.Settings()._replace(steps=steps)
    run = again(affine_evolution.train, settings, "affine", 1)
    assert run["loss"] == pytest.approx(stored["runs"]["affine"]["loss"][1][:3], rel=EARLY)
    for kind in ("weight", "bias"):
        for layer in stored["layers"]:
            for now, then in zip(run[kind][layer], stored[kind][layer][1], strict=False):
                assert now == pytest.approx(then, abs=0.01)


def test_epsilon_sweep_in_training():
    # With tokens of 0.001 the gradients are so large that the last digits decide where a run ends.
    stored = read_record("epsilon_sweep")["runs"]["1"]["0.1"]
    run = again(epsilon_sweep.train, epsilon_sweep.Settings(), 1.0, 0.1, 1)
    assert run["loss"] == pytest.approx(stored["loss"][1], rel=LATE)
    assert run["accuracy"] == pytest.approx(stored["accuracy"][1], abs=0.02)


def test_epsilon_sweep_without_training():
    stored = read_record("epsilon_sweep")
    forward = again(epsilon_sweep.look_forward, epsilon_sweep.EPS)
    for eps, deviations in stored["forward"]["std_out"].items():
        assert forward["std_out"][eps] == pytest.approx(deviations, rel=EXACT)
    dtypes = again(epsilon_sweep.try_dtypes, epsilon_sweep.EPS)
    for dtype, rows in stored["dtypes"].items():
        for eps, row in rows.items():
            assert dtypes[dtype][eps]["constant_row"] == row["constant_row"]
            assert dtypes[dtype][eps]["stored"] == pytest.approx(row["stored"], rel=EXACT)
    overflow = again(epsilon_sweep.try_overflow)
    for dtype, rows in stored["overflow"].items():
        assert overflow[dtype]["unwidened"] == pytest.approx(rows["unwidened"], rel=EXACT)


def test_norm_speed():
    stored = read_record("norm_speed")["times"]["cpu"]["layer"]["bfloat16"]["1024"]
    settings = norm_speed.Settings()._replace(repeats=2, compiling=False)
    times = again(norm_speed.measure, settings, "cpu", "layer", "bfloat16", 1024)
    for way in ("fused", "unfused"):
        now, then = times[way]["both"], stored[way]["both"]
        assert 0 < now["q25"] <= now["median"] <= now["q75"]
        assert now["dweight_error"] == pytest.approx(then["dweight_error"], rel=0.5)


@pytest.mark.parametrize("variant", ["rms", "erf 1"])
def test_beyond(variant):
    stored = read_record("beyond")
    settings = beyond.Settings()._replace(steps=50)
    run = again(beyond.train, settings, variant, stored["grid"][variant]["best"], 1)
    assert run["curve"] == pytest.approx(stored["curve"][variant][1][:2], rel=EARLY)


def test_text():
    found = read_record("text")["grid"]["norms in batches of 128"]["layer"]
    run = again(text.train, text.EXAMPLES, "norms in batches of 128", "layer", found["best"], 1)
    stored = found["runs"][f"{found['best']:g}"]
    for key in ("loss", "test_loss", "evaluation"):
        assert run[key] == pytest.approx(stored[key][1], rel=EARLY)
