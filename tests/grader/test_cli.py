"""The command line, as a student uses it."""

import errno
import hashlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import normbook
from normbook.grader import cli, find, find_all
from normbook.grader.classroom import grade as classroom
from normbook.grader.classroom.assignment import read_assignment, write_assignment
from normbook.grader.commands import attempts, learning
from normbook.grader.fence import lockdown, sandbox
from normbook.grader.fence.grade import grade_all
from normbook.grader.fence.limits import DEFAULT_SECONDS
from normbook.grader.verdict import report

SOURCES = str(Path(normbook.__file__).parents[1])
SOLUTION = find("layer_norm").solution.read_text()
OUTSIDE = SOLUTION.replace("np.sqrt(var + eps)", "(np.sqrt(var) + eps)")
SCALED = (find("layer_norm").folder / "mutants/bias_is_scaled_too.py").read_text("utf-8")
ENVIRONMENT = {**os.environ, "PYTHONPATH": SOURCES, "PYTHONUNBUFFERED": "1"}
ENVIRONMENT.pop("GITHUB_STEP_SUMMARY", None)
UNKEPT = "This is not kept for next time: exercises/{}: Read-only file system\n"
GRADED = "Save an attempt, and it is graded; Ctrl+C ends this."
COMMAND = [sys.executable, "-m", "normbook.grader.cli"]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return tmp_path


@pytest.fixture
def normbook_says(folder, capsys):
    """Give a function that runs one command in this process, and returns what it did."""

    def run(*arguments: object) -> tuple[int, str, str]:
        status = cli.main([str(argument) for argument in arguments])
        return (status, *capsys.readouterr())

    return run


def attempt(folder: Path, source: str, slug: str = "layer_norm") -> Path:
    path = folder / "exercises" / f"{slug}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(source)
    return path


