"""One file with the licences of what the site serves: bundled packages, the theme, Python."""

import sysconfig
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .page import DIST
from .python.core import PYODIDE
from .python.lock import Lock

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NAME = "licences.txt"
LINE = f"\n\n{'=' * 72}\n\n"
"""Between two licences; tools/bundle.mjs, whose file is the first part, has the same."""
THEME = ("pydata-sphinx-theme", "sphinx-book-theme")
"""The packages whose styles are a part of site.css."""


def notices() -> Iterator[str]:
    """Yield what is served, each with its licence: what the bundles hold comes first."""
    yield (DIST / NAME).read_text(encoding="utf-8").rstrip()
    for name in THEME:
        package = distribution(name)
        for file in package.files or ():
            if file.name == "LICENSE":
                yield f"{name} {package.version}\n\n{file.read_text(encoding='utf-8').rstrip()}"
    if PYODIDE.is_dir():
        version = Lock.read().version
        yield (
            f"Pyodide {version} (MPL-2.0), at https://github.com/pyodide/pyodide/tree/{version}\n\n"
            "This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0.\n"
            "If a copy of the MPL was not distributed with this file, you can obtain one at\n"
            "https://mozilla.org/MPL/2.0/."
        )
    licence = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    if licence.is_file():  # some systems put it elsewhere
        text = licence.read_text(encoding="utf-8").rstrip()
        yield f"Python, and its standard library, as Pyodide has them\n\n{text}"


def write_licences(app: "Sphinx", exception: Exception | None) -> None:
    """Write the file beside the site's scripts."""
    if exception is None and app.builder.name == "html":
        text = LINE.join(notices()) + "\n"
        Path(app.outdir, "_static", NAME).write_text(text, encoding="utf-8")


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("build-finished", write_licences, priority=910)
    return {"parallel_read_safe": True}
