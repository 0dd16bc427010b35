"""The corpus is what it says: wrong answers, each with its mistakes, and none that passes."""

import tomllib
from pathlib import Path

import bench_diagnosis as bench
import pytest

from normbook.grader import find, find_all
from normbook.grader.verdict.grade import grade_file

HOLES = sorted(Path(__file__).parent.glob("holes/*/*.py"))
LABELS = tomllib.loads((Path(__file__).parent / "labels.toml").read_text(encoding="utf-8"))


def test_labels_name_mutants_that_there_are():
    for exercise in find_all():
        mutants = {path.stem for path in exercise.mutants}
        for label, named in LABELS.get(exercise.slug, {}).items():
            assert set(named) <= mutants, f"{exercise.slug}: {label}"


def test_each_answer_makes_mistakes_that_have_a_label():
    answers = list(bench.answers([]))
    assert len(answers) >= 500
    for answer in answers:
        missing = set(answer.mistakes) - LABELS.get(answer.exercise, {}).keys()
        assert not missing, f"{answer.exercise}/{answer.path.name}"


@pytest.mark.parametrize("path", HOLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_wrong_answer_that_once_had_full_marks_has_them_no_more(path):
    assert not grade_file(find(path.parent.name), path).solved


def test_the_share_of_right_diagnoses_is_told(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["bench_diagnosis.py", "min_max_scale", "--jobs", "1"])
    bench.main()
    out = capsys.readouterr().out
    assert "Kept aside" in out
    assert "something false named" in out