def test_those_who_learn_do_not_wait_for_what_is_for_those_who_teach(folder):
    code = (
        "import sys\nfrom normbook.grader.cli import main\nmain(['list'])\n"
        "assert not [name for name in sys.modules if name.endswith('.teaching')]\n"
        "assert 'normbook.grader.commands.learning' in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True)
    assert done.stderr == b""


def test_without_pytest_it_says_what_to_install(normbook_says, monkeypatch):
    monkeypatch.setattr("normbook.extras.find_spec", lambda name: None)
    said = 'The grader needs pytest. Install: pip install "normbook[grader]"\n'
    assert normbook_says("grade", "layer_norm") == (2, "", said)


def test_who_reads_no_further_is_told_of_no_error(folder, monkeypatch):
    class Closed(io.StringIO):
        def fileno(self) -> int:
            return file.fileno()

        def write(self, text: str) -> int:
            raise BrokenPipeError

    with open(folder / "out.txt", "w") as file:
        monkeypatch.setattr(sys, "stdout", Closed())
        assert cli.main(["list"]) == 1


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize("command", [["grade"], ["list"], ["hint", "layer_norm"]])
def test_where_an_output_has_no_such_signs_the_command_does_without(folder, encoding, command):
    attempt(folder, OUTSIDE)
    environment = ENVIRONMENT | {"PYTHONIOENCODING": encoding}
    done = subprocess.run([*COMMAND, *command], capture_output=True, env=environment, timeout=60)
    assert done.stderr == b""
    assert done.returncode == int(command == ["grade"])
    if command == ["grade"]:
        marks = re.findall(rb"^ +(\S+) (0|1|2)/(?:1|2)  ", done.stdout, re.MULTILINE)
        assert {mark for mark, points in marks if points == b"0"} == {b"x"}
        assert {mark for mark, points in marks if points != b"0"} == {b"+"}
        assert json.loads((folder / attempts.EARNED).read_bytes())["layer_norm"] > 0


def row(table: str, slug: str) -> list[str]:
    (line,) = re.findall(rf"^ *{slug} .*$", table, re.MULTILINE)
    return line.split()


# ---- help ----

SECONDS = (
    "--seconds SECONDS  of processor time for each attempt; 10 unless given, and always 1024 MB of "
    "memory"
)
HELP = {
    "": """
        The command ``normbook``: for learners, and for those who teach.

        positional arguments:
          COMMAND
            list         show the exercises, and what you earned
            start        write stubs into exercises/
            prompt       show what an exercise asks
            grade        grade attempts
            watch        grade each attempt when it is saved
            hint         show the next hint
            solution     show the solution; asks first
            reset        put the stub back; keeps your work beside it
            release      write a repository for students: stubs, prompts, a workflow
            new          write a small exercise of your own, to be changed
            check        say what is left to mend in exercises of your own
            grade-class  grade the attempts of a class into a gradebook

        options:
          --version      show program's version number and exit
    """,
    "list": "show the exercises, and what you earned",
    "start": "write stubs into exercises/  positional arguments:  slug  none means all",
    "grade": f"""
        grade attempts

        positional arguments:
          slug               none means all

        options:
          --isolated         as CI does: no files, no network
          {SECONDS}

        outputs:
          --json FILE        write results as JSON, which Exercism's tools read, too
          --gradescope FILE  write results.json for Gradescope
          --junit FILE       write JUnit XML
          --html FILE        write one page for a browser
          --badge FILE       write an SVG of the points
    """,
    "watch": f"""
        grade each attempt when it is saved

        positional arguments:
          slug               none means all

        options:
          {SECONDS}
    """,
    "prompt": "show what an exercise asks  positional arguments:  slug  the exercise",
    "hint": "show the next hint  positional arguments:  slug  the exercise",
    "solution": """
        show the solution; asks first

        positional arguments:
          slug   the exercise

        options:
          --yes  do not ask
    """,
    "reset": """
        put the stub back; keeps your work beside it

        positional arguments:
          slug  the exercise
    """,
    "release": """
        write a repository for students: stubs, prompts, a workflow

        positional arguments:
          folder            new, empty, or released before
          slug              none means all

        options:
          --due TIME         the due date: 2026-12-01T23:59:59+01:00
          --source ADDRESS   what students install normbook from; a wheel in the folder unless given
          --wheel FILE       that wheel, as the book's site has it, or a copy of what is at the
                             address; fetched unless given
          --gradescope FILE  write a zip for Gradescope, too; of a folder released before, that
                             alone
          --seed SEED        as of grade-class, for that zip alone: students never read it
    """,
    "new": """
        write a small exercise of your own, to be changed

        positional arguments:
          folder  new or empty; its name is the exercise's
    """,
    "check": """
        say what is left to mend in exercises of your own

        positional arguments:
          folder  of exercises, or of one
    """,
    "grade-class": f"""
        grade the attempts of a class into a gradebook

        positional arguments:
          folder               a folder a student, or what Moodle or Canvas saves

        options:
          --out FOLDER         for the gradebook; gradebook/ unless given
          --assignment FILE    what is graded, its weights and due date; assignment.toml in the
                               folder unless given
          --roster FILE        who is in the class, as Canvas or Moodle exports
          {SECONDS}
          --seed SEED          ask what passes anew, with numbers that this draws: what was learnt
                               by heart fails; that of the assignment unless given
          --regrade            grade anew what has a verdict
          --only NAME          grade anew this student, and keep the verdicts on others; once for
                               each
          --jobs JOBS          processes; one a processor unless given
          --scheduler ADDRESS  of a Dask cluster to grade on
    """,
}


@pytest.mark.parametrize("command", HELP)
def test_help_says_what_a_command_and_its_options_do(normbook_says, capsys, command):
    with pytest.raises(SystemExit) as left:
        normbook_says(*command.split(), "--help")
    assert left.value.code == 0
    usage, _, text = capsys.readouterr().out.partition("\n\n")
    assert usage.startswith(f"usage: {f'normbook {command}'.strip()} [-h]")
    text = re.sub(r"-h, --help +show this help message and exit", "", text)
    text, count = re.subn(r"--exercises FOLDER +of your own, beside the book's", "", text)
    assert count == 1
    expected = HELP[command] if "options:" in HELP[command] else f"{HELP[command]} options:"
    assert text.split() == expected.split()


def test_without_a_command_the_commands_are_named(normbook_says, capsys):
    with pytest.raises(SystemExit) as left:
        normbook_says()
    assert left.value.code == 2
    assert capsys.readouterr().err == cli.parser().format_help()


@pytest.mark.parametrize("command", ["prompt", "hint", "solution", "reset"])
def test_without_an_exercise_its_list_is_named(normbook_says, capsys, command):
    with pytest.raises(SystemExit) as left:
        normbook_says(command)
    assert left.value.code == 2
    error = "error: the following arguments are required: slug\nAll exercises: normbook list\n"
    assert capsys.readouterr().err.endswith(error)


def test_what_stands_for_a_mark_is_ascii_and_no_other_s():
    marks = [cli.PLAIN.get(mark, mark) for mark in report.MARKS.values()]
    assert "".join(marks).isascii()
    assert len(set(marks)) == len(marks)


# ---- list ----


def test_list_shows_every_exercise_with_its_points(normbook_says):
    status, out, _ = normbook_says("list")
    assert status == 0
    header, chapter, first, *_ = out.splitlines()
    assert header == "exercise                      points  minutes  difficulty  needs"
    points = sum(each.points for each in find_all() if each.chapter == "scaling")
    assert chapter == f"chapter scaling                    0/{points}"
    assert first == "  min_max_scale                     /3      10  easy        Python alone"
    for exercise in find_all():
        points, minutes, difficulty, *_ = row(out, exercise.slug)[1:]
        assert points == f"/{exercise.points}"
        assert (minutes, difficulty) == (str(exercise.minutes), exercise.difficulty)
    assert out.splitlines()[-1].split() == ["in", "all", f"0/{sum(e.points for e in find_all())}"]


def test_list_shows_what_was_started_and_what_was_earned(normbook_says, folder):
    attempt(folder, OUTSIDE)
    normbook_says("start", "standardize")
    assert row(normbook_says("list")[1], "layer_norm")[1] == "started/10"
    normbook_says("grade", "layer_norm")
    out = normbook_says("list")[1]
    assert row(out, "layer_norm")[1] == "8/10"
    assert row(out, "standardize")[1].startswith("started/")
    assert row(out, "chapter layer_norm")[-1].startswith("8/")
    assert "8/" in out.splitlines()[-1]


@pytest.mark.parametrize(
    "kept",
    [
        b"",
        b"null",
        b"[1, 2]",
        b"3",
        b'{"layer_norm": null}',
        b'{"layer_norm": "many"}',
        b'{"layer_norm": 1e999}',
        b'{"layer_norm": NaN}',
        b"\xff\xfe",
        b'{"layer_norm": 8',
    ],
)
@pytest.mark.parametrize("command", ["list", "grade"])
def test_spoilt_points_count_as_none_and_are_kept_aside(normbook_says, folder, kept, command):
    attempt(folder, SOLUTION)
    (folder / "exercises/.earned.json").write_bytes(kept)
    status, out, err = normbook_says(command)
    (aside,) = folder.glob("exercises/.earned.json.*.bak")
    assert aside.read_bytes() == kept
    assert (status, err) == (
        0,
        "exercises/.earned.json is spoilt, and counts as empty. "
        f"It is kept as exercises/{aside.name}.\n",
    )
    assert command == "grade" or row(out, "layer_norm")[1] == "started/10"
    assert normbook_says("grade", "layer_norm")[0] == 0
    assert row(normbook_says("list")[1], "layer_norm")[1] == "10/10"


def test_what_is_earned_in_all_is_what_is_listed(normbook_says, folder):
    (folder / "exercises").mkdir()
    (folder / "exercises/.earned.json").write_text('{"layer_norm": 3, "of_another_course": 500}')
    assert normbook_says("list")[1].splitlines()[-1].split()[-1].startswith("3/")


# ---- start and reset ----


def test_start_writes_the_stubs_that_are_asked_for(normbook_says, folder):
    status, out, _ = normbook_says("start", "layer_norm", "standardize")
    assert status == 0
    assert out == "".join(
        f"exercises/{slug}.py is yours. What it is to do says: normbook prompt {slug}. "
        f"Solve it, then: normbook grade {slug}\n"
        for slug in ("layer_norm", "standardize")
    )
    written = {path.stem: path.read_text() for path in (folder / "exercises").glob("*.py")}
    assert written == {slug: find(slug).stub for slug in ("layer_norm", "standardize")}


def test_start_alone_writes_all(normbook_says, folder):
    normbook_says("start")
    written = {path.stem for path in (folder / "exercises").glob("*.py")}
    assert written == {exercise.slug for exercise in find_all()}


def test_in_an_assignment_s_folder_all_are_those_of_the_assignment(
    normbook_says, folder, watch_says
):
    slugs = ["standardize", "layer_norm"]
    (folder / "assignment.toml").write_text(write_assignment([find(slug) for slug in slugs]))
    normbook_says("start")
    assert {path.stem for path in (folder / "exercises").glob("*.py")} == {*slugs}
    listed = normbook_says("list")[1]
    assert re.findall(r"^  (\w+)", listed, re.M) == slugs
    assert listed.split()[-1] == f"0/{sum(find(slug).points for slug in slugs)}"
    for slug in slugs:
        attempt(folder, find(slug).solution.read_text(), slug)
    normbook_says("grade")
    watch_says(at_looks=[lambda: attempt(folder, SOLUTION)])
    assert {path.stem for path in (folder / "exercises").glob("*.py")} == {*slugs}


def test_start_never_overwrites(normbook_says, folder):
    path = attempt(folder, "my work")
    status, out, _ = normbook_says("start", "layer_norm", "standardize")
    assert status == 0
    assert out.startswith("exercises/layer_norm.py is there already; left as it is.\n")
    assert path.read_text() == "my work"
    assert (folder / "exercises/standardize.py").exists()


def test_reset_puts_the_stub_back_and_keeps_every_backup(normbook_says, folder):
    path = attempt(folder, "one")
    out = normbook_says("reset", "layer_norm")[1]
    assert path.read_text() == find("layer_norm").stub
    path.write_text("two")
    normbook_says("reset", "layer_norm")
    backups = sorted((folder / "exercises").glob("layer_norm.*.bak"))
    assert [backup.read_text() for backup in backups] == ["one", "two"]
    assert out.startswith(f"Your work is kept as exercises/{backups[0].name}.\n")
    assert re.fullmatch(r"layer_norm\.\d{4}-\d\d-\d\d-\d{6}-\d{6}\.bak", backups[0].name)


def test_reset_of_what_was_not_started_starts_it(normbook_says, folder):
    assert normbook_says("reset", "layer_norm")[0] == 0
    assert [path.name for path in (folder / "exercises").iterdir()] == ["layer_norm.py"]


# ---- hint and solution ----


def test_the_prompt_is_shown_as_in_the_chapter(normbook_says):
    status, out, _ = normbook_says("prompt", "layer_norm")
    exercise = find("layer_norm")
    assert (status, out) == (0, f"# {exercise.title}\n\n{exercise.prompt.strip()}\n")


def test_hints_escalate_one_at_a_time_and_the_last_stays(normbook_says, folder):
    hints = find("layer_norm").hints
    shown = [normbook_says("hint", "layer_norm")[1] for _ in range(len(hints) + 2)]
    expected = [f"Hint {n} of {len(hints)}\n\n{h.text}\n" for n, h in enumerate(hints, start=1)]
    again = expected[-1].replace("\n", ", the last: you have had them all\n", 1)
    assert shown == [*expected, again, again]


@pytest.mark.parametrize(
    ("source", "first"), [(OUTSIDE, 3), (SCALED, 4)], ids=["eps_outside_the_root", "bias*weight"]
)
def test_hints_that_help_with_the_mistake_that_is_named_come_first(
    normbook_says, folder, source, first
):
    attempt(folder, source)
    normbook_says("grade", "layer_norm")
    said = [normbook_says("hint", "layer_norm") for _ in find("layer_norm").hints]
    others = [number for number in range(1, 7) if number != first]
    assert [(status, out.partition(" of")[0]) for status, out, _ in said] == [
        (0, f"Hint {number}") for number in (first, *others)
    ]


def test_hints_of_one_exercise_are_counted_apart_from_another_s(normbook_says):
    normbook_says("hint", "layer_norm")
    assert normbook_says("hint", "standardize")[1].startswith("Hint 1 of")
    assert normbook_says("hint", "layer_norm")[1].startswith("Hint 2 of")


@pytest.mark.parametrize(
    ("answer", "shown"), [("y", True), ("Yes ", True), ("", False), ("n", False)]
)
def test_the_solution_is_shown_once_the_reader_says_so(normbook_says, monkeypatch, answer, shown):
    asked = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or answer)
    status, out, _ = normbook_says("solution", "layer_norm")
    assert asked == ["Show the solution all the same? [y/N] "]
    assert (status == 0) is shown
    hints = f"There are {len(find('layer_norm').hints)} hints: normbook hint layer_norm\n"
    assert out == hints + (SOLUTION if shown else "")


