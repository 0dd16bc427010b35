import pytest
import torch

from normbook.experiments import NAMES, drift, record
from normbook.experiments.__main__ import main


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.setattr(record, "RECORDS", tmp_path / "records")
    monkeypatch.setattr(record, "KEPT", tmp_path / "kept")
    return tmp_path


def test_all_experiments_are_run_in_turn_with_their_times(folder, capsys, monkeypatch):
    monkeypatch.setattr("normbook.experiments.__main__.NAMES", ("drift", "epsilon_sweep"))
    main(["--quick", "--jobs", "1"])
    printed = capsys.readouterr().out
    assert printed.index("drift (1 of 2)") < printed.index("epsilon_sweep (2 of 2)")
    assert "s of one core" in printed
    assert printed.splitlines()[-1].startswith("All: ")
    written = sorted(path.name for path in (folder / "kept").iterdir())
    assert written == ["drift.quick.json", "epsilon_sweep.quick.json"]


def test_an_experiment_that_was_done_is_not_repeated(folder, capsys, monkeypatch):
    monkeypatch.setattr("normbook.experiments.__main__.NAMES", ("drift",))
    monkeypatch.setattr(drift, "STEPS", drift.QUICK_STEPS)
    for _ in range(2):
        main(["--jobs", "1"])
    assert "12 of 12 parts were there already" in capsys.readouterr().out
    assert (folder / "records/drift.json").exists()


def test_without_a_gpu_a_record_of_one_is_left_as_it_is(folder, capsys, monkeypatch):
    monkeypatch.setattr("normbook.experiments.__main__.NAMES", ("norm_speed_gpu",))
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    main(["--quick"])
    assert "left as it is: PyTorch finds no GPU here" in capsys.readouterr().out
    assert not (folder / "kept").exists()


def test_no_experiment_is_named_twice():
    assert len(NAMES) == len(set(NAMES))
