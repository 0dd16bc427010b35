import gzip
import importlib
import json
from datetime import date

import pytest
import torch

from normbook.data import RECORDS, read_record
from normbook.experiments import NAMES, ON_GPU
from normbook.experiments.parts import PACKAGE

SHOWN_BY_EXPLORABLES = ("drift", "placement", "training")


@pytest.fixture(scope="module", params=NAMES)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def quick(name):
    """Return a quick run of an experiment."""
    if name in ON_GPU and not torch.cuda.is_available():
        pytest.skip("PyTorch finds no GPU here")
    return importlib.import_module(f"normbook.experiments.{name}").run(quick=True)


def finite(value):
    if isinstance(value, dict):
        return all(map(finite, value.values()))
    if isinstance(value, list):
        return all(map(finite, value))
    return value is not None


def test_every_experiment_is_named():
    modules = (PACKAGE / "experiments").glob("*.py")
    named = {path.stem for path in modules if 'main("' in path.read_text(encoding="utf-8")}
    assert named == set(NAMES)


def test_every_record_says_how_to_repeat_it(name):
    record = read_record(name)
    assert record["command"] == f"python -m normbook.experiments.{name}"
    assert record["seed"] == 0
    assert record["seeds"][0] == record["seed"]
    assert all(record["versions"][name] for name in ("python", "torch", "numpy"))
    assert date.fromisoformat(record["date"]).year >= 2026
    assert record["machine"]["cores"] >= 1
    assert record["seconds"] > 0


def test_a_quick_run_has_the_form_of_the_stored_record_and_can_be_stored(name, quick):
    stored = read_record(name)
    assert {key: quick[key] for key in ("command", "seed")} == {
        key: stored[key] for key in ("command", "seed")
    }
    assert list(quick) == list(stored)
    assert json.loads(json.dumps(quick, allow_nan=False)) == quick


@pytest.mark.parametrize("name", SHOWN_BY_EXPLORABLES)
def test_no_run_diverges(name):
    assert finite(read_record(name))


@pytest.mark.parametrize("name", [name for name in NAMES if "speed" not in name])
def test_every_measurement_was_repeated_from_three_seeds_or_more(name):
    assert len(read_record(name)["seeds"]) >= 3


def test_all_full_runs_take_less_than_ninety_minutes_of_two_cores():
    # of one core, and of two for norm_speed, which runs alone
    seconds = {name: read_record(name)["seconds"] for name in NAMES}
    assert sum(seconds.values()) + seconds["norm_speed"] < 2 * 90 * 60


def test_records_are_small():
    sizes = {name: (RECORDS / f"{name}.json").stat().st_size for name in NAMES}
    assert all(sizes[name] <= 25_000 for name in set(NAMES) - set(SHOWN_BY_EXPLORABLES))


def test_all_records_together_are_small():
    files = [RECORDS / f"{name}.json" for name in NAMES]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < 260_000
