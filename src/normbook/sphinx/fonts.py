"""The fonts as pages load them: only the characters that some page or explorable has.

A font of the site is a third to a half lighter for it. Printable ASCII always stays, for what a
reader may type or compute; but nobody types mathematics, and KaTeX's fonts have that of the pages.
"""

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category

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
"""A character that bundled code writes as its number: after ``\\u`` or ``\\x`` in a module, and
after ``\\`` in a style."""
FORMULA = '<span class="katex-html"'
"""How the part of a formula begins that is seen; the other is for screen readers."""
PRIVATE = "Co"
"""Unicode's category of private characters, such as the stroke that KaTeX lays over = for ≠."""
SPAN = re.compile(r"<(/?)span[^>]*>|<[^>]*>")


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
    return frozenset(filter(str.isprintable, found))


def mathematics(site: Path) -> frozenset[str]:
    """Return the characters of the formulas of the built site's pages."""
    found: set[str] = set()
    for path in site.rglob("*.html"):
        for part in path.read_text(encoding="utf-8").split(FORMULA)[1:]:
            found.update(html.unescape(text_of_span(FORMULA + part)))
    return frozenset(c for c in found if c.isprintable() or category(c) == PRIVATE)


def text_of_span(page: str) -> str:
    """Return the text of the span that a part of a page begins with."""
    text, depth, end = "", 0, 0
    for tag in SPAN.finditer(page):
        text += page[end : tag.start()]
        end = tag.end()
        if tag[0].startswith(("<span", "</span")):
            depth += -1 if tag[1] else 1
        if depth == 0:
            break
    return text


def subset(app: "Sphinx", exception: Exception | None) -> None:
    """Write the fonts anew, from the whole ones that the package has."""
    if exception is not None or app.builder.name != "html":
        return
    site = Path(app.outdir)
    texts = {"text": characters(site), "mathematics": mathematics(site)}
    folder = subset_fonts(DIST / "fonts", texts, Path(app.srcdir, KEPT))
    shutil.copytree(folder, site / "_static" / "fonts", dirs_exist_ok=True)


def subset_fonts(whole: Path, texts: dict[str, frozenset[str]], kept: Path) -> Path:
    """Return a folder with the fonts of another, which have these characters and no others.

    It is below ``kept``, a folder of this function's own, and the last one if that is the same.
    """
    wanted = json.dumps({name: "".join(sorted(text)) for name, text in texts.items()})

    def make(folder: Path) -> None:
        command = ["node", str(SCRIPT), str(whole), str(folder)]
        subprocess.run(command, input=wanted, encoding="utf-8", check=True)

    files = (path.read_bytes() for path in (SCRIPT, *sorted(whole.iterdir())))
    return made_once(kept, (wanted.encode(), *files), make)


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("build-finished", subset, priority=920)  # when all pages and styles are written
    return {"parallel_read_safe": True}
