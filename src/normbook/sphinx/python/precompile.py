"""Compile what grading imports: run by ``precompile.mjs`` in the Python that readers' browsers run.

Half of a first verdict's time went into compiling the same sources in every browser. What grading
does not import stays as it is, since compiled code weighs more. `compilation.py` packs the answer.

Of the standard library and of what others wrote, the compiled form is served alone, and has no
docstrings, nor assertions: it weighs a third of both forms. This package's lies beside its source,
with which Python compares it, so that it is never another version's.
"""

import py_compile
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any

ANSWER = Path("/host/compiled.zip")
"""The archive that is written into the caller's folder: ``library/…``, ``packages/…``, compiled."""
SITE = Path("/lib") / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
LIBRARY = Path("/lib") / f"python{sys.version_info[0]}{sys.version_info[1]}.zip"
NUMPY = ("ast", "ctypes", "ctypes._endian", "json", "numbers", "pickle", "secrets", "tempfile")
"""Modules of the standard library that NumPy imports, beside those that grading imports."""

MODE = py_compile.PycInvalidationMode
BARE = 2
"""Python's level of optimization that leaves docstrings and assertions out."""


def import_all() -> None:
    """Import all that a verdict stands on."""
    from normbook.grader import page

    page.rehearse("min_max_scale")  # which needs Python alone
    for name in NUMPY:
        __import__(name)


def sources(place: Path) -> Iterator[tuple[PurePath, bytes]]:
    """Yield what is imported from a place: the path of a source below it, and its content."""
    specs = [module.__spec__ for module in sys.modules.values() if module.__spec__]
    for spec in sorted(specs, key=lambda spec: spec.name):
        path = Path(spec.origin or "")
        if path.is_relative_to(place) and path.suffix == ".py":
            loader: Any = spec.loader
            yield path.relative_to(place), loader.get_data(str(path))


def compiled(source: bytes, path: Path, mode: MODE, optimize: int = -1) -> bytes:
    """Return the compiled form of a module whose source would lie at ``path``."""
    here, there = Path("/tmp/module.py"), Path("/tmp/module.pyc")
    here.write_bytes(source)
    py_compile.compile(str(here), str(there), str(path), True, optimize, mode)
    return there.read_bytes()


def main() -> None:
    """Write the answer."""
    import_all()
    with zipfile.ZipFile(ANSWER, "w") as answer:
        for place, kind in ((LIBRARY, "library"), (SITE, "packages")):
            for name, source in sources(place):
                if name.parts[0] == "normbook":
                    code = compiled(source, place / name, MODE.CHECKED_HASH)
                    cached = f"{name.stem}.{sys.implementation.cache_tag}.pyc"
                    answer.writestr(f"{kind}/{name.parent / '__pycache__' / cached}", code)
                else:
                    code = compiled(source, place / name, MODE.UNCHECKED_HASH, BARE)
                    answer.writestr(f"{kind}/{name}c", code)


if __name__ == "__main__":
    main()
