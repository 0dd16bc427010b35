"""Reads from a student's Git repository when each file was last changed, and what it was then.

It also reads what other branches hold than the one that is checked out, which alone is graded.

The repository may be a hostile one, whose configuration has Git run programs. So none of it is
read: a repository of ours borrows its objects, which Git takes from strangers at every fetch.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from pathlib import Path

OBJECT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
IDENT = re.compile(rb"\$Id:[^$\n]*\$")
"""What Git writes in place of ``$Id$`` into files with the attribute ``ident``."""
BRANCHES = ("refs/heads/", "refs/remotes/")
"""Where Git keeps branches, and those that it fetched."""
LIST = ("ls-tree", "-r", "-z", "--full-tree")
"""The command that lists the files of a commit."""
MAX_REFERENCES_BYTES = 2**20
"""Of a file of references that are read."""
MAX_BRANCHES = 20
"""Branches of one student that are looked at."""
MAX_BRANCH_FILES, MAX_BRANCH_BYTES = 200, 16 * 2**20
"""Files of a branch that are looked at, and their bytes in all."""
GIT_SECONDS = 60
"""For which one Git command may run; a history that takes longer is not read."""


@dataclass(frozen=True)
class Committed:
    """A file as it was last committed."""

    time: datetime | None
    """When; None if that is no date, or the history is cut off before it tells (``--depth``)."""
    blob: str
    """The hash by which Git names its content."""

    def has(self, data: bytes) -> bool:
        """Whether the file had this content, as it is or as Git keeps it.

        That is without the line ends of Windows, and without what the attribute ``ident`` expands.
        """
        kept = IDENT.sub(b"$Id$", data.replace(b"\r\n", b"\n"))
        return self.blob in (self._hash(data), self._hash(kept))

    def _hash(self, data: bytes) -> str:
        hashed = hashlib.sha256() if len(self.blob) == 64 else hashlib.sha1(usedforsecurity=False)
        hashed.update(b"blob %d\0" % len(data) + data)
        return hashed.hexdigest()


def committed(folder: Path) -> dict[str, Committed]:
    """Return the files of the commit that is checked out in a folder, by their paths.

    A file's time is that of the newest commit that changed it. A merge changed it if it is
    different there from what it is in each of the commits that were merged.

    Returns
    -------
    dict
        Nothing, if there is no repository, or Git cannot read it in time.
    """
    git = _repository(folder)
    head = _head(git) if git else None
    if git is None or head is None:
        return {}
    oldest = _oldest(git)
    try:
        with _borrowed(git, head, oldest) as name:
            lines = "--format=%x00/%H %ct%x00"
            log = ["log", "-c", lines, "--name-only", "--no-renames", "-z", head, "--"]
            times = _times(_text(log, name), oldest)
            blobs = _blobs(_text([*LIST, head], name))
    except (OSError, subprocess.SubprocessError):
        return {}
    return {path: Committed(times[path], blob) for path, blob in blobs.items() if path in times}


def other_branches(
    folder: Path, wanted: Callable[[Iterable[str]], Sequence[str]]
) -> Iterator[tuple[str, bytes]]:
    """Yield the branches that are not checked out in a folder, each with a zip of files in it.

    Branches that were fetched from elsewhere are among them. What is checked out as well, at
    whatever place, is left out; so is a branch without another file, or that Git cannot read.

    Parameters
    ----------
    folder
        A student's folder.
    wanted
        Returns which of a branch's files are looked at, by their paths.
    """
    git = _repository(folder)
    head = _head(git) if git else None
    if git is None or head is None:
        return
    others: dict[str, str] = {}
    for name, commit in _branches(git):
        if commit != head:
            others.setdefault(commit, name)
    if not others:
        return
    try:
        with _borrowed(git, head, _oldest(git)) as ours:
            here = set(_blobs(_text([*LIST, head], ours)).values())
            for commit, name in others.items():
                with contextlib.suppress(subprocess.CalledProcessError):
                    if packed := _packed_files(commit, ours, here, wanted):
                        yield name, packed
    except (OSError, subprocess.SubprocessError):
        return


def _packed_files(
    commit: str,
    ours: str,
    here: Collection[str],
    wanted: Callable[[Iterable[str]], Sequence[str]],
) -> bytes:
    """Return a zip of the wanted files of a commit whose content is not here; b"" if none is."""
    tree = _text([*LIST, "--long", commit], ours)
    blobs, sizes = _blobs(tree), _sizes(tree)
    paths = [path for path in wanted(blobs) if blobs[path] not in here and path in sizes]
    small = [path for path in paths if sizes[path] <= MAX_BRANCH_BYTES][:MAX_BRANCH_FILES]
    if not small or sum(sizes[path] for path in small) > MAX_BRANCH_BYTES:
        return b""
    return _run(["--literal-pathspecs", "archive", "--format=zip", commit, "--", *small], ours)


def _branches(git: Path) -> list[tuple[str, str]]:
    """Return the branches of a repository, its own and those fetched, each with its commit."""
    found: dict[str, str] = {}
    with contextlib.suppress(OSError, UnicodeDecodeError):
        found.update(_packed(git))
    for kind in BRANCHES:
        for parent, _, names in os.walk(git / kind) if _is_no_link(git / kind) else ():
            for name in names:
                path = Path(parent, name)
                with contextlib.suppress(OSError, UnicodeDecodeError):
                    found[path.relative_to(git).as_posix()] = _read(path)
    own = [
        (name.removeprefix(kind), commit)
        for kind in BRANCHES
        for name, commit in sorted(found.items())
        if name.startswith(kind) and OBJECT.fullmatch(commit)
    ]
    return own[:MAX_BRANCHES]


@contextlib.contextmanager
def _borrowed(git: Path, head: str, oldest: Sequence[str]) -> Iterator[str]:
    """Give a repository of ours that borrows the objects of a student's."""
    with tempfile.TemporaryDirectory(prefix="normbook-") as name:
        _run(["init", "--quiet", "--bare", *_format(head), name], name)
        objects = (git / "objects").resolve()
        Path(name, "objects/info/alternates").write_bytes(os.fsencode(objects) + b"\n")
        if oldest:
            Path(name, "shallow").write_text("".join(f"{commit}\n" for commit in oldest))
        yield name


