"""When a page was changed and whether it was released, as far as Git knows."""

import subprocess
from functools import cache
from pathlib import Path


@cache
def changed(folder: Path) -> dict[str, str]:
    """Return the day on which each file below a folder was last committed.

    A file that differs from the last commit is not in it. Without a repository, or in one that has
    a part of its history only, nothing is: the day would be another.
    """
    if _git(folder, "rev-parse", "--is-shallow-repository") != ["false"]:
        return {}
    altered = set(_git(folder, "diff", "--name-only", "--relative", "HEAD"))
    days: dict[str, str] = {}
    day = ""
    for line in _git(folder, "log", "--format=/%cs", "--name-only", "--relative"):
        if line.startswith("/"):
            day = line[1:]
        elif line and line not in altered:
            days.setdefault(line, day)
    return days


@cache
def released(folder: Path, path: str) -> str:
    """Return the tag of the last release, such as ``v0.2.0``; nothing if it lacks a file."""
    tags = _git(folder, "describe", "--tags", "--abbrev=0", "--match=v[0-9]*")
    has = tags and _git(folder, "ls-tree", "--name-only", tags[0], "--", path)
    return tags[0] if has else ""


def _git(folder: Path, *arguments: str) -> list[str]:
    """Return the lines that a command prints, none if it fails."""
    command = ["git", "-c", "core.quotePath=off", *arguments]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    except FileNotFoundError:  # no Git here
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []
