import math

import pytest
import torch

from normbook.data import read_record
from normbook.experiments import norm_speed, norm_speed_gpu
from normbook.experiments.norm_speed import QUICK, WAYS, check_errors, describe, time_in_turn


@pytest.fixture(scope="module")
def record():
    return read_record("norm_speed")


@pytest.fixture(scope="module")
def gpu_record():
    return read_record("norm_speed_gpu")


def test_steps_take_turns_and_the_first_repeats_do_not_count():
    order = []
    steps = {name: lambda name=name: order.append(name) for name in "ab"}
    times = time_in_turn(steps, repeats=2, device="cpu")
    assert "".join(order) == "ab" * 5
    assert {len(each) for each in times.values()} == {2}


def test_a_wrong_result_is_not_timed():
    check_errors({("fused", "forward"): [1e-6]}, largest=1e-4)
    with pytest.raises(ArithmeticError, match=r"fused errs by 0\.01 in both; at most 0\.0001"):
        check_errors({("fused", "both"): [1e-6, 1e-2]}, largest=1e-4)
    with pytest.raises(ArithmeticError):
        check_errors({("fused", "both"): [math.nan]}, largest=1e-4)


def test_where_nothing_can_be_compiled_the_record_says_why(monkeypatch):
    def fail(module, **options):
        raise RuntimeError("no working C++ compiler\nand more")

    monkeypatch.setattr(torch, "compile", fail)
    settings = QUICK._replace(compiling=True)
    assert describe(settings, "cpu")["compiled"] == "RuntimeError: no working C++ compiler"
    measured = norm_speed.measure(settings, "cpu", "layer", "float32", 256)
    assert measured["compiled"] is None
    assert measured["fused"]["forward"]["median"] > 0


def test_without_a_gpu_its_experiment_says_so(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(SystemExit, match="finds no GPU here"):
        norm_speed_gpu.run(quick=True)


@pytest.mark.parametrize("name", ["norm_speed", "norm_speed_gpu"])
def test_the_record_has_a_time_for_each_device_norm_dtype_width_way_and_pass(name):
    record = read_record(name)
    assert tuple(record["ways"]) == WAYS
    for device, about in record["devices"].items():
        assert about["name"]
        assert about["copy_gb_per_s"] > 0
        for norm in record["norms"]:
            for dtype in record["dtypes"]:
                for width in record["widths"]:
                    ways = record["times"][device][norm][dtype][str(width)]
                    assert list(ways) == list(WAYS)
                    assert (ways["compiled"] is None) == (about["compiled"] is not None)
                    for passes in ways.values():
                        for each in (passes or {}).values():
                            assert 0 < each["q25"] <= each["median"] <= each["q75"]


def test_on_the_gpu_only_the_fused_ways_come_near_to_the_speed_of_a_copy(gpu_record):
    copy = gpu_record["devices"]["cuda"]["copy_gb_per_s"]
    for norm, dtypes in gpu_record["times"]["cuda"].items():
        for ways in dtypes["float32"].values():
            shares = {way: ways[way]["both"]["gb_per_s"] / copy for way in WAYS}
            assert shares["unfused"] < 0.15, norm
            assert 0.4 < min(shares["fused"], shares["compiled"]) < 1, norm


def test_bytes_a_second_are_those_that_must_move_in_the_median_time(record):
    elements = record["devices"]["cpu"]["elements"]
    each = record["times"]["cpu"]["layer"]["bfloat16"]["1024"]["fused"]
    for name, moves in (("forward", 2), ("both", 5)):
        expected = moves * 2 * elements / each[name]["median"] / 1e6
        assert each[name]["gb_per_s"] == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_a_fused_layer_norm_is_faster_than_an_operator_for_each_step(record, dtype):
    for ways in record["times"]["cpu"]["layer"][dtype].values():
        assert ways["fused"]["forward"]["median"] < ways["unfused"]["forward"]["median"]


def test_only_fused_layer_norm_in_bfloat16_errs_by_percents_in_its_weights_gradient(record):
    for norm, dtypes in record["times"]["cpu"].items():
        for dtype, widths in dtypes.items():
            for ways in widths.values():
                for way, passes in ways.items():
                    if passes is not None:
                        coarse = (norm, dtype, way) == ("layer", "bfloat16", "fused")
                        assert (passes["both"]["dweight_error"] > 0.02) == coarse


def test_the_ratio_is_of_medians_by_dtype_width_and_pass(gpu_record):
    ratios = norm_speed.rms_over_layer(gpu_record, "fused")
    assert len(ratios) == 2 * 3 * 2
    rms, layer = (
        gpu_record["times"]["cuda"][norm]["bfloat16"]["1024"] for norm in ("rms", "layer")
    )
    expected = rms["fused"]["both"]["median"] / layer["fused"]["both"]["median"]
    assert ratios["bfloat16", 1024, "both"] == expected
