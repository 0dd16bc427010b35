"""Files that a build makes at some cost, kept for the next one."""

import hashlib
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path


def made_once(kept: Path, made_from: Iterable[bytes], make: Callable[[Path], object]) -> Path:
    """Return a folder that ``make`` has filled; the last one, if it was made from the same.

    Parameters
    ----------
    kept
        A folder of the caller's own, in which that folder stands alone.
    made_from
        All that decides what comes of it.
    make
        Fills a folder. Where it fails, none is kept.
    """
    whole = hashlib.sha256()
    for content in made_from:
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
    source = Path(make.__code__.co_filename).read_bytes()
    folder = made_once(
        kept, (content, source), lambda part: (part / "made").write_bytes(make(content))
    )
    return (folder / "made").read_bytes()