def test_where_nobody_can_be_asked_the_solution_stays_hidden(normbook_says, monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    status, out, _ = normbook_says("solution", "layer_norm")
    assert status == 1
    assert out.splitlines()[1:] == [
        "If you want the solution all the same: normbook solution layer_norm --yes"
    ]


def test_the_end_of_the_input_is_no_yes(normbook_says, monkeypatch):
    def end(question):
        raise EOFError

    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", end)
    status, out, _ = normbook_says("solution", "layer_norm")
    assert status == 1
    assert "def layer_norm" not in out


def test_yes_is_an_answer_given_beforehand(normbook_says):
    assert normbook_says("solution", "layer_norm", "--yes") == (0, SOLUTION, "")


# ---- grade ----


def test_a_solved_exercise_ends_with_0_and_any_other_with_1(normbook_says, folder):
    attempt(folder, SOLUTION)
    status, out, _ = normbook_says("grade", "layer_norm")
    assert (status, "10 of 10 points" in out) == (0, True)
    attempt(folder, OUTSIDE)
    status, out, _ = normbook_says("grade", "layer_norm")
    assert (status, "8 of 10 points" in out) == (1, True)
    assert "What this looks like" in out


@pytest.mark.parametrize("save", [Path.unlink, lambda path: path.write_text("def half_of")])
def test_who_saves_as_the_verdict_comes_has_it(normbook_says, folder, monkeypatch, save):
    path = attempt(folder, SOLUTION)

    def then_saved(*given: Any) -> Iterator[report.Report]:
        for each in grade_all(*given):
            save(path)
            yield each

    monkeypatch.setattr("normbook.grader.fence.grade.grade_all", then_saved)
    status, out, _ = normbook_says("grade", "layer_norm")
    assert status == 0
    assert "To compare it with the book's" in out


@pytest.mark.parametrize("odd", ["+".join(["1"] * 1000), f"0x{'1' * 4300}"])
def test_what_python_runs_and_cannot_write_anew_keeps_its_points(normbook_says, folder, odd):
    attempt(folder, f"{SOLUTION}\nODD = {odd}\n")
    status, out, _ = normbook_says("grade", "layer_norm")
    assert status == 0
    assert "To compare " in out  # how deep Python may write is the machine's
    assert json.loads(Path("exercises/.earned.json").read_text()) == {"layer_norm": 10}


def test_python_s_warnings_of_a_source_are_not_shown_below_its_verdict(normbook_says, folder):
    attempt(folder, f"{SOLUTION}\nPATTERN = '\\d'\n")
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        status, _, err = normbook_says("grade", "layer_norm")
    assert (status, err, seen) == (0, "", [])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "latin-1"])
