"""Windows and macOS lack some of what Linux has. Here it is taken away, on any system.

Reading and solving need nothing that Windows lacks, and grading in a process of its own nothing
that macOS lacks.
"""

import os
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
# What Python and the C library can do is as on macOS, and there is no /proc.
MACOS = """\
import ctypes, os, sys, time

def open_as_on_macos(event, arguments):
    if event == "open" and str(arguments[0]).startswith(("/proc/", "/sys/")):
        raise FileNotFoundError(2, "No such file or directory", arguments[0])

class LibraryOfMacos(ctypes.CDLL):
    def __getattr__(self, name):
        if name in {"clock_getcpuclockid", "prctl", "capset"}:
            raise AttributeError(f"dlsym(RTLD_DEFAULT, {name}): symbol not found")
        return super().__getattr__(name)

sys.addaudithook(open_as_on_macos)
sys.platform, ctypes.CDLL = "darwin", LibraryOfMacos
for name in ("memfd_create", "pidfd_open", "sched_getaffinity"):
    vars(os).pop(name, None)
vars(time).pop("pthread_getcpuclockid", None)
"""
# The process that starts attempts, and those of attempts, lack the same.
MACOS_FOR_ALL = """
from normbook.grader.fence import sandbox
sandbox.BOOTSTRAP = {0!r} + sandbox.BOOTSTRAP
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


def python_that_begins_with(beginning: str, folder: Path):
    """Return a function that runs Python in a folder; its code begins with what takes away."""

    def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", beginning + code, *arguments]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)

    return run


@pytest.fixture
def on_windows(tmp_path):
    """Return what runs Python in a folder where it can do what it can on Windows."""
    return python_that_begins_with(WINDOWS, tmp_path)


@pytest.fixture
def on_macos(tmp_path):
    """Return what runs Python in a folder where it can do what it can on macOS."""
    if not hasattr(os, "fork"):
        pytest.skip("this system cannot fork processes, as macOS can")
    return python_that_begins_with(MACOS + MACOS_FOR_ALL.format(MACOS), tmp_path)


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
    assert "It shows in " in on_windows(COMMAND, "grade").stdout


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


@pytest.mark.parametrize("isolated", [[], ["--isolated"]])
def test_an_attempt_has_its_process_and_its_limits_on_macos_too(on_macos, tmp_path, isolated):
    assert on_macos(COMMAND, "start", "standardize").returncode == 0
    attempt = tmp_path / "exercises" / "standardize.py"
    attempt.write_text(find("standardize").solution.read_text())
    solved = on_macos(COMMAND, "grade", *isolated)
    assert solved.returncode == 0, solved.stdout + solved.stderr
    assert ("They are kept from mistakes here" in solved.stderr) is bool(isolated)
    attempt.write_text("while True:\n    pass\n")
    ended = on_macos(COMMAND, "grade", "--seconds", "1", *isolated)
    assert ended.returncode == 1, ended.stdout + ended.stderr
    assert "No answer after 1 s of processor time. Is there a loop without end?" in ended.stdout


def test_an_isolated_attempt_may_not_write_on_macos(on_macos, tmp_path):
    written = tmp_path / "written"
    source = f"open({str(written)!r}, 'w')\n{find('standardize').solution.read_text()}"
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "standardize.py").write_text(source)
    refused = on_macos(COMMAND, "grade", "--isolated")
    assert "an attempt may not write to a file" in refused.stdout
    assert not written.exists()
