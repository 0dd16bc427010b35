"""The fonts as pages load them: only the characters that some page or explorable has.

A font of the site is a third to a half lighter for it. Printable ASCII always stays, for what a
reader may type or compute.
"""

import html
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .kept import made_once
from .page import DIST

if TYPE_CHECKING:
    from sphinx.application import Sphinx

KEPT = Path("_build", "fonts")
"""Where the last build's fonts are kept."""
SCRIPT = Path(__file__).with_name("fonts.mjs")
ASCII = frozenset(map(chr, range(0x20, 0x7F)))
ESCAPED = re.compile(
    r"\\(?:u\{([0-9a-f]{1,5})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([0-9a-f]{2,4}))", re.IGNORECASE
)
"""How bundled code writes what is not ASCII: in a module after ``u`` or ``x``, in a style bare."""


def characters(site: Path) -> frozenset[str]:
    """Return the characters that the built site's pages, modules and styles can show."""
    found = set(ASCII)
    for path in site.rglob("*"):
        if path.suffix == ".html":
            found.update(html.unescape(path.read_text(encoding="utf-8")))
        elif path.suffix in {".mjs", ".js", ".css"}:
            code = path.read_text(encoding="utf-8")
            found.update(code)
            found.update(chr(int("".join(digits), 16)) for digits in ESCAPED.findall(code))
    return frozenset(c for c in found if c.isprintable())


def subset(app: "Sphinx", exception: Exception | None) -> None:
    """Write the fonts anew, from the whole ones that the package has."""
    if exception is not None or app.builder.name != "html":
        return
    site = Path(app.outdir)
    folder = subset_fonts(DIST / "fonts", characters(site), Path(app.srcdir, KEPT))
    shutil.copytree(folder, site / "_static" / "fonts", dirs_exist_ok=True)


def subset_fonts(whole: Path, text: frozenset[str], kept: Path) -> Path:
    """Return a folder with the fonts of another, which have these characters and no others.

    It is below ``kept``, a folder of this function's own, and the last one if that is the same.
    """
    characters = "".join(sorted(text))

    def make(folder: Path) -> None:
        command = ["node", str(SCRIPT), str(whole), str(folder)]
        subprocess.run(command, input=characters, encoding="utf-8", check=True)

    files = (path.read_bytes() for path in (SCRIPT, *sorted(whole.iterdir())))
    return made_once(kept, (characters.encode(), *files), make)


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("build-finished", subset, priority=920)  # when all pages and styles are written
    return {"parallel_read_safe": True}
