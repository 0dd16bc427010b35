"""What a page loads: the theme's layout, without what this book does not use.

A default page of the theme loads 1.4 MB of icon script, MathJax, and scripts of the theme and of
extensions, of which this book has little use. Here a page loads one script, ``site.mjs``, which has
what is needed of the theme's (``assets/frame.mjs``), and one file of styles: ``site.css``, with
those of the theme's rules that some page uses and those of exercises and explorables. A style of
its own in the text would have the browser style all of the text again. ``tools/bundle.mjs`` builds
both from ``assets/`` and ``widgets/``.
"""

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.writers.html5 import HTML5Translator

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

HERE = Path(__file__).parent
DIST = HERE / "_dist"
WHEEL = Path("_build", "wheel")
"""Where ``make wheel`` puts the package; notebooks on Colab install it from the site."""
STYLES = Path("_build", "styles")
"""Where the theme's rules that some page uses are kept between builds, below the book's root."""

SCRIPTS = {"site.mjs"}
OF_SEARCH = {"documentation_options.js", "doctools.js", "sphinx_highlight.js", "search.mjs"}
"""Scripts that only the search page gets. On other pages they would cut headings apart at each word
that was searched for."""

# In _static, and loaded by no page.
UNUSED = (
    "vendor",
    "webfonts",
    "locales",
    "images",
    "scripts",
    "clipboard.min.js",
    "copybutton.js",
    "copybutton_funcs.js",
    "sphinx-thebe.js",
    "sphinx-thebe.css",
    "togglebutton.js",
    "togglebutton.css",
    "design-tabs.js",
    "sphinx-design.min.css",
)


# The front page lies in the folder of the chapters; the site's address leads there, and says of
# itself what that says: it is the one that people share.
REDIRECT = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="nb-build" content="">
<title>{title}</title>
<meta http-equiv="refresh" content="0; url={page}">
{head}
<link rel="icon" href="data:,">
<main><h1><a href="{page}">{title}</a></h1></main>
</html>
"""


SAID = re.compile(
    r'^ *(<(?:meta (?:name="(?:description|twitter:card)"|property="og:)'
    r'|link rel="(?:canonical|alternate)")[^>]*>)',
    re.MULTILINE,
)
"""The lines of a page's head that tell search engines and other sites what the page is."""


def configure(app: "Sphinx", config: "Config") -> None:
    """Add our templates and assets."""
    if not (DIST / "site.css").is_file():
        raise RuntimeError(f"{DIST / 'site.css'} is missing: run `python tools/book.py bundles`.")
    config.templates_path.insert(0, str(HERE / "templates"))  # before the theme's own
    config.html_static_path += [str(DIST), *map(str, Path(app.srcdir, WHEEL).glob("*.whl"))]


