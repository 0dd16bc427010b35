"""Explorables on the static page: a picture at once, the working model as soon as scripts run.

A code cell whose value is an explorable puts its module's name and state in its output (see
`normbook.widgets.explorable`). The build renders that state to HTML, so that the page shows it
where scripts do not run, in print, and while the module loads; ``site.mjs`` then mounts the module
there. The directive ``{explorable} slug`` does the same on pages without cells.

A brief one shows its core alone, and one button. Nothing of it is loaded before that is pressed.
"""

import json
from html import escape
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from traitlets import TraitError

from normbook.data import RECORDS
from normbook.widgets.explorable import (
    HERE,
    MIME_TYPE,
    Explorable,
    RecordedExplorable,
    find_explorable,
)

from .mime import add_renderer
from .node import PrerenderError, prerenderer

if TYPE_CHECKING:
    from myst_nb.core.render import MimeData, NbElementRenderer
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

NOT_DRAWN = {"by_seed", "grid"}
"""The keys of records that only chapters' figures use: pages get the records without them."""

logger = logging.getLogger(__name__)


class explorable(nodes.General, nodes.Element):
    """The place of one explorable: attributes ``slug``, ``state`` and ``brief``."""


def render_output(renderer: "NbElementRenderer", data: "MimeData") -> explorable:
    """Return the node for a cell's explorable, a brief one where the cell has the tag ``brief``."""
    brief = "brief" in data.cell_metadata.get("tags", [])
    return explorable(slug=data.content["slug"], state=data.content["state"], brief=brief)


