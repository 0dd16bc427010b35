"""What a file sets for all of PyTorch is neither the checks' nor the reader's."""

import pytest

from normbook.grader.verdict.find import find
from normbook.grader.verdict.fresh import fresh_torch
from normbook.grader.verdict.grade import grade_file

torch = pytest.importorskip("torch")

SETTINGS = [
    "torch.set_default_dtype(torch.float64)",
    'torch.set_default_device("meta")',
    "torch.set_grad_enabled(False)",
]


def state():
    return torch.get_default_dtype(), torch.get_default_device(), torch.is_grad_enabled()


FRESH = torch.float32, torch.device("cpu"), True


@pytest.fixture(autouse=True)
def _as_before():
    yield
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)
    torch.set_grad_enabled(True)


@pytest.mark.parametrize("setting", SETTINGS)
def test_what_was_set_before_is_away_within_and_back_afterwards(setting):
    exec(setting)
    before = state()
    assert before != FRESH
    with fresh_torch():
        assert state() == FRESH
        torch.set_default_dtype(torch.float16)
    assert state() == before


@pytest.mark.parametrize("setting", SETTINGS)
def test_what_a_file_sets_above_or_below_a_right_answer_costs_nothing(tmp_path, setting):
    exercise = find("layer_norm_module")
    path = tmp_path / "layer_norm_module.py"
    path.write_text(f"import torch\n{setting}\n{exercise.solution.read_text()}\n{setting}\n")
    report = grade_file(exercise, path)
    assert report.solved, report
    assert state() == FRESH


@pytest.mark.parametrize("setting", SETTINGS)
def test_what_a_reader_has_set_where_an_answer_is_graded_costs_nothing_and_stays(setting):
    exercise = find("layer_norm_module")
    exec(setting)
    before = state()
    report = grade_file(exercise, exercise.solution)
    assert report.solved, report
    assert state() == before
