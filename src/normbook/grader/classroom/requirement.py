"""States what students install to grade their work: this package, from an address, by its hash.

By a name alone an index could hand out anybody's package, and another tomorrow.
"""

from __future__ import annotations

import hashlib
import urllib.error
import urllib.request
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

from ..verdict.find import Exercise

SITE = "https://normbook.github.io/normbook/_static"
"""Where the book's site has its wheel."""
CPU = "--extra-index-url https://download.pytorch.org/whl/cpu"
"""Where PyTorch has its builds without CUDA, a tenth as large."""
SCHEMES = ("https", "git+https", "git+ssh")
SECONDS = 60


class ReleaseError(RuntimeError):
    """A release cannot be written as asked; the message says what to change."""


def require(
    exercises: Sequence[Exercise], source: str | None = None, wheel: Path | None = None
) -> list[str]:
    """Return the lines of ``requirements.txt`` that grade these exercises.

    Parameters
    ----------
    exercises
        What is to be graded.
    source
        The address of the package; that of this version on the book's site, unless given.
    wheel
        A copy of the file at that address, for its hash; it is fetched, unless given.

    Raises
    ------
    ReleaseError
        If the source names no version, would give away a password, or cannot be fetched; if there
        is none, and this package was not installed, so that its version is not known.
    """
    torch = needs_torch(exercises)
    address = _with_hash(_checked(_on_site() if source is None else source), wheel)
    return [*([CPU] if torch else []), f"{package(torch)} @ {address}"]


def needs_torch(exercises: Sequence[Exercise]) -> bool:
    """Whether one of the exercises needs PyTorch."""
    return any("torch" in exercise.requires for exercise in exercises)


def package(torch: bool) -> str:
    """Return this package with what it needs to grade."""
    return "normbook[grader,nn]" if torch else "normbook[grader]"


def _on_site() -> str:
    """Return the address of this version's wheel."""
    try:
        return f"{SITE}/normbook-{version('normbook')}-py3-none-any.whl"
    except PackageNotFoundError:
        raise ReleaseError(
            "This normbook is not installed, so its version is not known. Say where students get "
            "it: --source git+https://…@TAG"
        ) from None


def _with_hash(address: str, wheel: Path | None) -> str:
    """Return the address of a file with its hash; that of a repository names a version already."""
    if address.startswith("git+") or "sha256=" in urlsplit(address).fragment:
        return address
    try:
        content = wheel.read_bytes() if wheel is not None else _fetch(address)
    except (OSError, urllib.error.URLError) as error:
        raise ReleaseError(
            f"{wheel or address} cannot be read: {error}. If you have that file, name it: "
            "--wheel FILE; or add its hash to the source: …#sha256=HASH"
        ) from None
    if wheel is not None and wheel.name != urlsplit(address).path.rpartition("/")[2]:
        raise ReleaseError(f"{wheel} has another name than {address}, so it is another file.")
    return f"{urldefrag(address).url}#sha256={hashlib.sha256(content).hexdigest()}"


def _fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        content: bytes = answer.read()
    return content


def _checked(source: str) -> str:
    """Return an address, if pip can read it, it stays the same, and it holds no secret."""
    address = urlsplit(source)
    if address.scheme not in SCHEMES or not address.hostname or len(source.split()) != 1:
        raise ReleaseError(
            f"The source is {source!r}; expected an address that begins with "
            f"{', '.join(f'{scheme}://' for scheme in SCHEMES)}."
        )
    if address.password or (address.username and address.scheme != "git+ssh"):
        raise ReleaseError(
            "The source holds a name or password, which every student would read. Take it out."
        )
    if address.scheme.startswith("git+") and not address.path.partition("@")[2]:
        raise ReleaseError(
            f"The source {source!r} names no version, so the checks could change during the term. "
            "Add a tag or a commit: …@TAG"
        )
    return source
