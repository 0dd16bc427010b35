import gzip
import importlib
import json
from datetime import date

import pytest

from normbook.experiments.record import RECORDS, read_record

NAMES = ("placement", "drift", "training")


@pytest.fixture(scope="module", params=NAMES)
def records(request):
    """Return a quick run of an experiment, and its stored record."""
    module = importlib.import_module(f"normbook.experiments.{request.param}")
    return module.run(quick=True), read_record(request.param)


def finite(value):
    if isinstance(value, dict):
        return all(map(finite, value.values()))
    if isinstance(value, list):
        return all(map(finite, value))
    return value is not None


def test_every_record_says_how_to_repeat_it(records):
    for record in records:
        assert record["command"].startswith("python -m normbook.experiments.")
        assert record["seed"] == 0
        assert all(record["versions"][name] for name in ("python", "torch", "numpy"))
        assert date.fromisoformat(record["date"]).year >= 2026
        assert record["machine"]["cores"] >= 1
        assert record["seconds"] > 0


def test_no_run_diverges(records):
    for record in records:
        assert finite(record)


def test_a_quick_run_has_the_form_of_the_stored_record_and_can_be_stored(records):
    quick, stored = records
    assert list(quick) == list(stored)
    assert json.loads(json.dumps(quick, allow_nan=False)) == quick


def test_a_full_run_takes_less_than_ten_minutes(records):
    assert records[1]["seconds"] < 600


def test_all_records_together_are_small():
    files = [RECORDS / f"{name}.json" for name in NAMES]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < 260_000
