"""What a page loads: the theme's layout, without what this book does not use.

A default page of the theme loads 1.4 MB of icon script, MathJax, and the scripts of extensions that
this book has no use for. Here a page loads what `STYLES` and `SCRIPTS` name, and `site.css` and
`site.mjs`, which ``tools/bundle.mjs`` builds from ``assets/``.
"""

import shutil
import subprocess
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

HERE = Path(__file__).parent
DIST = HERE / "_dist"
WHEEL = Path("_build", "wheel")
"""Where ``make wheel`` puts the package; notebooks on Colab install it from the site."""

STYLES = {"pygments.css", "sphinx-book-theme.css", "copybutton.css", "site.css"}
SCRIPTS = {
    "documentation_options.js",
    "doctools.js",
    "sphinx_highlight.js",
    "clipboard.min.js",
    "copybutton.js",
    "sphinx-book-theme.js",
    "site.mjs",
}
SEARCH_SCRIPTS = {"searchtools.js", "language_data.js", "searchindex.js"}

# In _static, and loaded by no page.
UNUSED = (
    "vendor",
    "webfonts",
    "locales",
    "images",
    "scripts/fontawesome.js",
    "sphinx-thebe.js",
    "sphinx-thebe.css",
    "togglebutton.js",
    "togglebutton.css",
    "design-tabs.js",
    "sphinx-design.min.css",
)


def configure(app: "Sphinx", config: "Config") -> None:
    """Add our templates and assets."""
    if not (DIST / "site.css").is_file():
        raise RuntimeError(f"{DIST / 'site.css'} is missing: run `make bundles`.")
    config.templates_path.insert(0, str(HERE / "templates"))  # before the theme's own
    config.html_static_path += [str(DIST), *map(str, Path(app.srcdir, WHEEL).glob("*.whl"))]


def trim(
    app: "Sphinx",
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Keep the styles and scripts that the book uses, and load no script before the text."""
    scripts = SCRIPTS | (SEARCH_SCRIPTS if pagename == "search" else set())
    context["css_files"] = [f for f in context["css_files"] if _name(f) in STYLES]
    context["script_files"] = [f for f in context["script_files"] if _name(f) in scripts]
    for file in context["script_files"]:
        if not _name(file).endswith(".mjs"):  # a module is deferred by itself
            file.attributes["defer"] = "defer"
    if doctree is not None:
        paragraph = next(iter(doctree.findall(nodes.paragraph)), None)
        context["nb_description"] = " ".join(paragraph.astext().split()) if paragraph else ""


def _name(file: Any) -> str:
    return PurePosixPath(str(file.filename or "")).name


def slim(app: "Sphinx", exception: Exception | None) -> None:
    """Remove from the built site what no page loads, and from the styles the rules no page uses."""
    if exception is not None or app.builder.name != "html":
        return
    static = Path(app.outdir, "_static")
    for name in UNUSED:
        path = static / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for source_map in static.rglob("*.map"):
        source_map.unlink()
    for bundle in static.glob("mystnb.*.css"):
        bundle.unlink()
    subprocess.run(["node", str(HERE / "purge.mjs"), str(app.outdir)], check=True)


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the events."""
    app.connect("config-inited", configure)
    app.add_css_file("site.css", priority=900)
    app.add_js_file("site.mjs", type="module")
    app.connect("html-page-context", trim, priority=950)
    app.connect("build-finished", slim, priority=900)
    return {"parallel_read_safe": True}