def test_a_file_in_another_encoding_is_graded_as_python_runs_it(normbook_says, folder, encoding):
    source = f"# coding: {encoding.removesuffix('-sig')}\n# é\n{SOLUTION}"
    attempt(folder, "").write_bytes(source.encode(encoding))
    status, out, _ = normbook_says("grade", "layer_norm")
    assert status == 0
    assert "To compare it with the book's" in out


def test_grade_alone_grades_what_was_started_and_sums_it_up(normbook_says, folder):
    attempt(folder, OUTSIDE)
    attempt(folder, find("standardize").solution.read_text(), "standardize")
    status, out, _ = normbook_says("grade")
    worth = find("standardize").points
    assert status == 1
    assert row(out, "standardize") == ["standardize", str(worth), "of", str(worth), "pass"]
    assert out.splitlines()[-1].split() == ["in", "all", str(8 + worth), "of", str(10 + worth)]


def test_an_attempt_that_is_missing_says_how_to_begin(normbook_says, folder):
    attempt(folder, SOLUTION)
    status, out, _ = normbook_says("grade", "standardize", "layer_norm")
    assert status == 1
    assert "Begin with: normbook start standardize" in out
    assert row(out, "layer_norm")[-1] == "pass"
    assert row(out, "standardize")[-2:] == ["not", "run"]


@pytest.mark.parametrize("command", ["grade", "watch"])
def test_nothing_to_grade_says_how_to_begin(normbook_says, command):
    status, out, _ = normbook_says(command)
    assert status == 1
    assert out == "There is no attempt in exercises/. Begin with: normbook start layer_norm\n"


@pytest.mark.parametrize(
    "command", ["start", "prompt", "grade", "watch", "hint", "solution", "reset"]
)
def test_an_unknown_name_is_answered_with_a_near_one(normbook_says, folder, command):
    status, _, err = normbook_says(command, "layr_norm")
    assert status == 2
    assert err == "There is no exercise 'layr_norm'; did you mean 'layer_norm'?\n"
    assert not list(folder.glob("exercises/*"))


def test_an_attempt_may_be_named_by_the_path_that_a_shell_completes(normbook_says, folder):
    normbook_says("start", "min_max_scale")
    by_name, by_path, whole = (
        normbook_says("grade", name)
        for name in (
            "min_max_scale",
            "exercises/min_max_scale.py",
            folder / "exercises" / "min_max_scale.py",
        )
    )
    assert by_name == by_path == whole
    assert by_name[0] == 1


@pytest.mark.parametrize("command", ["grade", "start", "list"])
def test_who_is_among_the_attempts_is_told_to_go_up(normbook_says, folder, monkeypatch, command):
    normbook_says("start", "min_max_scale")
    monkeypatch.chdir(folder / "exercises")
    status, _, err = normbook_says(command)
    assert (status, err) == (2, "You are in exercises/ itself. First: cd ..\n")
    assert not (folder / "exercises" / "exercises").exists()


def test_a_file_that_lies_elsewhere_is_told_where_to_go(normbook_says, folder):
    (folder / "min_max_scale.py").write_text("")
    status, _, err = normbook_says("grade", "min_max_scale.py")
    assert status == 2
    assert err == (
        "Attempts are graded in exercises/: put min_max_scale.py there, as "
        "exercises/min_max_scale.py.\n"
    )


