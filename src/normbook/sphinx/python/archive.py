"""Pytest and what it imports, plain Python all of it, as one archive."""

import io
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
