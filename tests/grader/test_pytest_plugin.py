"""pytest alone grades attempts, and is as it was wherever there are none."""

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy  # noqa: F401  a session forgets what it imports, and NumPy cannot be imported again
import pytest
from _pytest import doctest

import normbook
from normbook.grader import find, pytest_plugin
from normbook.grader.fence import grade
from normbook.grader.verdict.errors import CannotGradeError
from normbook.grader.verdict.report import failed

pytest_plugins = ["pytester"]

SOURCES = str(Path(normbook.__file__).parents[1])
SOLUTION = find("layer_norm").solution.read_text()
OUTSIDE = SOLUTION.replace("np.sqrt(var + eps)", "(np.sqrt(var) + eps)")
SENTENCES = [name.removeprefix("test_").replace("_", " ") for name in find("layer_norm").checks]


@pytest.fixture
def folder(pytester) -> Path:
    pytester.mkdir("exercises")
    return pytester.path


@pytest.fixture
def session(pytester, monkeypatch) -> Callable[..., pytest.RunResult]:
    """Give a function that runs pytest in this process, with our plugin alone."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    # What the session ends with, and tests of tampering would see.
    monkeypatch.setattr(doctest, "RUNNER_CLASS", doctest.RUNNER_CLASS)

    def run(*options: str) -> pytest.RunResult:
        return pytester.runpytest_inprocess("-pno:cacheprovider", *options, plugins=[pytest_plugin])

    return run


def session_apart(
    folder: Path, *options: str, plugin: bool = True
) -> subprocess.CompletedProcess[str]:
    """Run pytest in a process of its own, with our plugin, or without."""
    ours = ["-p", "normbook.grader.pytest_plugin"] if plugin else []
    return subprocess.run(
        [sys.executable, "-m", "pytest", *ours, "-p", "no:cacheprovider", *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": SOURCES, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=60,
    )


def attempt(folder: Path, source: str, slug: str = "layer_norm") -> Path:
    path = folder / "exercises" / f"{slug}.py"
    path.write_text(source)
    return path


def shown(done: pytest.RunResult) -> str:
    return "\n".join(done.outlines)


def test_a_solved_exercise_passes_and_its_points_are_shown(session, folder):
    attempt(folder, SOLUTION)
    done = session()
    assert done.ret == 0, shown(done)
    assert done.parseoutcomes()["passed"] == len(SENTENCES)
    assert re.search(r"^layer_norm +10 of  10  pass$", shown(done), re.MULTILINE)
    assert re.search(r"^in all +10 of  10$", shown(done), re.MULTILINE)


def test_checks_are_collected_by_their_sentences(session, folder):
    attempt(folder, SOLUTION)
    done = session("--collect-only", "-q")
    assert [
        line.partition("::")[2] for line in shown(done).splitlines() if "::" in line
    ] == SENTENCES
    assert "points" not in shown(done)


def test_collecting_runs_nothing_of_an_attempt(session, folder):
    attempt(folder, f"open({str(folder / 'ran')!r}, 'w')\n{SOLUTION}")
    session("--collect-only")
    assert not (folder / "ran").exists()


def test_a_failed_check_shows_the_grader_s_message_and_no_line_of_ours(session, folder):
    attempt(folder, OUTSIDE)
    done = session()
    assert done.ret == 1
    assert done.parseoutcomes()["failed"] == 2
    assert "is each row divided by √(σ² + 0.1)" in shown(done)
    assert "pytest_plugin.py" not in shown(done)
    assert re.search(r"^layer_norm +8 of  10  fail$", shown(done), re.MULTILINE)


def test_a_misconception_is_named_with_its_evidence(session, folder):
    attempt(folder, OUTSIDE)
    all_of_it = shown(session())
    text = " ".join(all_of_it.split())
    assert "layer_norm: what this looks like" in text
    assert "outside the root" in text
    explanation = all_of_it.partition("what this looks like")[2].partition("call ")[0]
    _, *lines = explanation.strip().splitlines()
    assert 70 < max(map(len, lines)) <= 84
    assert "call layer_norm([[0.01, 0.02, 0.04]], 3)" in text


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (find("layer_norm").stub, "Not written yet"),
        ("def layer_norm(x:\n", "layer_norm.py, line 1: "),
        ("import os\nos._exit(0)\n", "ended its process"),
        ("raise SystemExit(0)\n", "line 1: SystemExit"),
        ("def layer_norm(*_, **__):\n    import os\n    os._exit(0)\n", "ended its process"),
    ],
    ids=["stub", "syntax", "exit at import", "SystemExit", "exit in a call"],
)
def test_an_attempt_that_cannot_be_tried_fails_every_check(session, folder, source, message):
    attempt(folder, source)
    done = session()
    assert done.ret == 1
    assert done.parseoutcomes()["failed"] == len(SENTENCES)
    assert message in shown(done)
    assert re.search(r"^layer_norm +0 of  10", shown(done), re.MULTILINE)


def test_an_attempt_cannot_patch_the_pytest_that_grades_it(folder):
    patched = """
        import sys
        for name in ("pytest", "_pytest.runner", "normbook.grader.pytest_plugin"):
            if name in sys.modules:
                sys.modules[name].__dict__.clear()
        def layer_norm(*_, **__):
            return None
    """
    attempt(folder, textwrap.dedent(patched))
    assert f"{len(SENTENCES)} failed" in session_apart(folder).stdout


def test_where_the_grader_itself_fails_each_check_says_so(session, folder, monkeypatch):
    def fails_at_the_second(attempts, **_):
        yield failed(attempts[0][0], "It does not load.")
        raise CannotGradeError("No process can be started: No space left on device.")

    monkeypatch.setattr(grade, "grade_all", fails_at_the_second)
    for slug in ("layer_norm", "min_max_scale", "rms_norm"):
        attempt(folder, SOLUTION, slug)
    done = session()
    checks = [len(find(slug).checks) for slug in ("layer_norm", "min_max_scale", "rms_norm")]
    assert done.parseoutcomes()["failed"] == sum(checks)
    assert shown(done).count("It does not load.") >= checks[0]
    assert done.outlines.count("No process can be started: No space left on device.") == sum(
        checks[1:]
    )
    assert not re.search("Traceback|StopIteration|ValueError", shown(done))


def test_an_attempt_has_the_letters_of_its_exercise_where_a_system_ignores_case(monkeypatch):
    monkeypatch.setattr(Path, "is_file", lambda path: True)
    assert pytest_plugin.is_attempt(Path("exercises/layer_norm.py"))
    assert not pytest_plugin.is_attempt(Path("exercises/Layer_Norm.py"))


def test_one_attempt_does_not_spoil_the_next(session, folder):
    attempt(folder, "import os\nos._exit(1)\n")
    attempt(folder, find("standardize").solution.read_text(), "standardize")
    done = session()
    assert done.parseoutcomes()["failed"] == len(SENTENCES)
    assert done.parseoutcomes()["passed"] == len(find("standardize").checks)


def test_chosen_checks_run_alone(session, folder):
    attempt(folder, OUTSIDE)
    assert session("-k", "eps and root").parseoutcomes()["failed"] == 1
    one = session(f"exercises/layer_norm.py::{SENTENCES[0]}")
    assert (one.ret, one.parseoutcomes()["passed"]) == (0, 1)


@pytest.mark.parametrize("options", [[], ["--doctest-modules"], ["-o", "python_files=*.py"]])
def test_a_named_file_is_an_attempt_and_nothing_else(session, folder, options):
    path = attempt(folder, f"def test_mine():\n    assert False\n\n{SOLUTION}")
    done = session(*options, str(path))
    assert done.ret == 0, shown(done)
    assert done.parseoutcomes()["passed"] == len(SENTENCES)


def test_it_works_from_within_the_folder(session, folder, monkeypatch):
    attempt(folder, SOLUTION)
    monkeypatch.chdir(folder / "exercises")
    assert session().parseoutcomes()["passed"] == len(SENTENCES)


def test_settings_of_the_reader_s_pytest_change_no_verdict(session, folder):
    (folder / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\nxfail_strict = true\n")
    attempt(folder, OUTSIDE)
    assert session().parseoutcomes()["failed"] == 2


def test_other_files_are_collected_as_ever(session, folder):
    attempt(folder, SOLUTION)
    attempt(folder, "def test_of_mine():\n    pass\n", "test_mine")
    attempt(folder, "raise SystemExit('an attempt was imported')\n", "no_such_exercise")
    (folder / "layer_norm.py").write_text("raise SystemExit('outside of exercises/')\n")
    done = session()
    assert done.ret == 0, shown(done)
    assert done.parseoutcomes()["passed"] == len(SENTENCES) + 1


def test_where_there_are_no_attempts_nothing_is_imported_collected_or_shown(tmp_path):
    (tmp_path / "test_light.py").write_text(
        "import sys\n\n"
        "def test_light():\n"
        "    grading = {'normbook.grader.verdict.run', 'normbook.grader.fence'}\n"
        "    heavy = {'numpy', 'torch', *grading}\n"
        "    assert not heavy & set(sys.modules)\n"
    )
    done, without = (session_apart(tmp_path, "-q", plugin=plugin) for plugin in (True, False))
    assert done.returncode == 0, done.stdout
    timeless = re.compile(r"in [\d.]+s")
    assert timeless.sub("", done.stdout) == timeless.sub("", without.stdout)


def test_no_process_is_left_when_the_run_stops_early(folder):
    attempt(folder, OUTSIDE)
    attempt(folder, SOLUTION, "standardize")
    (folder / "conftest.py").write_text(
        "import subprocess\n\n"
        "started = []\n"
        "class Watched(subprocess.Popen):\n"
        "    def __init__(self, *a, **k):\n"
        "        super().__init__(*a, **k)\n"
        "        started.append(self)\n"
        "subprocess.Popen = Watched\n\n"
        "def pytest_unconfigure():\n"
        "    print('left:', sum(p.returncode is None for p in started), 'of', len(started))\n"
    )
    assert "left: 0 of 1" in session_apart(folder, "-x").stdout
