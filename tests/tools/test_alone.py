"""A lock is held by one at a time, and ends with the process that holds it."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import alone as locks
from alone import alone, has_locked


def test_who_is_alone_waits_for_nobody_and_says_nothing(tmp_path, capsys):
    for _ in range(2):
        with alone(tmp_path / "a" / "lock"), (tmp_path / "a" / "lock").open("a") as other:
            assert not has_locked(other.fileno())
    assert capsys.readouterr().out == ""


def test_on_a_drive_without_locks_it_goes_on_and_says_so_once(tmp_path, monkeypatch, capsys):
    def refuse(file: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(locks, "lock", refuse)
    for _ in range(2):
        with alone(tmp_path / "lock"):
            pass
    said = "This folder's drive has no locks: see that one build runs at a time.\n"
    assert capsys.readouterr().out == said


def test_a_lock_ends_with_the_process_that_holds_it(tmp_path):
    code = "import sys; from alone import alone; from pathlib import Path\n"
    code += "with alone(Path('lock')):\n    print('held', flush=True)\n    sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "tools")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        process.stdout.readline()
        process.kill()
    with alone(tmp_path / "lock"):
        pass
