"""Chooses the files that an isolated attempt may read: Python's own, and no copy of this package.

Each copy of this package has the solutions, so that none may be read, however it got there.
"""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

DEV_NULL = Path(os.devnull)
PROCESSOR_FILES = (Path("/proc/cpuinfo"), Path("/sys/devices/system/cpu"))
"""PyTorch reads the kind of processor from these, late."""
SYSTEM_FOLDERS = (Path("/usr/lib"), Path("/lib"))
"""Folders of shared libraries, and of modules that a system brings."""
PACKAGE_DEPTH = 3
"""How many levels below a folder of `_roots` packages are looked for.

Below ``lib`` that is ``python3.x/site-packages/<package>``.
"""


@dataclass(frozen=True)
class View:
    """What an attempt sees of the file system; of other files it can tell only that they exist."""

    read: tuple[Path, ...]
    """Files that may be read, and folders with all that is in them."""
    listed: tuple[Path, ...]
    """Folders that hold something hidden: they may be listed, as imports do, but not read whole."""
    hidden: tuple[Path, ...]
    """Files and folders that may not be read: the copies of this package."""


def view_without(package: Path) -> View:
    """Return the view of Python's modules and libraries without any copy of a package.

    Parameters
    ----------
    package
        The folder of the package.
    """
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
    """Return the copies of a package in some folders and archives.

    Such are installed ones, also of another environment, wheels, and folders that a ``.pth`` file
    leads to.
    """
    found = {root for root in roots if root.is_file() and _may_hold(root, name)}
    for root in roots:
        found |= {path.resolve() for path in _named(name, root, PACKAGE_DEPTH)}
    return found


def _roots() -> list[Path]:
    """Return the folders and archives that Python's modules and libraries are loaded from.

    None of them lies in another.
    """
    roots = {Path(sys.prefix, "lib"), Path(sys.base_prefix, "lib"), *SYSTEM_FOLDERS}
    roots |= {Path(entry) for entry in sys.path if entry}
    found = {root.resolve() for root in roots if root.exists()}
    return sorted(root for root in found if found.isdisjoint(root.parents))


def _may_hold(archive: Path, name: str) -> bool:
    """Return whether an archive holds a package, or cannot be looked into and so may hold it."""
    try:
        with zipfile.ZipFile(archive) as file:
            return any(part == name for each in file.namelist() for part in each.split("/"))
    except (OSError, zipfile.BadZipFile):
        return True


def _named(name: str, folder: Path | str, depth: int) -> Iterator[Path]:
    """Yield what is named as a package, up to ``depth`` levels below a folder.

    That is each file or folder of the name, and each file whose name begins with it, as wheels do.
    """
    try:
        entries = list(os.scandir(folder))
    except OSError:  # no folder, or one that an attempt cannot list either
        return
    for entry in entries:
        if entry.name == name or (entry.name.startswith(name) and entry.is_file()):
            yield Path(entry.path)
        elif depth > 1 and entry.is_dir(follow_symlinks=False):
            yield from _named(name, entry.path, depth - 1)


def _split(path: Path, hidden: Sequence[Path]) -> Iterator[tuple[Path, bool]]:
    """Yield the parts of a path that may be read whole, each with True.

    Folders that hold something hidden come with False: of these the names alone may be read.
    """
    if any(each == path or each in path.parents for each in hidden):
        return
    if not any(path in each.parents for each in hidden):
        yield path, True
        return
    yield path, False
    for below in path.iterdir():
        if not below.is_symlink():  # its target is seen where it lies, or not at all
            yield from _split(below, hidden)
