"""Python for the reader's browser: Pyodide, pytest, this package, NumPy, all from the site itself.

All of it goes to ``_static/python``, and ``manifest.json`` names each file with its size and hash;
``assets/python/worker.mjs`` loads what it names. Pyodide's core is an npm package (`core`). Wheels
that were compiled for it are not: `lock` lists them, `wheels` finds them. What is nowhere to be
found does not stop a build: readers' browsers then fetch it from Pyodide's distribution. What is
plain Python is one archive (`archive`), and what grading imports is compiled here, once, and not in
every browser (`compilation`). `manifest` writes the folder.
"""

from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from ..page import WHEEL
from .archive import pure_archive
from .compilation import COMPILED, precompile
from .core import find_core
from .manifest import write_python

if TYPE_CHECKING:
    from sphinx.application import Sphinx

KEPT = Path("_build", "python")
"""Where what was compiled and packed is kept between builds."""


def begin(app: "Sphinx") -> None:
    """Compile while pages are built; fail at once where something needed is missing."""
    if app.builder.name == "html":
        find_core()
        arguments = (find_package(Path(app.srcdir)), Path(app.srcdir, KEPT, COMPILED))
        thread = Thread(target=compile_ahead, args=arguments, daemon=True)
        thread.start()
        app.normbook_compiling = thread  # type: ignore[attr-defined]


def compile_ahead(package: Path, kept: Path) -> None:
    """Compile what `write_python` will then find."""
    precompile(pure_archive(), package.read_bytes(), kept)


def find_package(root: Path) -> Path:
    """Return this package's wheel, which the site offers to notebooks, too."""
    wheels = sorted(Path(root, WHEEL).glob("normbook-*.whl"))
    if not wheels:
        raise RuntimeError(
            f"There is no wheel in {root / WHEEL}: run `python tools/book.py wheel`."
        )
    return wheels[-1]


def publish_python(app: "Sphinx", exception: Exception | None) -> None:
    """Write the site's Python."""
    if exception is None and app.builder.name == "html":
        app.normbook_compiling.join()  # type: ignore[attr-defined]
        static = Path(app.outdir, "_static")
        root = Path(app.srcdir)
        write_python(static / "python", static / find_package(root).name, root / KEPT)


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the events."""
    app.connect("builder-inited", begin)
    app.connect("build-finished", publish_python)
    return {"parallel_read_safe": True}
