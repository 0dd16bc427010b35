"""Evidence badges: every claim of the book says how it is known, and the build checks that it is.

======================  ==========================================================================
``{proven}`tests/…```   a test of this project, ``path::name``; the badge links to its source
``{proven}`label```     a derivation on a page, by its label
``{measured}`above```   the nearest code cell above that shows an output
``{measured}`x.json```  a record in ``src/normbook/data`` that carries the command that made it
``{reported}`key```     works in the bibliography, separated by commas
``{contested}`a | b```  works on both sides, separated by a bar
======================  ==========================================================================

A badge whose evidence does not exist is a warning, and so an error of the build.
"""

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole
from sphinxcontrib.bibtex.foot_roles import FootCiteRole

from normbook.data import DATA

from .repository import source_url

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

MEANING = {
    "proven": "Proven: follow the link to the derivation or the test",
    "measured": "Measured: follow the link to the cell or the record",
    "reported": "Reported: the cited work says so",
    "contested": "Contested: cited works disagree",
}


class MissingEvidenceError(LookupError):
    """A badge names evidence that is not there."""


@cache
def test_lines(path: Path, changed_ns: int) -> dict[str, int]:
    """Map each top-level function of a test file to its line (``changed_ns`` keys the cache)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name: node.lineno for node in tree.body if isinstance(node, ast.FunctionDef)}


def find_test(root: Path, evidence: str) -> tuple[str, int]:
    """Return the file and line of a test named ``tests/file.py::test_name``."""
    file, _, name = evidence.partition("::")
    path = root / file
    if not path.is_file():
        raise MissingEvidenceError(f"there is no test file {file}")
    line = test_lines(path, path.stat().st_mtime_ns).get(name)
    if line is None:
        raise MissingEvidenceError(f"{file} has no test {name!r}")
    return file, line


def check_record(name: str) -> None:
    """Raise unless ``name`` is a record of a measurement that says which command made it."""
    path = DATA / name
    if not path.is_file():
        raise MissingEvidenceError(f"there is no record {name} in src/normbook/data")
    if "command" not in json.loads(path.read_text(encoding="utf-8")):
        raise MissingEvidenceError(f"the record {name} does not say which command made it")


class EvidenceRole(SphinxRole):
    """One kind of badge."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the badge, with the footnotes of the works it cites."""
        try:
            return list(getattr(self, self.kind)(self.text.strip())), []
        except MissingEvidenceError as error:
            logger.warning(
                "%s badge without evidence: %s", self.kind, error, location=self.get_location()
            )
            return [self.badge()], []

    def badge(self, *children: nodes.Node) -> nodes.inline:
        """Return the pill: the word itself, or a link with the word."""
        badge = nodes.inline(classes=["nb-evidence", f"nb-evidence-{self.kind}"])
        badge.extend(children or [nodes.Text(self.kind)])
        self.set_source_info(badge)
        return badge

    def link(self, url: str) -> nodes.inline:
        """Return the pill as a link to a file of the repository."""
        return self.badge(nodes.reference("", self.kind, refuri=url, internal=False))

    def proven(self, evidence: str) -> Iterator[nodes.Node]:
        """Link to a test's source, or to a derivation's label."""
        if "::" in evidence:
            file, line = find_test(Path(self.env.srcdir), evidence)
            self.env.note_dependency(str(Path(self.env.srcdir, file)))  # the line may change
            yield self.link(f"{source_url(self.config, file)}#L{line}")
        else:
            reference = addnodes.pending_xref(
                "",
                nodes.inline("", self.kind),
                refdomain="std",
                reftype="ref",
                reftarget=evidence,
                refexplicit=True,
                refwarn=True,
                refdoc=self.env.docname,
            )
            self.set_source_info(reference)
            yield self.badge(reference)

    def measured(self, evidence: str) -> Iterator[nodes.Node]:
        """Link to a record, or leave a mark that `link_cells` turns into a link to a cell."""
        if evidence == "above":
            badge = self.badge()
            badge["nb_cell_above"] = True
            yield badge
        else:
            check_record(evidence)
            self.env.note_dependency(str(DATA / evidence))
            yield self.link(source_url(self.config, f"src/normbook/data/{evidence}"))

    def reported(self, evidence: str) -> Iterator[nodes.Node]:
        """Cite the works."""
        yield self.badge()
        yield from self.cite(evidence)

    def contested(self, evidence: str) -> Iterator[nodes.Node]:
        """Cite the works of both sides."""
        sides = [side.strip() for side in evidence.split("|")]
        if len(sides) != 2 or not all(sides):
            raise MissingEvidenceError(f"expected works on two sides, 'a | b', got {evidence!r}")
        yield self.badge()
        yield from self.cite(sides[0])
        yield nodes.inline("", "against", classes=["nb-against"])
        yield from self.cite(sides[1])

    def cite(self, keys: str) -> list[nodes.Node]:
        """Return footnote references to the works; an unknown key is the bibliography's warning."""
        references, _ = FootCiteRole()(
            "footcite", self.rawtext, keys, self.lineno, self.inliner, {}, []
        )
        return references


def link_cells(app: "Sphinx", doctree: nodes.document) -> None:
    """Point every badge that says "above" at the nearest cell above that shows an output."""
    cell: nodes.container | None = None
    count = 0
    for node in list(doctree.findall(nodes.Element)):
        if node.get("nb_element") == "cell_code" and isinstance(node, nodes.container):
            count += 1
            if any(child.get("nb_element") == "cell_code_output" for child in node.children):
                cell = node
                if not cell["ids"]:
                    cell["ids"].append(f"cell-{count}")
        elif node.get("nb_cell_above"):
            if cell is None:
                logger.warning("measured badge with no code cell above it", location=node)
            else:
                word = node.astext()
                node.clear()
                node += nodes.reference("", word, refid=cell["ids"][0], internal=True)


def add_titles(app: "Sphinx", doctree: nodes.document, docname: str) -> None:
    """Say on each badge's link what its word means."""
    for badge in doctree.findall(nodes.inline):
        if "nb-evidence" in badge["classes"]:
            for link in badge.findall(nodes.reference):
                link["reftitle"] = MEANING[badge.astext()]


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the four roles."""
    for kind in MEANING:
        app.add_role(kind, EvidenceRole(kind))
    app.connect("doctree-read", link_cells)
    app.connect("doctree-resolved", add_titles)
    return {"parallel_read_safe": True}