def test_a_path_through_a_link_is_an_attempt_in_its_place(normbook_says, folder, tmp_path_factory):
    link = tmp_path_factory.mktemp("elsewhere") / "course"
    try:
        link.symlink_to(folder, target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no links")
    attempt(folder, SOLUTION)
    assert normbook_says("grade", link / "exercises" / "layer_norm.py")[0] == 0


@pytest.mark.parametrize("seconds", ["0", "-1", "3601", "nan", "inf"])
def test_seconds_are_a_number_above_0_and_at_most_an_hour(normbook_says, capsys, seconds):
    with pytest.raises(SystemExit) as left:
        normbook_says("grade", "--seconds", seconds)
    assert left.value.code == 2
    error = capsys.readouterr().err
    assert f"argument --seconds: {seconds} is not a number between 0 and 3600\n" in error


def test_an_attempt_may_take_an_hour(normbook_says, folder):
    attempt(folder, SOLUTION)
    assert normbook_says("grade", "layer_norm", "--seconds", 3600)[0] == 0


def test_an_attempt_gets_the_seconds_that_are_given_it(normbook_says, folder):
    attempt(folder, "def layer_norm(*_, **__):\n    while True:\n        pass\n")
    status, out, _ = normbook_says("grade", "layer_norm", "--seconds", "0.5")
    assert status == 1
    assert out == (
        "LayerNorm in NumPy: 0 of 10 points\n"
        "  No answer after 0.5 s of processor time. Is there a loop without end?\n"
        "  call layer_norm([[1, 0, 0, 0], [-8, -6, -4, -2]], 4, eps=0.0)\n\n"
    )


def test_grade_writes_each_format_that_is_asked_for(normbook_says, folder):
    attempt(folder, SOLUTION)
    files = {name: folder / f"out.{name}" for name in cli.FORMATS}
    options = [word for name, path in files.items() for word in (f"--{name}", path)]
    assert normbook_says("grade", "layer_norm", *options)[0] == 0
    beginnings = {name: path.read_text().lstrip()[:14] for name, path in files.items()}
    assert beginnings == {
        "json": '{\n  "version":',
        "gradescope": '{\n  "score": 1',
        "junit": "<?xml version=",
        "html": "<!doctype html",
        "badge": '<svg xmlns="ht',
    }


def test_without_formats_grade_writes_nothing_but_the_points(normbook_says, folder):
    attempt(folder, SOLUTION)
    normbook_says("grade", "layer_norm")
    written = {path.name for path in folder.rglob("*") if path.is_file()}
    assert written == {"layer_norm.py", ".earned.json", ".failing.json"}
    assert json.loads((folder / "exercises/.earned.json").read_text()) == {"layer_norm": 10}


def test_a_file_that_cannot_be_written_is_named(normbook_says, folder):
    attempt(folder, SOLUTION)
    status, _, err = normbook_says("grade", "layer_norm", "--json", folder / "no" / "out.json")
    assert (status, err) == (2, f"{folder / 'no' / 'out.json'}: No such file or directory\n")


def test_what_was_earned_is_there_whole_while_it_is_written_and_where_the_disk_is_full(
    normbook_says, folder, monkeypatch
):
    attempt(folder, OUTSIDE)
    normbook_says("grade", "layer_norm")
    attempt(folder, SOLUTION)
    seen = []

    def fail(descriptor: int) -> None:
        seen.append(attempts.read_numbers(attempts.EARNED))
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", fail)
        _, out, err = normbook_says("grade", "layer_norm")
    assert "10 of 10 points" in out
    assert (
        err == "This is not kept for next time: exercises/.earned.json: No space left on device\n"
    )
    assert seen == [{"layer_norm": 8}] == [attempts.read_numbers(attempts.EARNED)]
    written = {path.name for path in (folder / "exercises").iterdir()}
    assert written == {"layer_norm.py", ".earned.json", ".failing.json"}
    assert normbook_says("grade", "layer_norm")[2] == ""
    assert attempts.read_numbers(attempts.EARNED) == {"layer_norm": 10}


@pytest.fixture
def read_only(folder, monkeypatch) -> None:
    """Have no file written in exercises/, as where a container's volume is read-only."""

    def refuse(path: Path, content: bytes) -> None:
        assert path.parent == attempts.ATTEMPTS
        raise OSError(errno.EROFS, "Read-only file system", f"{path}.part")

    monkeypatch.setattr(attempts, "write_whole", refuse)


@pytest.mark.usefixtures("read_only")
def test_a_verdict_in_a_read_only_folder_is_a_verdict(normbook_says, folder):
    attempt(folder, SOLUTION)
    status, out, err = normbook_says("grade", "layer_norm", "--json", "out.json")
    assert status == 0
    assert "10 of 10 points" in out
    assert (folder / "out.json").is_file()
    assert err == UNKEPT.format(".earned.json")


@pytest.mark.usefixtures("read_only")
def test_a_hint_in_a_read_only_folder_is_a_hint(normbook_says):
    status, out, err = normbook_says("hint", "layer_norm")
    assert (status, out[:6], err) == (0, "Hint 1", UNKEPT.format(".hints.json"))


def test_isolated_grading_gives_the_same_points(normbook_says, folder):
    attempt(folder, OUTSIDE)
    open_, apart = (normbook_says("grade", "layer_norm", *more) for more in ([], ["--isolated"]))
    assert open_ == apart


# ---- teaching ----


@pytest.fixture
def graded(monkeypatch) -> dict[str, object]:
    """What ``grade-class`` was asked, which is tried elsewhere."""
    options: dict[str, object] = {}
    monkeypatch.setattr(classroom, "grade_class", lambda **given: options.update(given) or 7)
    return options


def test_a_class_is_graded_as_it_is_asked_for(normbook_says, graded):
    options = ["--seconds", "3", "--jobs", "2", "--scheduler", "tcp://a:1", "--out", "points"]
    options += ["--assignment", "week.toml", "--roster", "people.csv", "--regrade", "--seed", "5"]
    options += ["--only", "Ada", "--only", "bob"]
    assert normbook_says("grade-class", "submissions", *options)[0] == 7
    assert graded == {
        "folder": Path("submissions"),
        "out": Path("points"),
        "assignment": Path("week.toml"),
        "roster": Path("people.csv"),
        "seconds": 3.0,
        "regrade": True,
        "jobs": 2,
        "scheduler": "tcp://a:1",
        "seed": 5,
        "only": ["Ada", "bob"],
    }


def test_a_class_is_graded_into_a_folder_beside_it_on_all_processors(normbook_says, graded):
    normbook_says("grade-class", "submissions")
    assert graded == {
        "folder": Path("submissions"),
        "out": Path("gradebook"),
        "assignment": None,
        "roster": None,
        "seconds": DEFAULT_SECONDS,
        "regrade": False,
        "jobs": None,
        "scheduler": None,
        "seed": None,
        "only": [],
    }


@pytest.mark.parametrize(
    ("option", "given", "why"),
    [
        ("--jobs", "0", "0 is not a whole number from 1 to 1000"),
        ("--jobs", "1001", "1001 is not a whole number from 1 to 1000"),
        ("--jobs", "two", "two is not a whole number from 1 to 1000"),
        ("--jobs", "1.5", "1.5 is not a whole number from 1 to 1000"),
        ("--seconds", "ten", "ten is not a number between 0 and 3600"),
        ("--seed", "-1", "-1 is not a whole number, 0 or more"),
        ("--seed", "1.5", "1.5 is not a whole number, 0 or more"),
    ],
)
def test_a_number_that_cannot_be_meant_is_refused(normbook_says, capsys, option, given, why):
    with pytest.raises(SystemExit) as left:
        normbook_says("grade-class", "submissions", f"{option}={given}")
    assert left.value.code == 2
    assert f"argument {option}: {why}\n" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", [1, 1000])
def test_a_class_may_be_graded_by_one_process_and_by_1000(normbook_says, graded, jobs):
    normbook_says("grade-class", "submissions", "--jobs", jobs)
    assert graded["jobs"] == jobs


@pytest.mark.parametrize("command", [["grade", "--isolated"], ["grade-class", "submissions"]])
def test_where_the_kernel_cannot_fence_attempts_off_it_is_said(
    normbook_says, folder, graded, monkeypatch, command
):
    attempt(folder, SOLUTION)
    monkeypatch.setattr(lockdown, "is_fenced", lambda: False)
    assert normbook_says(*command)[2] == (
        "This system's kernel cannot fence attempts off (that takes Linux 6.2 or newer, on "
        "x86_64 or aarch64). They are kept from mistakes here, and not from malice.\n"
    )
    monkeypatch.setattr(lockdown, "is_fenced", lambda: True)
    monkeypatch.setattr(lockdown, "UNTRIED", ("this one",))
    monkeypatch.setattr("platform.machine", lambda: "this one")
    assert "has not been tried on this one" in normbook_says(*command)[2]
    monkeypatch.setattr(lockdown, "UNTRIED", ())
    assert normbook_says(*command)[2] == ""


@pytest.mark.skipif(sys.platform != "linux", reason="Landlock is Linux's")
@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.EOPNOTSUPP, "(its Landlock is switched off: the kernel's list lsm= lacks landlock)"),
        (errno.EPERM, "and a container that lets Landlock's calls through)"),
        (errno.ENOSYS, "and a container that lets Landlock's calls through)"),
    ],
)
def test_why_there_is_no_landlock_is_told_by_its_error(monkeypatch, number, why):
    def refuse(libc: object) -> int:
        lockdown.ctypes.set_errno(number)
        return -1

    monkeypatch.setattr(lockdown, "can_filter", lambda libc: True)
    monkeypatch.setattr(lockdown, "landlock_version", refuse)
    assert why in lockdown.weakness()


