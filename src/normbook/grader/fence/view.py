"""Chooses the files that an isolated attempt sees: Python's own, and no copy of this package."""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

DEV_NULL = Path(os.devnull)
# What kind of processor it is, PyTorch asks when it first needs to know.
PROCESSOR_FILES = (Path("/proc/cpuinfo"), Path("/sys/devices/system/cpu"))
SYSTEM_FOLDERS = (Path("/usr/lib"), Path("/lib"))
PACKAGE_DEPTH = 3
"""Folders from a root of Python's to a package in it: lib/python3.x/site-packages/<package>."""


@dataclass(frozen=True)
class View:
    """What an attempt sees of the file system; of all else no more than whether it is there."""

    read: tuple[Path, ...]
    """Files that may be read, and folders with all that is in them."""
    listed: tuple[Path, ...]
    """Folders in which something is hidden: their names may be read, for modules to be found."""
    hidden: tuple[Path, ...]


def view_without(package: Path) -> View:
    """Return the view in which there are Python's modules, and no copy of a package."""
    roots = _roots()
    hidden = [each for each in {package.resolve(), *copies(package.name, roots)} if each.exists()]
    parts = [part for root in roots for part in _split(root, hidden)]
    read = [
        DEV_NULL,
        Path("/dev/urandom"),
        *PROCESSOR_FILES,
        *(path for path, whole in parts if whole),
    ]
    return View(
        tuple(path for path in read if path.exists()),
        tuple(path for path, whole in parts if not whole),
        tuple(sorted(hidden)),
    )


def copies(name: str, roots: Sequence[Path]) -> set[Path]:
    """Return what these folders and archives hold of a package, in whatever way it got there.

    Another environment's copy, a wheel, or a folder that a ``.pth`` file leads to has the
    solutions, too.
    """
    found = {root for root in roots if root.is_file() and _may_hold(root, name)}
    for root in roots:
        found |= {path.resolve() for path in _named(name, root, PACKAGE_DEPTH)}
    return found


def _roots() -> list[Path]:
    """Return the folders and archives that Python's modules and libraries are loaded from."""
    roots = {Path(sys.prefix, "lib"), Path(sys.base_prefix, "lib"), *SYSTEM_FOLDERS}
    roots |= {Path(entry) for entry in sys.path if entry}
    found = {root.resolve() for root in roots if root.exists()}
    return sorted(root for root in found if found.isdisjoint(root.parents))


def _may_hold(archive: Path, name: str) -> bool:
    """Return whether a package is in an archive, or may be: it is none that can be looked into."""
    try:
        with zipfile.ZipFile(archive) as file:
            return any(part == name for each in file.namelist() for part in each.split("/"))
    except (OSError, zipfile.BadZipFile):
        return True


def _named(name: str, folder: Path | str, depth: int) -> Iterator[Path]:
    """Yield the folders of a name below a folder, and the files whose names begin with it."""
    try:
        entries = list(os.scandir(folder))
    except OSError:  # a file, or one that an attempt cannot read either
        return
    for entry in entries:
        if entry.name == name or (entry.name.startswith(name) and entry.is_file()):
            yield Path(entry.path)
        elif depth > 1 and entry.is_dir(follow_symlinks=False):
            yield from _named(name, entry.path, depth - 1)


def _split(path: Path, hidden: Sequence[Path]) -> Iterator[tuple[Path, bool]]:
    """Yield what may be read of a path, whole; and the folders that have to be split up."""
    if any(each == path or each in path.parents for each in hidden):
        return
    if not any(path in each.parents for each in hidden):
        yield path, True
        return
    yield path, False
    for below in path.iterdir():
        if not below.is_symlink():  # where it leads to is there under its own name, or not seen
            yield from _split(below, hidden)
