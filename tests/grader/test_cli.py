"""The command line, as a student uses it."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import normbook
from normbook.grader import cli, find, find_all

SOURCES = str(Path(normbook.__file__).parents[1])
SOLUTION = find("layer_norm").solution.read_text()
OUTSIDE = SOLUTION.replace("np.sqrt(var + eps)", "(np.sqrt(var) + eps)")
ENVIRONMENT = {**os.environ, "PYTHONPATH": SOURCES, "PYTHONUNBUFFERED": "1"}
ENVIRONMENT.pop("GITHUB_STEP_SUMMARY", None)
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


def row(table: str, slug: str) -> list[str]:
    (line,) = re.findall(rf"^{slug} .*$", table, re.MULTILINE)
    return line.split()


# ---- list ----


def test_list_shows_every_exercise_with_its_points(normbook_says):
    status, out, _ = normbook_says("list")
    assert status == 0
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
def test_spoilt_points_count_as_none_and_are_mended_by_the_next_grading(
    normbook_says, folder, kept
):
    attempt(folder, SOLUTION)
    (folder / "exercises/.earned.json").write_bytes(kept)
    status, out, err = normbook_says("list")
    assert (status, err) == (0, "")
    assert row(out, "layer_norm")[1] == "started/10"
    assert normbook_says("grade", "layer_norm")[0] == 0
    assert row(normbook_says("list")[1], "layer_norm")[1] == "10/10"


# ---- start and reset ----


def test_start_writes_the_stubs_that_are_asked_for(normbook_says, folder):
    status, out, _ = normbook_says("start", "layer_norm", "standardize")
    assert status == 0
    assert "normbook grade layer_norm" in out
    written = {path.stem: path.read_text() for path in (folder / "exercises").glob("*.py")}
    assert written == {slug: find(slug).stub for slug in ("layer_norm", "standardize")}


def test_start_alone_writes_all(normbook_says, folder):
    normbook_says("start")
    written = {path.stem for path in (folder / "exercises").glob("*.py")}
    assert written == {exercise.slug for exercise in find_all()}


def test_start_never_overwrites(normbook_says, folder):
    path = attempt(folder, "my work")
    status, out, _ = normbook_says("start", "layer_norm", "standardize")
    assert status == 0
    assert "left as it is" in out
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
    assert backups[0].name in out


def test_reset_of_what_was_not_started_starts_it(normbook_says, folder):
    assert normbook_says("reset", "layer_norm")[0] == 0
    assert [path.name for path in (folder / "exercises").iterdir()] == ["layer_norm.py"]


# ---- hint and solution ----


def test_hints_escalate_one_at_a_time_and_the_last_stays(normbook_says, folder):
    hints = find("layer_norm").hints
    shown = [normbook_says("hint", "layer_norm")[1] for _ in range(len(hints) + 2)]
    expected = [f"Hint {n} of {len(hints)}\n\n{hint}\n" for n, hint in enumerate(hints, start=1)]
    assert shown == [*expected, expected[-1], expected[-1]]


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
    assert len(asked) == 1
    assert (status == 0) is shown
    assert (SOLUTION in out) is shown
    assert "normbook hint layer_norm" in out


def test_where_nobody_can_be_asked_the_solution_stays_hidden(normbook_says, monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    status, out, _ = normbook_says("solution", "layer_norm")
    assert status == 1
    assert out.endswith("the solution all the same: normbook solution layer_norm --yes\n")
    assert "def layer_norm" not in out


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
    assert "normbook start" in out


@pytest.mark.parametrize("command", ["start", "grade", "watch", "hint", "solution", "reset"])
def test_an_unknown_name_is_answered_with_a_near_one(normbook_says, folder, command):
    status, _, err = normbook_says(command, "layr_norm")
    assert status == 2
    assert err == "There is no exercise 'layr_norm'; did you mean 'layer_norm'?\n"
    assert not list(folder.glob("exercises/*"))


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "ten"])
def test_seconds_are_a_number_above_0(normbook_says, capsys, seconds):
    with pytest.raises(SystemExit) as left:
        normbook_says("grade", "--seconds", seconds)
    assert left.value.code == 2
    assert "--seconds" in capsys.readouterr().err


def test_an_attempt_gets_the_seconds_that_are_given_it(normbook_says, folder):
    attempt(folder, "def layer_norm(*_, **__):\n    while True:\n        pass\n")
    status, out, _ = normbook_says("grade", "layer_norm", "--seconds", "0.5")
    assert status == 1
    assert "No answer after 0.5 seconds" in out


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
    assert written == {"layer_norm.py", ".earned.json"}
    assert json.loads((folder / "exercises/.earned.json").read_text()) == {"layer_norm": 10}


def test_a_file_that_cannot_be_written_is_named(normbook_says, folder):
    attempt(folder, SOLUTION)
    status, _, err = normbook_says("grade", "layer_norm", "--json", folder / "no" / "out.json")
    assert status == 2
    assert "out.json" in err


def test_isolated_grading_gives_the_same_points(normbook_says, folder):
    attempt(folder, OUTSIDE)
    open_, apart = (normbook_says("grade", "layer_norm", *more) for more in ([], ["--isolated"]))
    assert open_ == apart


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
            # Where these tests run in the background SIGINT may be ignored, which is inherited.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
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


def test_watching_begins_with_the_first_that_is_not_solved(folder, background):
    attempt(folder, SOLUTION)
    attempt(folder, find("standardize").stub, "standardize")
    (folder / "exercises/.earned.json").write_text('{"layer_norm": 10}')
    first = background("watch").until(GRADED)
    assert find("standardize").title in first
    assert find("layer_norm").title not in first


def test_only_what_was_saved_is_graded(folder, background):
    attempt(folder, find("layer_norm").stub)
    attempt(folder, find("standardize").stub, "standardize")
    watching = background("watch")
    watching.until(GRADED)
    attempt(folder, find("standardize").solution.read_text(), "standardize")
    graded = watching.until(GRADED)
    assert find("standardize").title in graded
    assert find("layer_norm").title not in graded


def test_an_attempt_may_be_gone_for_a_moment_and_come_back(normbook_says, folder, monkeypatch):
    path = attempt(folder, find("layer_norm").stub)

    def press_ctrl_c() -> None:
        raise KeyboardInterrupt

    between_looks = iter([path.unlink, lambda: path.write_text(SOLUTION), press_ctrl_c])
    monkeypatch.setattr(cli.time, "sleep", lambda _: next(between_looks)())
    status, out, _ = normbook_says("watch", "layer_norm")
    assert status == 0
    assert re.findall(r"\d+ of 10 points", out) == ["0 of 10 points", "10 of 10 points"]


@pytest.mark.parametrize(("command", "status"), [("watch", 0), ("grade", 130)])
def test_ctrl_c_ends_it_while_an_attempt_hangs(folder, background, command, status):
    hanging = "def layer_norm(*_, **__):\n    open({!r}, 'w').close()\n    while True: pass\n"
    attempt(folder, hanging.format(str(folder / "hangs")))
    attempt(folder, find("standardize").stub, "standardize")
    running = background(command, "--seconds", "3600")
    while not (folder / "hangs").exists():
        assert running.process.poll() is None
        time.sleep(0.05)
    assert running.press_ctrl_c() == (status, "")
