"""Files that a build makes at some cost, kept for the next one."""

import hashlib
import shutil
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[3]
PINNED = (ROOT / "constraints.txt", ROOT / "package-lock.json")
"""The versions of all packages: what is made by one of them is made again by another version."""


def made_once(kept: Path, made_from: Iterable[bytes], make: Callable[[Path], object]) -> Path:
    """Return a folder that ``make`` has filled; the last one, if it was made from the same.

    Parameters
    ----------
    kept
        A folder of the caller's own, in which that folder stands alone.
    made_from
        All that decides what comes of it, beside the source of ``make`` and the packages' versions.
    make
        Fills a folder. Where it fails, none is kept.
    """
    whole = hashlib.sha256()
    always = (path.read_bytes() for path in (*PINNED, source_of(make)))
    for content in chain(made_from, always):
        whole.update(hashlib.sha256(content).digest())
    folder = kept / whole.hexdigest()[:12]
    if not folder.is_dir():
        part = kept / "part"
        kept.mkdir(parents=True, exist_ok=True)
        for old in sorted(kept.iterdir(), key=lambda path: path != part):
            shutil.rmtree(old.rename(part))  # never half of it under its name
        part.mkdir()
        make(part)
        part.rename(folder)
    return folder


def bytes_once(kept: Path, content: bytes, make: Callable[[bytes], bytes]) -> bytes:
    """Return what ``make`` makes of some bytes; what it last made, if it was of the same.

    Parameters
    ----------
    kept
        A folder of this call's own.
    content
        What it is made of.
    make
        A function, whose module's source counts as what decides, too.
    """
    source = source_of(make).read_bytes()
    folder = made_once(
        kept, (content, source), lambda part: (part / "made").write_bytes(make(content))
    )
    return (folder / "made").read_bytes()


def source_of(function: Callable[..., object]) -> Path:
    """Return the file that a function stands in."""
    return Path(function.__code__.co_filename)
