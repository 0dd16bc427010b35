"""What a page's Python unpacks: pytest, what of this package it needs, and what of NumPy."""

import io
import re
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath

import zstandard

PURE = ("pytest", "pluggy", "iniconfig", "packaging", "pygments")
"""The distributions that grading imports, beside this package."""
PYGMENTS = {
    "lexers": {"__init__", "_mapping", "diff", "python"},
    "formatters": {"__init__", "_mapping", "terminal"},
    "styles": {"__init__", "_mapping", "default"},
}
"""For three folders of Pygments, the modules that pytest imports: one in twenty of all that are
there."""
NOT_PYTEST = re.compile(
    r"packaging/(_parser|_ranges|_tokenizer|dependency_groups|direct_url|licenses/\w+|markers)\.py$"
    r"|packaging/(metadata|pylock|ranges|requirements|specifiers)\.py$"
    r"|pygments/(cmdline|sphinxext)\.py$|_pytest/(junitxml|pastebin|stepwise)\.py$"
)
"""Modules of the distributions in `PURE` that no verdict imports."""
GRADING = re.compile(
    r"normbook/((__init__|extras|threads)\.py$|grader/(?!classroom/|commands/|fence/"
    r"|(cli|pytest_plugin)\.py|verdict/(drawn|invariants|publish)\.py))"
)
"""Files of the normbook wheel that a verdict in a page imports."""
EXERCISE = re.compile(r"normbook/exercises/(\w+)/(?!variants/)")
"""Files of the normbook wheel that a verdict on one exercise reads."""
SHOWING = re.compile(
    r"normbook/(norms/|playgrounds/(?!panel/(figure|notebook|panel)\.)"
    r"|capstones/(__init__|iris|own_norm)\.py$|data/(digits\.(json|npz)|iris\.csv)$)"
)
"""Files of the normbook wheel that cells, playgrounds and a norm of one's own import or read."""
NO_USE = re.compile(
    r"\.(a|c|h|pxd|pyi|pyx)$|/(f2py|tests|_pyinstaller)/|/conftest\.py|/RECORD$"
    r"|/(lapack_lite\.|timer_comparison\.)"
)
"""Files of NumPy's wheel for compilers, type checkers and its own tests: a sixth of the wheel."""
NO_PAGE = re.compile(
    r"(multiprocessing|_pyrepl|xmlrpc|wsgiref|ctypes/macholib)/"
    r"|(ftplib|imaplib|mailbox|poplib|smtplib|socketserver)\.py$|http/(server|cookiejar|cookies)\.py$"
    r"|asyncio/(proactor|windows)_\w+\.py$|logging/handlers\.py$|pdb\.py$"
    r"|(_aix_support|_android_support|_apple_support|_ios_support|_osx_support|nturl2path)\.py$"
    r"|(_pydatetime|_pyio)\.py$|(compileall|modulefinder|pickletools|pyclbr|tabnanny|trace)\.py$"
    r"|encodings/(big5|cp(?!437|1252)\d|euc_|gb|hp_|hz|iso2022|iso8859_(?!1\.|15\.)|johab|koi8|kz"
    r"|mac_|mbcs|oem|palmos|ptcp|shift_|tis_)\w*\.py$"
)
"""Modules of the standard library that a page can do without: servers, clients, processes,
terminals, other systems, versions in Python of modules in C, and rare encodings. Those that grading
or NumPy import are kept all the same."""
SHRUNK = "-zst"
"""How the name of a shrunk file ends: no host takes it for one that it has compressed itself."""
PACKED = f".zip{SHRUNK}"
"""How a packed archive's name ends."""
LEVEL = 19
"""Zstandard's level of compression: of those that need no setting of their own the strongest."""


@cache
def pure_archive() -> bytes:
    """Return pytest and what it imports as one archive, the same for the same versions."""
    files = [file for name in PURE for file in sorted(pure_files(name))]
    return archive_of({inner: path.read_bytes() for inner, path in files})


def archive_of(files: dict[str, bytes]) -> bytes:
    """Return files as an archive: the same for the same content, since it has no times.

    None is compressed by itself: `shrunk` makes more of files that are alike, together.
    """
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return written.getvalue()


def shrunk(content: bytes) -> bytes:
    """Return a file compressed: hosts differ in what they compress as they serve it.

    Zstandard, which the page brings the decoder for, finds what is alike at any distance. gzip,
    which browsers read by themselves, looks back 32 KB: it leaves a quarter more to load.
    """
    return zstandard.compress(content, LEVEL)


def part(package: bytes, wanted: re.Pattern[str]) -> bytes:
    """Return an archive of the files of the normbook wheel whose names match a pattern."""
    return archive_of({n: c for n, c in contents(package).items() if wanted.match(n)})


def packed_for_grading(package: bytes) -> bytes:
    """Return an archive of what a verdict needs of the normbook wheel, compressed as a whole."""
    return shrunk(part(package, GRADING))


def exercises(package: bytes) -> dict[str, bytes]:
    """Return an archive of each exercise's files in the normbook wheel, by the exercise's name."""
    files: dict[str, dict[str, bytes]] = {}
    for name, content in contents(package).items():
        if found := EXERCISE.match(name):
            files.setdefault(found[1], {})[name] = content
    return {slug: archive_of(files[slug]) for slug in sorted(files)}


def packed_for_showing(package: bytes) -> bytes:
    """Return an archive of what cells and playgrounds need of the normbook wheel, compressed."""
    return shrunk(part(package, SHOWING))


def packed_lean(wheel: bytes) -> bytes:
    """Return a wheel of compiled code without what no page can use, compressed as a whole."""
    return shrunk(archive_of({n: c for n, c in contents(wheel).items() if not NO_USE.search(n)}))


def contents(archive: bytes) -> dict[str, bytes]:
    """Return the files of an archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def pure_files(name: str) -> Iterator[tuple[str, Path]]:
    """Yield a distribution's modules and licences: the names inside the archive, and the files."""
    files = distribution(name).files
    if files is None:
        raise RuntimeError(f"{name} does not say which files it has: install it with pip.")
    for file in files:
        inner = PurePosixPath(file.as_posix())
        if is_wanted(inner):
            yield str(inner), Path(str(file.locate()))


def is_wanted(inner: PurePosixPath) -> bool:
    """Return whether a file is imported by grading, or is a licence."""
    top, *below = inner.parts
    if top.endswith(".dist-info"):
        return "licenses" in below or inner.name.startswith(("LICENSE", "METADATA"))
    if top == "pygments" and below[0] in PYGMENTS:
        return inner.stem in PYGMENTS[below[0]]
    return inner.suffix == ".py" and top != ".." and not NOT_PYTEST.match(str(inner))