def trim(
    app: "Sphinx",
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Keep the styles and scripts that the book uses."""
    context["css_files"] = [f for f in context["css_files"] if _name(f) == "site.css"]
    wanted = SCRIPTS | OF_SEARCH if pagename == "search" else SCRIPTS
    context["script_files"] = [f for f in context["script_files"] if _name(f) in wanted]


def note_formulas(app: "Sphinx", doctree: nodes.document) -> None:
    """Note what the formulas of a page are that have a number: other chapters' decks show them."""
    numbered = [each for each in doctree.findall(nodes.math_block) if each.get("label")]
    said = {each["label"]: each.astext() for each in numbered}
    app.env.metadata[app.env.docname]["nb_formulas"] = said


def write_all(app: "Sphinx", env: "BuildEnvironment") -> set[str]:
    """Have every page written anew, if what pages say of each other has changed.

    Sphinx writes the pages that it has read again, but a title or a number stands in the menus and
    the references of others, too, and a formula in the decks.
    """
    titles = {name: title.astext() for name, title in env.titles.items()}
    formulas = {name: env.metadata[name].get("nb_formulas") for name in env.all_docs}
    standard, numbers = env.domaindata["std"], env.domaindata["math"]["objects"]
    parts = (titles, formulas, standard["labels"], standard["terms"], numbers)
    said = repr([sorted(part.items()) for part in parts])
    before, env.normbook_said = getattr(env, "normbook_said", None), said  # type: ignore[attr-defined]
    return set() if before == said else set(env.all_docs)


def drop_old(app: "Sphinx", env: "BuildEnvironment") -> None:
    """Remove from the site's ``_static`` what the last build copied there and this one does not.

    A script that pages share has its hash in its name, the package's wheel its version.
    """
    if app.builder.name != "html":
        return
    now = set(copied(Path(app.confdir, each) for each in app.config.html_static_path))
    for name in getattr(env, "normbook_static", now) - now:
        Path(app.outdir, "_static", name).unlink(missing_ok=True)
    env.normbook_static = now  # type: ignore[attr-defined]


def copied(sources: Iterable[Path]) -> Iterator[str]:
    """Yield the names that files and the files of folders have in ``_static``."""
    for source in sources:
        if source.is_file():
            yield source.name
        yield from (p.relative_to(source).as_posix() for p in source.rglob("*") if p.is_file())


def visit_citation(translator: "HTML5Translator", node: nodes.Element) -> None:
    """Write a work of the bibliography as an item of a list, not in a role that is deprecated."""
    HTML5Translator.visit_citation(translator, node)
    translator.body[-1] = translator.body[-1].replace("doc-biblioentry", "listitem")


def visit_footnote(translator: "HTML5Translator", node: nodes.Element) -> None:
    """Write footnotes into a part of the text: an ``<aside>`` is a landmark of the page."""
    first = len(translator.body)
    HTML5Translator.visit_footnote(translator, node)
    if len(translator.body) - first > 1:
        translator.body[first] = translator.body[first].replace("<aside", "<div")


def depart_footnote(translator: "HTML5Translator", node: nodes.Element) -> None:
    """End a footnote, and the part of the text that they are."""
    first = len(translator.body)
    HTML5Translator.depart_footnote(translator, node)
    if len(translator.body) - first > 1:
        translator.body[-1] = "</div>\n"


def drop_thebe(app: "Sphinx", doctree: nodes.document, docname: str) -> None:
    """Drop the settings of Thebe, which Jupyter Book writes into every page, and no page loads."""
    for node in list(doctree.findall(nodes.raw)):
        if "text/x-thebe-config" in node.astext():
            node.parent.remove(node)


def _name(file: Any) -> str:
    return PurePosixPath(str(file.filename or "")).name


def slim(app: "Sphinx", exception: Exception | None) -> None:
    """Remove from the built site what no page loads, and make one file of its styles."""
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
    root = app.config.root_doc
    title = escape(app.env.titles[root].astext())
    front = Path(app.outdir, f"{root}.html")
    head = "\n".join(SAID.findall(front.read_text(encoding="utf-8"))).replace('"../', '"')
    redirect = REDIRECT.format(page=f"{root}.html", title=title, head=head)
    Path(app.outdir, "index.html").write_text(redirect, encoding="utf-8")
    command = ["node", str(HERE / "styles.mjs"), str(app.outdir), str(Path(app.srcdir, STYLES))]
    subprocess.run(command, check=True)


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the events."""
    app.connect("config-inited", configure)
    app.add_css_file("site.css", priority=900)
    app.add_js_file("site.mjs", type="module")
    app.add_js_file("search.mjs", type="module")
    app.add_node(
        nodes.citation, override=True, html=(visit_citation, HTML5Translator.depart_citation)
    )
    app.add_node(nodes.footnote, override=True, html=(visit_footnote, depart_footnote))
    app.connect("doctree-read", note_formulas)
    app.connect("env-updated", write_all)
    app.connect("env-updated", drop_old)
    app.connect("doctree-resolved", drop_thebe, priority=900)
    app.connect("html-page-context", trim, priority=950)
    app.connect("build-finished", slim, priority=900)
    return {"parallel_read_safe": True}
