"""Reads from a student's Git repository when each file was last changed.

The repository may be a hostile one, whose configuration has Git run programs. So none of it is
read: a repository of ours borrows its objects, which Git takes from strangers at every fetch.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from datetime import datetime
from pathlib import Path

OBJECT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
SECONDS = 60
"""For the history of one student; a longer one is not read."""


def commit_times(folder: Path) -> dict[str, datetime]:
    """Return when each file of a folder was last committed, by its path."""
    git = folder / ".git"
    objects = git / "objects"
    if git.is_symlink() or not git.is_dir() or not objects.is_dir():
        return {}
    head = _head(git)
    if head is None:
        return {}
    with tempfile.TemporaryDirectory(prefix="normbook-") as name:
        try:
            _run(["init", "--quiet", "--bare", *_format(head), name], name)
            Path(name, "objects/info/alternates").write_text(f"{objects.resolve()}\n")
            shallow = git / "shallow"
            if shallow.is_file() and not shallow.is_symlink():
                Path(name, "shallow").write_bytes(shallow.read_bytes())
            log = ["log", "--format=%x00%cI", "--name-only", "--no-renames", "-z", head]
            out = _run([*log, "--"], name)
        except (OSError, subprocess.SubprocessError):
            return {}
    return _parse(out)


def _head(git: Path) -> str | None:
    """Return the commit that is checked out, by reading the files in which Git keeps it."""
    try:
        name = _read(git / "HEAD")
        if name.startswith("ref: refs/"):
            reference = name.removeprefix("ref: ")
            if ".." in reference:
                return None
            loose = git / reference
            name = _read(loose) if loose.is_file() else _packed(git)[reference]
    except (OSError, KeyError, UnicodeDecodeError):
        return None
    return name if OBJECT.fullmatch(name) else None


def _packed(git: Path) -> dict[str, str]:
    lines = (line.split() for line in _read(git / "packed-refs").splitlines())
    return {fields[1]: fields[0] for fields in lines if len(fields) == 2}


def _read(path: Path) -> str:
    if path.is_symlink():
        raise OSError  # what it leads to is none of the student's
    return path.read_text(encoding="utf-8").strip()


def _format(head: str) -> list[str]:
    return ["--object-format=sha256"] if len(head) == 64 else []


def _run(command: list[str], folder: str) -> str:
    """Run Git in a repository of ours, with no configuration but its own."""
    found = {"PATH": os.pathsep.join(os.get_exec_path())}
    ours = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "HOME": folder}
    done = subprocess.run(
        ["git", *command],
        cwd=folder,
        env={**found, **ours, "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=SECONDS,
    )
    return done.stdout.decode("utf-8", "surrogateescape")


def _parse(log: str) -> dict[str, datetime]:
    """Return the newest of the times of each path: fields that follow an empty one are times."""
    times: dict[str, datetime] = {}
    before, when = None, None
    for field in log.split("\0"):
        if before == "" and field:
            when = datetime.fromisoformat(field)
        elif field and when is not None:
            path = field.removeprefix("\n")
            times[path] = max(when, times.get(path, when))
        before = field
    return times