class ExplorableDirective(SphinxDirective):
    """``{explorable} slug``, with its options.

    ``:state:``, as JSON, is what differs from the start, or ``:preset:`` is a state that has a
    name. ``:brief:`` has it shown in brief.
    """

    required_arguments = 1
    option_spec = {  # noqa: RUF012 - docutils' own convention
        "state": directives.unchanged,
        "preset": directives.unchanged_required,
        "brief": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the node, or a warning that says which explorables there are."""
        try:
            widget = self.widget(find_explorable(self.arguments[0]))
        except (LookupError, ValueError, TypeError, TraitError) as error:
            logger.warning("explorable: %s", error, location=self.get_location())
            return []
        brief = "brief" in self.options
        return [explorable(slug=widget.slug, state=widget.state(), brief=brief)]

    def widget(self, kind: type[Explorable]) -> Explorable:
        """Return an explorable of a kind, in the state that the options ask for."""
        if "brief" in self.options and not kind.begin:
            raise ValueError(f"{kind.slug} has no button to begin with, and so is never brief.")
        if "preset" in self.options:
            return kind.preset(self.options["preset"])
        return kind(**json.loads(self.options.get("state", "{}")))


def note_dependencies(app: "Sphinx", doctree: nodes.document) -> None:
    """Note the files that a page's explorables are made from: if one changes, so does the page."""
    for node in doctree.findall(explorable):
        kind = find_explorable(node["slug"])
        folder = kind.dist().parent / node["slug"]
        paths = [kind.module_path(), folder / "widget.py", folder / "text.md"]
        if issubclass(kind, RecordedExplorable):
            paths.append(kind.record_path())
        for path in paths:
            app.env.note_dependency(str(path))


def visit_html(translator: "HTML5Translator", node: explorable) -> None:
    """Write the explorable, and what it says in words."""
    kind = find_explorable(node["slug"])
    static = relative_address(translator, "_static")
    words = ""
    if kind.alternative and not node["brief"]:
        alone = f"{relative_address(translator, 'explorable/')}{kind.slug}.html"
        words = (
            '<details class="nb-alternative"><summary>In words</summary>'
            f"{in_words(kind)}"
            f'<p><a href="{alone}">This model by itself</a>, to put into slides or a page.</p>'
            "</details>"
        )
    try:
        place = draw(
            kind,
            node["state"],
            static=static,
            chapters=relative_address(translator, "book/"),
            below=words,
            brief=node["brief"],
        )
    except PrerenderError as error:
        says = "%s/widget.mjs cannot be drawn where there is no browser: %s"
        logger.warning(says, node["slug"], error, location=node)
        raise nodes.SkipNode from None
    builder = translator.builder
    if builder.current_docname == builder.config.root_doc and not node["brief"]:
        # Who comes to the front page throws its model at once.
        module = f"{static}/explorables/{kind.slug}.mjs"
        translator.body.append(f'<link rel="modulepreload" href="{module}">')
    translator.body.append(place)
    raise nodes.SkipNode


def draw(
    kind: type[Explorable],
    state: dict[str, Any],
    static: str,
    chapters: str,
    below: str = "",
    brief: bool = False,
) -> str:
    """Return an explorable's place: picture, state, and the module's address.

    Parameters
    ----------
    kind
        Which one.
    state
        What it shows.
    static, chapters
        Addresses of the site's folders, as seen from the page.
    below
        What stands below it, as HTML.
    brief
        Whether it shows its core alone, and waits for its button.

    Raises
    ------
    PrerenderError
        If its module cannot be drawn where there is no browser.
    """
    values = {**state, "base": chapters} | ({"brief": True} if brief else {})
    request = {"kind": "explorable", "module": str(kind.module_path()), "state": values}
    record = ""
    if issubclass(kind, RecordedExplorable):
        request["record"] = str(kind.record_path())
        record = f' data-record="{static}/records/{kind.record_path().name}"'
        if kind.recorded_for:
            record += f' data-record-for="{escape(json.dumps(kind.recorded_for))}"'
    picture = prerenderer.render(request)
    waits = f' data-begin="{kind.begin}"' if brief else ""
    button = f'<button type="button" class="nb-begin">{kind.begin}</button>' if brief else ""
    return (
        f'<div class="nb-mount" data-slug="{kind.slug}"'
        f' data-module="{static}/explorables/{kind.slug}.mjs"{record}{waits}>'
        f"{as_script(values)}"
        f'<div class="nb-mount-here"{" inert" if brief else ""}>{picture}</div>'
        f"{button}{below}</div>"
    )


def in_words(kind: type[Explorable]) -> str:
    """Return an explorable's text alternative as HTML: its paragraphs, and its items in lists."""
    written = []
    for is_item, parts in groupby(kind.alternative, lambda part: part.startswith("- ")):
        if is_item:
            items = "".join(f"<li>{escape(part.removeprefix('- '))}</li>" for part in parts)
            written.append(f"<ul>{items}</ul>")
        else:
            written += [f"<p>{escape(part)}</p>" for part in parts]
    return "".join(written)


def as_script(values: Any) -> str:
    """Return a script that holds values as JSON, for a module to read; none can end it."""
    text = json.dumps(values, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json">{text}</script>'


def relative_address(translator: "HTML5Translator", place: str) -> str:
    """Return the address of a folder of the site, as seen from the page that is being written."""
    builder = translator.builder
    return builder.get_relative_uri(builder.current_docname, place).removesuffix(
        builder.link_suffix or ""
    )


def publish_modules(app: "Sphinx") -> None:
    """Serve the bundled modules and styles as ``_static/explorables``."""
    app.config.html_static_path.append(str(Explorable.dist()))


def publish_records(app: "Sphinx", exception: Exception | None) -> None:
    """Serve what explorables draw of their records as ``_static/records``."""
    if exception or app.builder.format != "html":
        return
    folder = app.outdir / "_static" / "records"
    folder.mkdir(parents=True, exist_ok=True)
    steps = shown_records()
    for path in sorted({*RECORDS.glob("*.json"), *steps}):
        record = json.loads(path.read_text(encoding="utf-8"))
        shown = {key: record[key] for key in record.keys() - NOT_DRAWN}
        drawn = rounded(shown, steps.get(path, {}))
        text = json.dumps(drawn, sort_keys=True, separators=(",", ":"))
        (folder / path.name).write_text(text, encoding="utf-8")


def shown_records() -> dict[Path, dict[str, int]]:
    """Return the paths of what explorables show, wherever it lies, each with its `recorded_to`."""
    kinds = [find_explorable(path.parent.name) for path in HERE.glob("*/widget.py")]
    shown = [kind for kind in kinds if issubclass(kind, RecordedExplorable)]
    return {kind.record_path(): kind.recorded_to for kind in shown}


def rounded(value: Any, steps: dict[str, int]) -> Any:
    """Return a value whose numbers have three digits, or two below 0.2: a picture shows no more.

    Tables of a name in ``steps``, and those below it, become whole steps of which a unit has so
    many. ``unpack`` in ``site.mjs`` makes them tables again.
    """
    if isinstance(value, float):
        return float(f"{value:.3g}" if abs(value) >= 0.2 else f"{value:.2g}")
    if isinstance(value, list):
        return [rounded(each, steps) for each in value]
    if isinstance(value, dict):
        return {
            key: packed(each, steps[key]) if key in steps else rounded(each, steps)
            for key, each in value.items()
        }
    return value


def packed(value: Any, steps: int) -> Any:
    """Return a table as its columns in whole steps, each as its first and then the differences.

    Of a dict each table becomes such.
    """
    if isinstance(value, dict):
        return {key: packed(each, steps) for key, each in value.items()}
    columns = [[round(steps * each) for each in column] for column in zip(*value, strict=True)]
    differences = [[b - a for a, b in pairwise([0, *column])] for column in columns]
    return {"steps": steps, "differences": differences}


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the node, the directive, the renderer of cells' outputs and the modules."""
    app.add_node(explorable, html=(visit_html, None))
    add_renderer(app, MIME_TYPE, priority=1, render=render_output)
    app.add_directive("explorable", ExplorableDirective)
    app.connect("doctree-read", note_dependencies)
    app.connect("builder-inited", publish_modules)
    app.connect("build-finished", publish_records)
    return {"parallel_read_safe": True}
