"""What a page's Python unpacks: pytest, what of this package it needs, and what of NumPy."""

import gzip
import io
import re
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath

PURE = ("pytest", "pluggy", "iniconfig", "packaging", "pygments")
"""What grading imports beside the package itself."""
PYGMENTS = {
    "lexers": {"__init__", "_mapping", "diff", "python"},
    "formatters": {"__init__", "_mapping", "terminal"},
    "styles": {"__init__", "_mapping", "default"},
}
"""Of three folders of Pygments, the modules that pytest imports: 5 in 100 of what they hold."""
OF_PACKAGE = re.compile(
    r"normbook/((__init__|extras)\.py$|(grader|norms)/|exercises/(?!\w+/variants/)"
    r"|playgrounds/(?!panel/(figure|notebook|panel)\.)|capstones/(__init__|iris|own_norm)\.py$"
    r"|data/(digits\.(json|npz)|iris\.csv)$)"
)
"""Of the normbook wheel, what a page imports or reads."""
NO_USE = re.compile(r"\.(a|c|h|pxd|pyi|pyx)$|/(f2py|tests|_pyinstaller)/|/conftest\.py|/RECORD$")
"""Of NumPy's wheel, what serves compilers, type checkers and its own tests: a sixth of it."""
PACKED = ".zip-gz"
"""How a packed archive's name ends: no host takes it for a file that it has compressed itself."""


@cache
def pure_archive() -> bytes:
    """Return pytest and what it imports as one archive, the same for the same versions."""
    files = [file for name in PURE for file in sorted(pure_files(name))]
    return archive_of({inner: path.read_bytes() for inner, path in files})


def archive_of(files: dict[str, bytes]) -> bytes:
    """Return files as an archive: the same for the same content, since it has no times."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def packed(archive: bytes) -> bytes:
    """Return an archive compressed as a whole: files that are alike are smaller together."""
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w") as whole:
        for name, content in contents(archive).items():
            whole.writestr(zipfile.ZipInfo(name), content)
    return gzip.compress(stored.getvalue(), mtime=0)


def page_part(package: bytes) -> bytes:
    """Return of the normbook wheel what a page's Python needs."""
    return archive_of({n: c for n, c in contents(package).items() if OF_PACKAGE.match(n)})


def packed_page_part(package: bytes) -> bytes:
    """Return that part, compressed as a whole."""
    return packed(page_part(package))


def lean(wheel: bytes) -> bytes:
    """Return a wheel of compiled code without what no page can use."""
    return archive_of({n: c for n, c in contents(wheel).items() if not NO_USE.search(n)})


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
    return inner.suffix == ".py" and top != ".."
