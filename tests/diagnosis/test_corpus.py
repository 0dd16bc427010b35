"""The corpus is what it says: wrong answers, each with its mistakes, and none that passes."""

import tomllib
from pathlib import Path

import bench_diagnosis as bench
import pytest

from normbook.grader import find, find_all
from normbook.grader.verdict.grade import grade_file

FOLDER = Path(__file__).parent
HOLES = sorted(FOLDER.glob("holes/*/*.py"))
LABELS = tomllib.loads((FOLDER / "labels.toml").read_text(encoding="utf-8"))


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


def test_a_new_answer_moves_no_other_to_those_kept_aside_or_from_them(tmp_path, monkeypatch):
    folder = tmp_path / "corpus" / "layer_norm"
    folder.mkdir(parents=True)
    monkeypatch.setattr(bench, "FOLDER", tmp_path)

    def aside(names):
        for name in names:
            (folder / f"{name}.py").write_text('"""Wrong.\n\nmistakes: one\n"""\n')
        return {each.path.name: each.aside for each in bench.answers([])}

    before = aside(f"b{i}" for i in range(40))
    assert 0 < sum(before.values()) < 20
    assert before.items() <= aside(["a", "b0_and_more", "c"]).items()


def test_about_a_fifth_is_kept_aside():
    answers = list(bench.answers([]))
    assert 0.15 < sum(each.aside for each in answers) / len(answers) < 0.25


def outcome(named, mistakes=1, false=()):
    """Return an outcome of which as many mistakes are named as this says."""
    answer = bench.Answer(FOLDER / "corpus" / "layer_norm" / "a.py", ("one",) * mistakes, False)
    described = tuple(i < named for i in range(mistakes))
    return bench.Outcome(answer, described, false, (), (), 1.0)


@pytest.mark.parametrize(
    ("outcomes", "missed"),
    [
        ([*[outcome(1)] * 85, *[outcome(0)] * 15], []),
        ([*[outcome(1)] * 84, *[outcome(0)] * 16], ["one mistake", "at least one named"]),
        ([*[outcome(2, 2)] * 65, *[outcome(1, 2)] * 35], []),
        ([*[outcome(2, 2)] * 64, *[outcome(1, 2)] * 36], ["two"]),
        ([outcome(3, 3), *[outcome(1, 3)] * 99], []),
        ([*[outcome(1)] * 99, outcome(1, false=("b",))], []),
        ([*[outcome(1)] * 98, *[outcome(1, false=("b",))] * 2], ["something false named"]),
        ([], []),
    ],
)
def test_a_share_beyond_its_limit_is_missed(outcomes, missed):
    found = [share for share in bench.shares(outcomes) if share.is_missed]
    assert len(found) == len(missed)
    for share, name in zip(found, missed, strict=True):
        assert share.text.startswith(name)
    assert all(str(share).endswith("missed") for share in found)


def test_the_share_of_right_diagnoses_is_told(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["bench_diagnosis.py", "min_max_scale", "--jobs", "1"])
    status = bench.main()
    out = capsys.readouterr().out
    assert "Kept aside" in out
    assert "something false named" in out
    assert status == ("missed" in out)