def _repository(folder: Path) -> Path | None:
    """Return the folder in which Git keeps a repository; None if there is none."""
    git = folder.resolve() / ".git"
    return git if _is_no_link(git) and (git / "objects").is_dir() else None


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


def _oldest(git: Path) -> list[str]:
    """Return the commits before which the history is cut off: all their files seem new in them."""
    try:
        return list(filter(OBJECT.fullmatch, _read(git / "shallow").split()))
    except (OSError, UnicodeDecodeError):
        return []


def _packed(git: Path) -> dict[str, str]:
    lines = (line.split() for line in _read(git / "packed-refs").splitlines())
    return {fields[1]: fields[0] for fields in lines if len(fields) == 2}


def _read(path: Path) -> str:
    """Return the text of a file of Git's; raise `OSError` for what is another's, or never ends."""
    if not (_is_no_link(path) and path.is_file()):
        raise OSError
    with path.open("rb") as file:
        return file.read(MAX_REFERENCES_BYTES).decode("utf-8").strip()


def _is_no_link(path: Path) -> bool:
    """Whether a path leads through no link, which may lead to files that are not the student's."""
    return Path(os.path.realpath(path)) == path


def _format(head: str) -> list[str]:
    return ["--object-format=sha256"] if len(head) == 64 else []


def _text(command: list[str], folder: str) -> str:
    """Return what Git prints in a repository of ours."""
    return _run(command, folder).decode("utf-8", "surrogateescape")


def _run(command: list[str], folder: str) -> bytes:
    """Run Git in a repository of ours, without the configuration of the user and the system."""
    found = {"PATH": os.pathsep.join(os.get_exec_path())}
    ours = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "HOME": folder}
    done = subprocess.run(
        ["git", *command],
        cwd=folder,
        env={**found, **ours, "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=GIT_SECONDS,
    )
    return done.stdout


def _blobs(tree: str) -> dict[str, str]:
    """Return the hash of each file of a tree, by its path, without links."""
    return {path: blob for path, (mode, _, blob, *_) in _entries(tree) if mode.startswith("100")}


def _sizes(tree: str) -> dict[str, int]:
    """Return the size of each file of a tree in its long form, by its path.

    What a clone left away, as with ``--filter``, has none.
    """
    return {path: int(size) for path, (_, _, _, size) in _entries(tree) if size.isdecimal()}


def _entries(tree: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the paths of a tree, each with its mode, kind and hash; in the long form its size."""
    for entry in filter(None, tree.split("\0")):
        about, _, path = entry.partition("\t")
        yield path, about.split()


def _times(log: str, oldest: Collection[str]) -> dict[str, datetime | None]:
    """Return for each path the newest time in the output of ``git log``.

    Commit and time stand before the paths that changed then, and begin with a slash, as no path
    does. Of a path whose newest commit is one of ``oldest`` nothing tells when it changed.
    """
    found: dict[str, tuple[float, bool]] = {}
    change = None
    for field in log.split("\0"):
        if field.startswith("/"):
            commit, _, seconds = field[1:].partition(" ")
            change = float(seconds or "inf"), commit not in oldest
        elif (path := field.removeprefix("\n")) and change is not None:
            found[path] = max(change, found.get(path, change))
    return {path: moment(time) if is_told else None for path, (time, is_told) in found.items()}


def moment(seconds: float) -> datetime | None:
    """Return a time that a commit or a file states; None if no zone has such a date.

    A student can write any number there.
    """
    with contextlib.suppress(ValueError, OverflowError, OSError):
        found = datetime.fromtimestamp(seconds, UTC)
        return found if MINYEAR < found.year < MAXYEAR else None
    return None