@pytest.mark.parametrize("command", [["grade", "--isolated"], ["grade-class", "submissions"]])
def test_where_there_is_no_fence_at_all_nothing_is_graded(
    normbook_says, folder, graded, monkeypatch, command
):
    attempt(folder, SOLUTION)
    monkeypatch.setattr(sandbox, "AVAILABLE", False)
    assert normbook_says(*command) == (2, "", f"{sandbox.CANNOT_FORK}\n")


def test_a_release_names_its_files_and_where_they_are(normbook_says, folder):
    source = "git+https://example.org/normbook@v1"
    status, out, _ = normbook_says("release", "course", "layer_norm", "--source", source)
    assert status == 0
    *files, last = out.splitlines()
    assert {*map(Path, files)} == {p.relative_to(folder) for p in folder.rglob("*") if p.is_file()}
    assert last == "Give course to your students; its README says how grading works."
    assert source in (folder / "course/requirements.txt").read_text()


@pytest.mark.parametrize(
    "words",
    [
        ("{due}", "course", "layer_norm", "rms_norm", "{source}"),
        ("course", "{due}", "layer_norm", "rms_norm", "{source}"),
        ("course", "layer_norm", "{source}", "rms_norm", "{due}"),
        ("{source}", "course", "{due}", "layer_norm", "rms_norm"),
    ],
)
def test_options_of_a_release_stand_anywhere(normbook_says, folder, words):
    options = {
        "{due}": ["--due", "2027-01-31T23:59:59+01:00"],
        "{source}": ["--source", "git+https://example.org/normbook@v1"],
    }
    status, _, _ = normbook_says(
        "release", *(w for each in words for w in options.get(each, [each]))
    )
    assert status == 0
    given = sorted(path.stem for path in (folder / "course/exercises").iterdir())
    assert given == ["layer_norm", "rms_norm"]
    assert "\ndue = 2027-01-31T23:59:59+01:00" in (folder / "course/assignment.toml").read_text()


def test_a_release_has_the_hash_of_the_wheel_that_is_given(normbook_says, folder):
    name = "normbook-0.0.1-py3-none-any.whl"
    (folder / name).write_bytes(b"older")
    source = ["--source", f"https://example.org/{name}", "--wheel", name]
    assert normbook_says("release", "course", "layer_norm", *source)[0] == 0
    digest = hashlib.sha256(b"older").hexdigest()
    assert f"{name}#sha256={digest}\n" in (folder / "course/requirements.txt").read_text()


@pytest.mark.parametrize("words", [("release", "course", "--sauce"), ("list", "layer_norm")])
def test_what_no_command_knows_is_refused(normbook_says, capsys, words):
    with pytest.raises(SystemExit) as left:
        normbook_says(*words)
    assert left.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith(f"usage: normbook {words[0]} "), "of the command, not of all"
    assert f"unrecognized arguments: {words[-1]}" in error


def test_a_release_says_what_to_add_to_the_assignment(normbook_says):
    source = ["--source", "git+https://example.org/normbook@v1"]
    normbook_says("release", "course", "layer_norm", *source)
    status, out, _ = normbook_says("release", "course", "standardize", "rms_norm")
    assert status == 0
    assert "Add to course/assignment.toml, below [weights]: standardize = 1, rms_norm = 1" in out


