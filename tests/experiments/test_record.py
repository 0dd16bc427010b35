import json

import pytest

from normbook.experiments import record
from normbook.experiments.record import measured, read_record, rounded, write_record


def test_a_record_carries_what_it_takes_to_repeat_it():
    made = measured("drift", 7, lambda: {"loss": 2.302585})
    assert made["command"] == "python -m normbook.experiments.drift"
    assert made["seed"] == 7
    assert made["versions"].keys() == {"python", "torch", "numpy"}
    assert made["machine"].keys() == {"cores", "architecture"}
    assert made["loss"] == 2.303


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_what_is_not_finite_becomes_null_at_any_depth(value):
    assert rounded({"runs": [[value, 1]]}) == {"runs": [[None, 1]]}


def test_floats_keep_four_significant_digits_and_integers_all():
    assert rounded([123456.0, 0.000123456, 123456]) == [123500.0, 0.0001235, 123456]


def test_a_record_that_is_read_is_the_one_that_was_written(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RECORDS", tmp_path)
    write_record("drift", {"loss": [1.5, None]})
    assert read_record("drift") == {"loss": [1.5, None]}


def test_a_record_that_is_not_rounded_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RECORDS", tmp_path)
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_record("drift", {"loss": float("nan")})


def test_records_are_compact(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RECORDS", tmp_path)
    write_record("drift", {"loss": [1.5, 2.5]})
    text = (tmp_path / "drift.json").read_text()
    assert text == '{"loss":[1.5,2.5]}\n'
    assert json.loads(text)
