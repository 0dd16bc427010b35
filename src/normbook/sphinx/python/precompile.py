"""Compile what grading imports: run by ``precompile.mjs`` in the Python that readers' browsers run.

Half of a first verdict's time went into compiling the same sources in every browser. The standard
library's modules are replaced by their compiled form; beside those of the packages lies one that
Python compares with the source, so that it is never another version's. What grading does not import
stays as it is, since compiled code weighs more.
"""

import py_compile
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path("/work")
"""The caller's: it has ``packages.zip``, ``package.whl`` and ``python_stdlib.zip``."""
SITE = Path("/lib") / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
LIBRARY = Path("/lib") / f"python{sys.version_info[0]}{sys.version_info[1]}.zip"
NUMPY = ("ast", "ctypes", "ctypes._endian", "json", "numbers", "pickle", "secrets", "tempfile")
"""What NumPy imports of the standard library, beside what grading does."""

MODE = py_compile.PycInvalidationMode


def imported(place: Path) -> list[Path]:
    """Import all that a verdict stands on; return the sources of it that lie in a place."""
    from normbook.grader import page

    page.rehearse("min_max_scale")  # which needs Python alone
    for name in NUMPY:
        __import__(name)
    origins = {getattr(module.__spec__, "origin", None) for module in list(sys.modules.values())}
    paths = sorted(Path(origin) for origin in origins if origin)
    return [path for path in paths if path.is_relative_to(place) and path.suffix == ".py"]


def compiled(source: bytes, path: Path, mode: MODE) -> bytes:
    """Return the compiled form of a module whose source will lie at ``path``."""
    here, there = Path("/tmp/module.py"), Path("/tmp/module.pyc")
    here.write_bytes(source)
    py_compile.compile(str(here), str(there), str(path), doraise=True, invalidation_mode=mode)
    return there.read_bytes()


def write(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a file, without its time: the same content makes the same archive."""
    archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)


def rewrite_library(path: Path, wanted: Iterable[Path]) -> None:
    """Replace modules of the standard library's archive by their compiled form."""
    chosen = {str(each.relative_to(LIBRARY)) for each in wanted}
    with zipfile.ZipFile(path) as old:
        contents = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(path, "w") as new:
        for name, content in contents.items():
            if name in chosen:
                code = compiled(content, LIBRARY / name, MODE.UNCHECKED_HASH)
                write(new, f"{name}c", code)
            else:
                write(new, name, content)


def extend_packages(path: Path, wanted: Iterable[Path]) -> None:
    """Add the compiled form of modules to the packages' archive."""
    with zipfile.ZipFile(path, "a") as archive:
        for each in wanted:
            code = compiled(each.read_bytes(), each, MODE.CHECKED_HASH)
            name = f"{each.stem}.{sys.implementation.cache_tag}.pyc"
            write(archive, str(each.relative_to(SITE).parent / "__pycache__" / name), code)


def main() -> None:
    """Rewrite the caller's two archives."""
    extend_packages(FOLDER / "packages.zip", imported(SITE))
    rewrite_library(FOLDER / "python_stdlib.zip", imported(LIBRARY))


if __name__ == "__main__":
    main()