@pytest.mark.parametrize("stated", ["2020-01-31T23:59:59Z", "2999-01-31T23:59:59Z", "no date"])
def test_a_release_says_where_its_due_date_is_over(normbook_says, folder, stated):
    source = ["--source", "git+https://example.org/normbook@v1"]
    assert "is over" not in normbook_says("release", "course", "layer_norm", *source)[1]
    assignment = folder / "course" / "assignment.toml"
    assignment.write_text(f"due = {stated}\n{assignment.read_text()}")
    status, out, _ = normbook_says("release", "course", "standardize")
    said = (
        "The due date is over, 2020-01-31 23:59+00:00: what is handed in from now on is late. To "
        "change the due date, edit due in course/assignment.toml, and in your copy of it.\n"
    )
    assert (status, said in out, "is over" in out) == (0, *2 * ["2020" in stated])


def test_a_release_without_names_says_what_it_gives_out(normbook_says):
    source = ["--source", "git+https://example.org/normbook@v1"]
    out = normbook_says("release", "course", *source)[1]
    said = f"No exercise was named: course has all {len(find_all())}."
    late = " Nothing is late in it, until course/assignment.toml has a due date."
    assert f"{said}{late}\n" in out
    due = ["--due", "2027-01-31T23:59:59Z"]
    out = normbook_says("release", "week1", *source, *due)[1]
    assert f"{said.replace('course', 'week1')}\n" in out
    assert "No exercise" not in normbook_says("release", "week2", "layer_norm", *source)[1]


def test_a_seed_goes_to_gradescope_and_to_no_student(normbook_says, folder):
    source = ["--source", "git+https://example.org/normbook@v1"]
    options = ["--gradescope", "a.zip", "--seed", "41"]
    assert normbook_says("release", "course", "layer_norm", *source, *options)[0] == 0
    with zipfile.ZipFile(folder / "a.zip") as file:
        file.extract("assignment.toml", folder)
    assert read_assignment(folder / "assignment.toml").seed == 41
    stated = folder / "course/assignment.toml"
    assert "seed" not in stated.read_text()
    stated.write_bytes(b"\xef\xbb\xbfseed = 7\n" + stated.read_bytes())
    (folder / "a.zip").unlink()
    status, _, error = normbook_says("release", "course", *options)
    assert (status, (folder / "a.zip").exists()) == (2, False)
    assert error == "course/assignment.toml has a seed, which students read: take it out there.\n"


def test_a_seed_without_a_zip_is_refused(normbook_says, folder):
    status, _, error = normbook_says("release", "course", "layer_norm", "--seed", "41")
    assert (status, (folder / "course").exists()) == (2, False)
    assert error == "--seed is for the zip of --gradescope: give it to grade-class instead.\n"


def test_a_release_goes_to_gradescope_once(normbook_says, folder):
    source = ["--source", "git+https://example.org/normbook@v1"]
    options = [*source, "--gradescope", "autograder.zip", "--due", "2027-01-31T23:59:59Z"]
    status, out, _ = normbook_says("release", "course", "layer_norm", *options)
    assert status == 0
    assert out.splitlines()[-3:] == [
        "Upload autograder.zip to Gradescope, as the autograder of a programming assignment.",
        "Due dates and lateness are Gradescope's own: set them there, as `due` and [late] of",
        "assignment.toml take nothing off there.",
    ]
    assert zipfile.is_zipfile(folder / "autograder.zip")
    assert "\ndue = 2027-01-31T23:59:59" in (folder / "course/assignment.toml").read_text()
    status, _, error = normbook_says("release", "other", "layer_norm", *options)
    assert (status, "nothing is overwritten" in error) == (2, True)


def test_what_was_released_goes_to_gradescope_as_it_is_now(normbook_says, folder):
    source = ["--source", "git+https://example.org/normbook@v1"]
    normbook_says("release", "course", "layer_norm", *source)
    stated = folder / "course/assignment.toml"
    stated.write_text(stated.read_text().replace("layer_norm = 1", "layer_norm = 3"))
    for number, slugs in enumerate([[], ["layer_norm"]]):
        zipped = f"{number}.zip"
        status, out, _ = normbook_says("release", "course", *slugs, "--gradescope", zipped)
        assert (status, "course/" in out) == (0, False)
        with zipfile.ZipFile(folder / zipped) as file:
            assert file.read("assignment.toml").decode() == stated.read_text()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (
            ["rms_norm"],
            "course is released, without rms_norm. First add that, without --gradescope",
        ),
        (["--due", "2027-01-31T23:59:59Z"], "To change the due date, edit due in course"),
        (["--source", "git+https://example.org/normbook@v2"], "Change the source in the first"),
    ],
)
def test_what_is_new_goes_into_the_release_first(normbook_says, folder, given, why):
    source = ["--source", "git+https://example.org/normbook@v1"]
    normbook_says("release", "course", "layer_norm", *source)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    status, _, error = normbook_says("release", "course", *given, "--gradescope", "a.zip")
    assert (status, why in error) == (2, True), error
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("due", "why"),
    [
        ("soon", "not a date and a time"),
        ("2026-12-01", "has no time; add it: 2026-12-01T23:59:59+01:00"),
        ("2026-12-01T12:00", "has no time zone"),
        ("2026-12-01T12:00+01:00:30", "has seconds in its offset from UTC"),
    ],
)
def test_a_due_date_has_a_time_and_a_zone(normbook_says, capsys, due, why):
    with pytest.raises(SystemExit) as left:
        normbook_says("release", "course", "--due", due)
    assert left.value.code == 2
    assert why in capsys.readouterr().err


# ---- errors ----


@pytest.mark.parametrize("error", [KeyError("x"), RecursionError("deep"), ImportError("of ours")])
def test_a_mistake_of_ours_comes_with_its_traceback(normbook_says, monkeypatch, error):
    def fail():
        raise error

    monkeypatch.setattr(attempts, "find_all", fail)
    with pytest.raises(type(error)):
        normbook_says("list")


