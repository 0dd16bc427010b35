import numpy as np
import pytest
import torch

from normbook.data import read_record
from normbook.experiments.epsilon_sweep import EPS, expected_std, unwidened_layer_norm, verdict
from normbook.nn import LayerNorm


@pytest.fixture(scope="module")
def record():
    return read_record("epsilon_sweep")


def test_unwidened_layer_norm_is_layer_norm_where_the_dtype_is_wide_enough():
    torch.manual_seed(0)
    x = torch.randn(4, 16)
    torch.testing.assert_close(unwidened_layer_norm(x, 0.1), LayerNorm(16, eps=0.1)(x).detach())


def test_verdicts():
    assert verdict(torch.tensor([1.0, 0.0])) == "other"
    assert verdict(torch.tensor([float("nan"), 0.0])) == "nan"
    assert verdict(torch.tensor([0.0, -0.0])) == "zero"


def test_the_record_has_a_run_for_each_scale_epsilon_and_seed(record):
    assert tuple(record["eps"]) == EPS
    for scale in record["scales"]:
        runs = record["runs"][f"{scale:g}"]
        assert list(runs) == [f"{eps:g}" for eps in EPS]
        for run in runs.values():
            assert {len(values) for values in run.values()} == {len(record["seeds"])}


def test_the_measured_deviation_is_the_one_of_the_formula(record):
    forward = record["forward"]
    for eps in EPS:
        expected = [expected_std(std, eps) for std in forward["std_in"]]
        assert forward["std_out"][f"{eps:g}"] == pytest.approx(expected, rel=2e-3)


def test_float16_loses_an_epsilon_of_1e_8_and_gives_nan_for_a_constant_row(record):
    float16 = record["dtypes"]["float16"]
    for eps in ("1e-12", "1e-10", "1e-08"):
        assert float16[eps]["stored"] == 0
        assert float16[eps]["constant_row"] == {"unwidened": "nan", "widened": "zero"}
    assert float16["1e-07"]["stored"] == pytest.approx(1.19e-7, rel=0.01)
    assert float16["1e-07"]["constant_row"]["unwidened"] == "zero"


def test_bfloat16_has_the_range_of_float32_and_keeps_every_epsilon(record):
    for eps, row in record["dtypes"]["bfloat16"].items():
        assert row["stored"] == pytest.approx(float(eps), rel=2**-8)
        assert row["constant_row"] == {"unwidened": "zero", "widened": "zero"}


def test_float16_overflows_from_256_and_gives_0(record):
    overflow = record["overflow"]["float16"]
    small = np.array(overflow["x"]) < 256
    assert np.array(overflow["unwidened"])[small] == pytest.approx(1, abs=1e-3)
    assert (np.array(overflow["unwidened"])[~small] == 0).all()
    assert overflow["widened"] == pytest.approx([1] * len(small), abs=1e-3)


def test_below_a_thousandth_epsilon_changes_no_run_of_unit_tokens(record):
    ends = [run["accuracy"] for eps, run in record["runs"]["1"].items() if float(eps) <= 1e-3]
    assert np.ptp(np.mean(ends, axis=1)) < 0.03
