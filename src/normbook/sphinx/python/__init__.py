"""Python for the reader's browser: Pyodide, pytest, this package, NumPy, all from the site itself.

All of it goes to ``_static/python``, and ``manifest.json`` names each file with its size and hash;
``assets/python/worker.mjs`` loads what it names. Pyodide's core is an npm package (`core`). Wheels
that were compiled for it are not: `lock` lists them, `wheels` finds them. What is nowhere to be
found does not stop a build: readers' browsers then fetch it from Pyodide's distribution. What is
plain Python is one archive (`archive`), and what grading imports is compiled here, once, and not in
every browser (`compilation`). `manifest` writes the folder.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..page import WHEEL
from .core import find_core
from .manifest import write_python

if TYPE_CHECKING:
    from sphinx.application import Sphinx

COMPILED = Path("_build", "python")
"""Where what was compiled is kept between builds."""


def check_parts(app: "Sphinx") -> None:
    """Fail before the build where what it needs is missing."""
    if app.builder.name == "html":
        find_core()
        find_package(Path(app.srcdir))


def find_package(root: Path) -> Path:
    """Return this package's wheel, which the site offers to notebooks, too."""
    wheels = sorted(Path(root, WHEEL).glob("normbook-*.whl"))
    if not wheels:
        raise RuntimeError(f"There is no wheel in {root / WHEEL}: run `make wheel`.")
    return wheels[-1]


def publish_python(app: "Sphinx", exception: Exception | None) -> None:
    """Write the site's Python."""
    if exception is None and app.builder.name == "html":
        static = Path(app.outdir, "_static")
        root = Path(app.srcdir)
        write_python(static / "python", static / find_package(root).name, root / COMPILED)


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the events."""
    app.connect("builder-inited", check_parts)
    app.connect("build-finished", publish_python)
    return {"parallel_read_safe": True}
