"""Numbers that the build counts: ``{count}`points``` of all exercises, ``{count}`mutants```."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from normbook.grader import find_all

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

COUNTS: dict[str, Callable[[], int]] = {
    "points": lambda: sum(exercise.points for exercise in find_all()),
    "mutants": lambda: sum(len(exercise.mutants) for exercise in find_all()),
}
WRITTEN = "counts"
"""The key in a page's metadata under which the numbers that stand in the page are kept."""


class CountRole(SphinxRole):
    """One number."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the number, or a warning that names what is counted."""
        if self.text not in COUNTS:
            message = "no count %r; there are: %s"
            logger.warning(message, self.text, ", ".join(COUNTS), location=self.get_location())
            return [], []
        number = COUNTS[self.text]()
        self.env.metadata[self.env.docname].setdefault(WRITTEN, {})[self.text] = number
        return [nodes.Text(f"{number:,}")], []


def outdated(
    app: "Sphinx", env: "BuildEnvironment", added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the pages in which a number stands that is another now."""
    return [
        page
        for page, said in env.metadata.items()
        if any(COUNTS[name]() != number for name, number in said.get(WRITTEN, {}).items())
    ]


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the role."""
    app.add_role("count", CountRole())
    app.connect("env-get-outdated", outdated)
    return {"parallel_read_safe": True}
