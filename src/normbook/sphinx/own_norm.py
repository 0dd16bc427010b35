"""A reader's own norm at work: ``{own-norm}``, with a line for each mistake to try beside it.

A line is ``layer_norm_backward the_sign_is_flipped``: an exercise, and one of its mutants. The page
has a button; ``assets/own/own_norm.mjs`` makes the bench on the first click, and trains with
`normbook.capstones.own_norm` in the page's Python.
"""

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx.domains.std import StandardDomain
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from normbook.capstones.own_norm import BACKWARD, FORWARD, STEPS
from normbook.grader import find
from normbook.grader.verdict.find import explain
from normbook.grader.verdict.text import as_html

from .exercise import page_address
from .explorable import as_script, relative_address

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)


class own_norm(nodes.General, nodes.Element):
    """The place of the bench: attribute ``mistakes``, a list of what the page says of each."""


class OwnNorm(SphinxDirective):
    """The bench, with the mistakes that its lines name."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the place; a line that names no mistake is a warning."""
        return [own_norm("", mistakes=list(self.mistakes()))]

    def mistakes(self) -> Iterator[dict[str, str]]:
        """Yield what a page says of each mistake."""
        known = {
            f"{slug} {path.stem}": path
            for slug in (FORWARD, BACKWARD)
            for path in find(slug).mutants
        }
        for line in filter(None, map(str.strip, self.content)):
            if line not in known:
                logger.warning("own-norm: no mistake %r", line, location=self.get_location())
                continue
            path = known[line]
            self.env.note_dependency(str(path))
            slug, bug = line.split()
            name = bug.replace("_", " ")
            yield {"slug": slug, "bug": bug, "name": name, "why": as_html(explain(path))}


def exercises(translator: "HTML5Translator") -> Iterator[dict[str, str]]:
    """Yield what the page says of the two exercises; of one that no page shows, no address."""
    standard = cast(StandardDomain, translator.builder.env.get_domain("std"))
    for slug in (FORWARD, BACKWARD):
        page, label = standard.anonlabels.get(f"exercise-{slug}", ("", ""))
        address = f"{page_address(translator, page)}#{label}" if page else ""
        yield {"slug": slug, "title": find(slug).title, "address": address}


def visit_own_norm(translator: "HTML5Translator", node: own_norm) -> None:
    """Write the button, and what its module is to know."""
    static = relative_address(translator, "_static")
    data = {
        "exercises": list(exercises(translator)),
        "mistakes": node["mistakes"],
        "steps": STEPS,
    }
    translator.body.append(
        f'<div class="nb-own" data-module="{static}/own/own_norm.mjs" '
        f'data-style="{static}/own/own_norm.css" data-python="{escape(static)}/python/">'
        f"{as_script(data)}"
        '<button type="button">Train with your own</button></div>\n'
    )
    raise nodes.SkipNode


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the directive and what it writes."""
    app.add_node(own_norm, html=(visit_own_norm, None))
    app.add_directive("own-norm", OwnNorm)
    return {"parallel_read_safe": True}