def test_an_exercise_in_another_encoding_is_told_without_a_traceback(
    normbook_says, folder, monkeypatch
):
    own = folder / "mine"
    own.mkdir()
    text = (find("standardize").folder / "exercise.toml").read_text()
    (own / "exercise.toml").write_bytes(f"# é\n{text}".encode("latin-1"))
    why = "exercise.toml of mine is not in UTF-8, at byte 2: save it so."
    assert normbook_says("check", own) == (1, f"mine: mend\n  {why}\n", "")
    (folder / "course").mkdir()
    own.rename(folder / "course/mine")
    monkeypatch.setenv("NORMBOOK_EXERCISES", "")  # which the option sets; put back afterwards
    assert normbook_says("list", "--exercises", "course") == (2, "", f"{why}\n")


# ---- watch ----


class Background:
    """A command in a process of its own, as in a terminal."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            cwd=folder,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def until(self, text: str) -> str:
        """Return what is printed up to and with a line that holds a text."""
        guard = threading.Timer(60, self.process.kill)
        guard.start()
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if text in line:
                break
        guard.cancel()
        printed = "".join(lines)
        assert text in printed, self.process.stderr.read() if self.process.poll() else printed
        return printed

    def press_ctrl_c(self) -> tuple[int, str]:
        """Interrupt it as a terminal does, with all of its group; return how it ended."""
        os.killpg(self.process.pid, signal.SIGINT)
        _, err = self.process.communicate(timeout=60)
        return self.process.returncode, err


@pytest.fixture
def background(folder) -> Iterator[Callable[..., Background]]:
    started = []

    def start(*words: str) -> Background:
        started.append(Background(folder, *words))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.process.kill()
        each.process.communicate()


def test_what_is_saved_is_graded_until_ctrl_c(folder, background):
    path = attempt(folder, find("layer_norm").stub)
    watching = background("watch")
    assert "0 of 10 points" in watching.until(GRADED)
    path.write_text(OUTSIDE)
    assert "8 of 10 points" in watching.until(GRADED)
    replacement = folder / "saved as editors do.tmp"
    replacement.write_text(SOLUTION)
    replacement.replace(path)
    assert "10 of 10 points" in watching.until(GRADED)
    assert watching.press_ctrl_c() == (0, "")
    assert json.loads((folder / "exercises/.earned.json").read_text()) == {"layer_norm": 10}


@pytest.fixture
def watch_says(normbook_says, monkeypatch):
    """Give a function that watches, and has something done at each look, and then Ctrl+C."""

    def press_ctrl_c() -> None:
        raise KeyboardInterrupt

    def watch(*words: str, at_looks: Sequence[Callable[[], object]] = ()) -> str:
        looks = iter([*at_looks, press_ctrl_c])

        def sleep(seconds: float) -> None:
            assert seconds == learning.POLL_SECONDS
            next(looks)()

        monkeypatch.setattr(learning.time, "sleep", sleep)
        status, out, _ = normbook_says("watch", *words)
        assert status == 0
        return out

    return watch


def test_watching_goes_on_to_the_next_exercise(normbook_says, folder, watch_says):
    slugs = "min_max_scale", "standardize", "layer_norm"
    path = attempt(folder, find(slugs[0]).stub, slugs[0])
    reads_a_file = f"open({str(path)!r}).close()\n{find(slugs[0]).solution.read_text()}"
    before = normbook_says("grade", slugs[0])[1]
    at_looks = [lambda: path.write_text(reads_a_file), lambda: "nothing is saved"]
    out = watch_says(*slugs, at_looks=at_looks)
    after = normbook_says("grade", slugs[0])[1]
    begun = (
        "exercises/standardize.py is yours. What it is to do says: normbook prompt standardize. "
        "Solve it, then: normbook grade standardize\n"
    )
    assert re.split(rf"^\d\d:\d\d:\d\d {'─' * 75}\n", out, flags=re.MULTILINE) == [
        "",
        f"{before}{GRADED}\n",
        f"{after}{begun}{GRADED}\n",
    ]


def test_watching_begins_with_the_first_that_is_not_solved(folder, watch_says):
    slugs = "min_max_scale", "standardize", "layer_norm"
    for slug in slugs:
        attempt(folder, find(slug).stub, slug)
    (folder / "exercises/.earned.json").write_text('{"min_max_scale": 3}')
    out = watch_says()
    assert [find(slug).title in out for slug in slugs] == [False, True, False]


def test_only_what_was_saved_is_graded(folder, watch_says):
    slugs = "min_max_scale", "standardize", "layer_norm"
    for slug in slugs:
        attempt(folder, find(slug).stub, slug)
    right = find("standardize").solution.read_text()
    out = watch_says(at_looks=[lambda: attempt(folder, right, "standardize")])
    assert [find(slug).title in out.partition(GRADED)[2] for slug in slugs] == [False, True, False]


def test_an_attempt_may_be_gone_for_a_moment_and_come_back(folder, watch_says):
    path = attempt(folder, find("layer_norm").stub)
    out = watch_says("layer_norm", at_looks=[path.unlink, lambda: path.write_text(SOLUTION)])
    assert out.count(GRADED) == 2
    assert re.findall(r"\d+ of 10 points", out) == ["0 of 10 points", "10 of 10 points"]


def test_all_is_printed_before_the_next_look(folder, watch_says, monkeypatch):
    attempt(folder, find("min_max_scale").stub, "min_max_scale")
    piped, printed = io.BytesIO(), []
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(piped, encoding="utf-8"))
    watch_says(at_looks=[lambda: printed.append(piped.getvalue().decode())])
    assert printed[0].endswith(f"{GRADED}\n")


@pytest.mark.parametrize(("command", "status"), [("watch", 0), ("grade", 130)])
def test_ctrl_c_ends_it_while_an_attempt_hangs(folder, background, command, status):
    hanging = "def layer_norm(*_, **__):\n    open({!r}, 'w').close()\n    while True: pass\n"
    attempt(folder, hanging.format(str(folder / "hangs")))
    attempt(folder, find("rms_norm").stub, "rms_norm")  # which comes later
    running = background(command, "--seconds", "3600")
    while not (folder / "hangs").exists():
        assert running.process.poll() is None
        time.sleep(0.05)
    assert running.press_ctrl_c() == (status, "")
