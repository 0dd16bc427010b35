"""States what students install to grade their work: this package, as a wheel that they are given.

The site's wheel is replaced whenever the site is published, and by a name alone an index could hand
out anybody's package. So the wheel itself lies in what is released, and ``requirements.txt`` names
its place, relative to the folder in which pip runs. There stands no hash: with one, pip asks for a
hash of every package, and PyTorch's build for CPUs has another than its default one. What comes
from an address of the lecturer's has its hash in that address.
"""

from __future__ import annotations

import hashlib
import io
import re
import sys
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import packages_distributions, version
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

from ... import __version__
from ...extras import CPU, install
from ..verdict.errors import UserError
from ..verdict.find import Exercise

SITE = "https://normbook.github.io/normbook/_static"
"""The folder of the book's site with this package's wheel."""
WHEEL = f"normbook-{__version__}-py3-none-any.whl"
PLACE = f"wheels/{WHEEL}"
"""Where in a release this package's wheel lies."""
BESIDE = re.compile(r"\./([^\s\[]+\.whl)")
"""Begins a line for a wheel that lies beside ``requirements.txt``."""
SCHEMES = ("https", "git+https", "git+ssh")
FETCH_SECONDS = 60
"""For which a server may keep silent while a wheel is fetched."""
PACKAGE = Path(__file__).parents[2]
GRADING = ("grader", "exercises")
"""Folders of the package on which verdicts depend."""
SOURCES = (".py", ".toml", ".md")
"""Suffixes of the files in them on which verdicts depend."""


class ReleaseError(UserError):
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
        The address of the package; a wheel at `PLACE`, unless given.
    wheel
        A copy of the file at that address, for its hash; it is fetched, unless given.

    Raises
    ------
    ReleaseError
        If the source names no version, would give away a password, or cannot be fetched; if it has
        this version, and is another build; if a package that an exercise needs is not installed.
    """
    torch = needs_torch(exercises)
    extras = NN if torch else "[grader]"
    if source is None:
        line = f"./{PLACE}{extras}"
    else:
        line = f"normbook{extras} @ {_with_hash(_checked(source), wheel)}"
    return [*([CPU] if torch else []), line, *others(exercises)]


def wheel_here(copy: Path | None = None) -> bytes:
    """Return the wheel of what grades here: a copy of it, or else the site's.

    Raises
    ------
    ReleaseError
        If it cannot be read, or is of another version or build.
    """
    return _read(f"{SITE}/{WHEEL}", copy)


def beside(lines: Iterable[str]) -> list[str]:
    """Return the places of the wheels that lie beside a ``requirements.txt`` with these lines.

    >>> beside(["numpy==2.4.6", "./wheels/normbook-1.0-py3-none-any.whl[grader]"])
    ['wheels/normbook-1.0-py3-none-any.whl']
    """
    return [found[1] for line in lines if (found := BESIDE.match(line))]


def others(exercises: Sequence[Exercise]) -> list[str]:
    """Return a line for each package that exercises need beside those that the grader brings.

    It names the version that is installed here, with which the exercises were checked.

    Raises
    ------
    ReleaseError
        If one is not installed.
    """
    modules = sorted(
        {name for exercise in exercises for name in exercise.requires} - BROUGHT - PYTHON_S
    )
    installed = packages_distributions() if modules else {}
    if unknown := [name for name in modules if name not in installed]:
        raise ReleaseError(
            f"An exercise needs {unknown[0]}, which is not installed here, so that students would "
            f"not get it. Install: {install(unknown[0])}"
        )
    names = [installed[module][0] for module in modules]
    return [f"{name}=={version(name)}" for name in names]


BROUGHT = frozenset({"numpy", "torch"})
"""Packages that exercises may need and that the grader brings: the second with its extra."""
PYTHON_S = sys.stdlib_module_names
NN = "[grader,nn]"
"""The extras with which this package grades what needs PyTorch."""


def distribution_of(line: str) -> str:
    """Return which distribution a line of ``requirements.txt`` brings, as indexes compare names.

    >>> distribution_of("scikit_learn==1.7.2")
    'scikit-learn'
    """
    name = re.match(r"[\w.-]*", line.strip())
    return re.sub(r"[-_.]+", "-", name[0] if name else "").lower()


def needs_torch(exercises: Sequence[Exercise]) -> bool:
    """Whether one of the exercises needs PyTorch."""
    return any("torch" in exercise.requires for exercise in exercises)


def _with_hash(address: str, wheel: Path | None) -> str:
    """Return the address of a file with its hash; that of a repository stays as it is."""
    if address.startswith("git+") or "sha256=" in urlsplit(address).fragment:
        return address
    digest = hashlib.sha256(_read(address, wheel)).hexdigest()
    return f"{urldefrag(address).url}#sha256={digest}"


def _read(address: str, copy: Path | None) -> bytes:
    """Return the file at an address, from a copy of it if there is one."""
    try:
        content = copy.read_bytes() if copy is not None else _fetch(address)
    except (OSError, urllib.error.URLError) as error:
        if copy is not None:
            raise ReleaseError(f"{copy} cannot be read: {error.strerror}.") from None
        server = urlsplit(address).hostname
        cause = f"there is no connection to {server}"
        if isinstance(error, urllib.error.HTTPError):
            cause = f"{server} has no such file, or does not give it"
        raise ReleaseError(
            f"What students install cannot be fetched: {cause}. If you have {_name_of(address)}, "
            "name it: --wheel FILE; or name another address with its hash: "
            f"--source …#sha256=HASH\n{address} cannot be read: {error}"
        ) from None
    name = _name_of(address)
    if copy is not None and copy.name != name:
        raise ReleaseError(f"{copy} has another name than {address}, so it is another file.")
    if name == WHEEL:
        _refuse_unless_ours(content, str(copy or address))
    return content


def _name_of(address: str) -> str:
    """Return the name of the file at an address."""
    return urlsplit(address).path.rpartition("/")[2]


def _refuse_unless_ours(content: bytes, place: str) -> None:
    """Refuse a wheel of this version whose grader or exercises differ from those that grade here.

    Raises
    ------
    ReleaseError
        If it is no wheel, or what grades is not the same, byte for byte, as here.
    """
    try:
        theirs = dict(_what_grades(zipfile.Path(zipfile.ZipFile(io.BytesIO(content)), "normbook/")))
    except (zipfile.BadZipFile, OSError) as error:
        raise ReleaseError(f"{place} is no wheel of normbook: {error}.") from None
    ours = dict(_what_grades(PACKAGE))
    names = theirs.keys() | ours.keys()
    other = sorted(name for name in names if theirs.get(name) != ours.get(name))
    if other:
        raise ReleaseError(
            f"{place} has this version, and is another build: {len(other)} of its files differ "
            f"from those that grade here, {other[0]} first. Students would see other checks than "
            "count. Install it here, or build it anew from what is installed."
        )


def _what_grades(package: Path | zipfile.Path, below: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the files of the grader and of the exercises, by path, with their contents."""
    folders = GRADING if not below else [each.name for each in package.iterdir()]
    for name in folders:
        path, inside = package / name, f"{below}{name}"
        if path.is_dir():
            yield from _what_grades(path, f"{inside}/")
        elif Path(name).suffix in SOURCES:
            yield inside, path.read_bytes()


def _fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=FETCH_SECONDS) as answer:
        content: bytes = answer.read()
    return content


def _checked(source: str) -> str:
    """Return an address, unless it is none for pip, names no fixed version, or holds a secret."""
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
