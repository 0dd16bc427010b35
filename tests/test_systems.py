"""Reading and solving need nothing that Windows lacks. Here it is taken away, on any system."""

import subprocess
import sys
from pathlib import Path

import pytest

from normbook.grader.verdict.find import find

# Which modules of this package import what, and what the system can do, are as on Windows.
WINDOWS = """\
import builtins, os, signal, socket, sys, time

LACKING = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
imported = builtins.__import__

def import_as_on_windows(name, globals=None, *rest, **options):
    ours = (globals or {}).get("__name__", "").startswith("normbook")
    if ours and name.partition(".")[0] in LACKING:
        raise ModuleNotFoundError(f"No module named {name!r}")
    return imported(name, globals, *rest, **options)

builtins.__import__ = import_as_on_windows
del os.fork, os.killpg, os.memfd_create, socket.send_fds, signal.SIGKILL, signal.SIGXFSZ
del signal.setitimer, signal.pthread_sigmask, time.pthread_getcpuclockid
"""
IMPORT_ALL = """\
import importlib, pkgutil
import normbook

for module in pkgutil.walk_packages(normbook.__path__, "normbook."):
    if not module.name.startswith(("normbook.exercises.", "normbook.__main__")):
        try:
            importlib.import_module(module.name)
        except ImportError as error:
            print(module.name, error)
"""
COMMAND = "from normbook.grader.cli import main; sys.exit(main(sys.argv[1:]))"
FOR_TEACHERS = ("normbook.grader.fence.", "normbook.grader.classroom.")
"""Modules that may need more: what isolates attempts, and what marks a class."""


@pytest.fixture
def on_windows(tmp_path):
    """Return what runs Python in a folder where it can do what it can on Windows."""

    def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", WINDOWS + code, *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    return run


def test_no_module_needs_what_windows_lacks_but_some_for_those_who_teach(on_windows):
    done = on_windows(IMPORT_ALL)
    assert done.returncode == 0, done.stderr
    failed = [line.split()[0] for line in done.stdout.splitlines()]
    assert "normbook.grader.fence.lockdown" in failed  # so what is lacking is noticed
    assert [name for name in failed if not name.startswith(FOR_TEACHERS)] == []


def test_an_attempt_is_graded_and_a_hint_given(on_windows, tmp_path):
    assert on_windows(COMMAND, "start", "standardize").returncode == 0
    attempt = tmp_path / "exercises" / "standardize.py"
    begun = on_windows(COMMAND, "grade")
    assert begun.returncode == 1
    assert "Traceback" not in begun.stdout + begun.stderr
    assert "Hint 1" in on_windows(COMMAND, "hint", "standardize").stdout
    attempt.write_text(find("standardize").solution.read_text())
    done = on_windows(COMMAND, "grade")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "standardize" in on_windows(COMMAND, "list").stdout


def test_a_mistake_is_named(on_windows, tmp_path):
    mutant = Path(find("standardize").solution).parent / "mutants" / "min_max.py"
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "standardize.py").write_text(mutant.read_text())
    assert "fail where this shows." in on_windows(COMMAND, "grade").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["grade", "--isolated", "standardize"],
        ["grade-class", ".", "--assignment", "assignment.toml"],
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(on_windows, tmp_path, arguments):
    on_windows(COMMAND, "start", "standardize")
    done = on_windows(COMMAND, *arguments)
    assert done.returncode != 0
    assert "needs Linux or macOS" in done.stderr
    assert "Traceback" not in done.stderr
