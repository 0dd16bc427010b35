"""A set of exercises for a class: ``{assignment} folder``, with the names of exercises below it."""

import textwrap
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from normbook.grader import Exercise, find

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

WIDTH = 72
"""The longest line of the command, in characters, beyond which it goes on in the next line."""


class Assignment(SphinxDirective):
    """The exercises with points and minutes, their sums, and the command that releases them."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the list, or a warning that names the exercises there are."""
        try:
            exercises = [find(slug) for line in self.content for slug in line.split()]
        except LookupError as error:
            logger.warning("assignment: %s", error, location=self.get_location())
            return []
        for exercise in exercises:
            self.env.note_dependency(str(exercise.folder / "exercise.toml"))
        parent = nodes.Element()
        lines = StringList(describe(self.arguments[0], exercises).splitlines())
        self.state.nested_parse(lines, self.content_offset, parent)
        return parent.children


def describe(folder: str, exercises: list[Exercise]) -> str:
    """Return the assignment in Markdown."""
    items = [
        f"- {{ref}}`{each.title} <exercise-{each.slug}>`: {each.points} points, "
        f"about {each.minutes} minutes"
        for each in exercises
    ]
    points, minutes = (sum(getattr(e, name) for e in exercises) for name in ("points", "minutes"))
    command = " ".join(["normbook release", f"{folder}/", *(each.slug for each in exercises)])
    wrapped = textwrap.wrap(command, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    total = f"Together {points} points, and about {minutes} minutes."
    return "\n".join([*items, "", total, "", "```console", " \\\n".join(wrapped), "```"])


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("assignment", Assignment)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
