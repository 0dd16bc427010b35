"""``{graded-exercise} slug``: the statement of an exercise in a page."""

from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from normbook.grader import find

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)


class GradedExercise(SphinxDirective):
    """The prompt, the points and the time of one exercise; the commands that solve it elsewhere."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the exercise's box, or a warning that names the exercises there are."""
        slug = self.arguments[0]
        try:
            exercise = find(slug)
        except LookupError as error:
            logger.warning("graded-exercise: %s", error, location=self.get_location())
            return []
        for path in exercise.folder.iterdir():
            self.env.note_dependency(str(path))
        box = nodes.container(classes=["nb-exercise"], ids=[f"exercise-{slug}"])
        self.set_source_info(box)
        facts = (
            f"{exercise.points} points · {exercise.difficulty} · about {exercise.minutes} minutes"
        )
        box += nodes.rubric("", exercise.title, classes=["nb-exercise-title"])
        box += nodes.paragraph("", facts, classes=["nb-exercise-facts"])
        prompt = StringList(exercise.prompt.splitlines(), source=str(exercise.folder / "prompt.md"))
        self.state.nested_parse(prompt, self.content_offset, box)
        commands = f"normbook start {slug}\nnormbook grade {slug}"
        box += nodes.literal_block(commands, commands, language="console")
        return [box]


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("graded-exercise", GradedExercise)
    return {"parallel_read_safe": True}
