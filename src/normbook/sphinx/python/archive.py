"""Pytest and what it imports, plain Python all of it, as one archive."""

import io
import zipfile
from collections.abc import Iterator
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


def pure_archive() -> bytes:
    """Return pytest and what it imports as one archive, the same for the same versions."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in PURE:
            for inner, path in sorted(pure_files(name)):
                archive.writestr(zipfile.ZipInfo(inner), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return file.getvalue()


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
