"""*Run here* below the cells of a chapter that run in the page, and *run on Binder* below others.

A cell runs in the reader's browser after all cells above it that do, so that an edit above is seen
below. ``assets/code/cell.mjs`` does so, after the first click; ``tests/browser/test_cells.py`` runs
each cell in a browser, and compares with the book.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import jupytext
from docutils import nodes

from ..explorable import relative_address
from ..notebook import launches
from .runnable import Cell, judge

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


class running(nodes.General, nodes.Element):
    """Where a cell is run: attributes ``where``, ``lead`` (what runs before it) and ``label``."""


def place(app: "Sphinx", doctree: nodes.document) -> None:
    """Give the cells of a chapter that a reader can run the place to do so."""
    shown = list(doctree.findall(is_shown))
    if not shown:
        return
    lead: list[str] = []  # what runs in the page since the last cell with a button
    for cell, judgement in judge(code_cells(Path(app.env.doc2path(app.env.docname)))):
        source = cell.source.strip()
        container = shown.pop(0) if shown and text_of(shown[0]) == source else None
        if container is None or judgement.where == "nowhere":
            lead.append(judgement.share)
            continue
        node = running("", where=judgement.where, label=source.partition("\n")[0])
        container.insert(1, node)
        if judgement.where == "here":
            node["lead"] = "\n".join(filter(None, lead))
            lead = []
        else:
            lead.append(judgement.share)


def code_cells(chapter: Path) -> Iterator[Cell]:
    """Yield the code cells of a chapter."""
    for cell in jupytext.read(chapter).cells:
        if cell.cell_type == "code":
            yield Cell(cell.source, frozenset(cell.metadata.get("tags", [])))


def is_shown(node: nodes.Node) -> bool:
    """Return whether a node is a cell whose code is in the page."""
    return (
        isinstance(node, nodes.container)
        and node.get("nb_element") == "cell_code"
        and "hide_mode" not in node
        and bool(node.children)
        and node[0].get("nb_element") == "cell_code_source"
    )


def text_of(container: nodes.container) -> str:
    """Return the code of a cell that is shown."""
    return next(iter(container[0].findall(nodes.literal_block))).astext().strip()


def visit_running(translator: "HTML5Translator", node: running) -> None:
    """Write the button, which works once scripts run, or the link."""
    label = escape(node["label"])
    if node["where"] == "here":
        static = relative_address(translator, "_static")
        lead = f' data-lead="{escape(node["lead"])}"' if node["lead"] else ""
        translator.body.append(
            f'<div class="nb-run" data-module="{static}/code/cell.mjs" '
            f'data-style="{static}/code/cell.css" data-python="{static}/python/"{lead}>'
            f'<button type="button" aria-label="run here: {label}">run here</button></div>\n'
        )
        raise nodes.SkipNode
    binder = launches(translator.builder.app, translator.builder.current_docname).get("Binder")
    if binder:
        translator.body.append(
            f'<div class="nb-run-elsewhere"><a href="{escape(binder)}" target="_blank" '
            f'rel="noopener" aria-label="run on Binder: {label}">run on Binder</a></div>\n'
        )
    raise nodes.SkipNode
