"""Exercises in the page: ``{graded-exercise} slug`` and ``{exercise-index}``.

The build writes all that can be read without scripts: the prompt, the hints, the commands, the
stub as code. ``assets/exercise/exercise.mjs`` then puts an editor in the stub's place; what it
needs to know is in the data attributes of ``.nb-solve``.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.domains.std import StandardDomain
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from normbook.grader import Exercise, find, find_all

from .disclosure import disclosure
from .explorable import relative_address
from .notebook import check_cell, launches
from .parts import chapters

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)

ASSETS = Path(__file__).parent / "assets" / "exercise"

IN_PAGE = {"numpy"}
"""The packages that an attempt may require and still run in a reader's browser."""

PACKAGES = {"numpy": "NumPy", "torch": "PyTorch"}


class solving(nodes.General, nodes.Element):
    """Where an attempt is written: attribute ``slug``; its child is the stub."""


class exercise_index(nodes.General, nodes.Element):
    """The place of the table of all exercises."""


def runs_in_page(exercise: Exercise) -> bool:
    """Return whether a reader's browser can check an attempt."""
    return set(exercise.requires) <= IN_PAGE


def needs(exercise: Exercise) -> str:
    """Return what an exercise needs, in words."""
    return ", ".join(PACKAGES[name] for name in exercise.requires) or "Python alone"


class GradedExercise(SphinxDirective):
    """One exercise: its task, the place to solve it, hints, solution, and the ways elsewhere."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the exercise's box, or a warning that names the exercises there are."""
        slug = self.arguments[0]
        try:
            exercise = find(slug)
        except LookupError as error:
            logger.warning("graded-exercise: %s", error, location=self.get_location())
            return []
        for path in filter(Path.is_file, exercise.folder.iterdir()):
            self.env.note_dependency(str(path))
        name = f"exercise-{slug}"
        box = nodes.container(classes=["nb-exercise"], ids=[name], names=[name])
        self.set_source_info(box)
        self.state.document.note_explicit_target(box)
        box += self.task(exercise)
        box += solving("", code(exercise.stub, "python"), slug=slug)
        box += self.hints(exercise)
        box += disclosure(
            "",
            code(exercise.solution.read_text(encoding="utf-8"), "python"),
            summary="Solution",
            classes=["nb-solution"],
            closed=True,
        )
        box += elsewhere(exercise)
        return [box]

    def task(self, exercise: Exercise) -> list[nodes.Node]:
        """Return the title, the facts and the prompt."""
        facts = (
            f"{exercise.points} points · {exercise.difficulty} · about {exercise.minutes} minutes"
        )
        if not runs_in_page(exercise):
            facts += f" · {needs(exercise)}: in a notebook, or on your machine"
        return [
            nodes.rubric("", exercise.title, classes=["nb-exercise-title"], level=3),
            nodes.paragraph("", facts, classes=["nb-exercise-facts"]),
            *self.markdown(exercise.prompt, exercise.folder / "prompt.md"),
        ]

    def hints(self, exercise: Exercise) -> Iterator[nodes.Node]:
        """Yield each hint, closed."""
        for number, hint in enumerate(exercise.hints, 1):
            yield disclosure(
                "",
                *self.markdown(hint.text, exercise.folder / "hints.md"),
                summary=f"Hint {number} of {len(exercise.hints)}",
                classes=["nb-hint"],
            )

    def markdown(self, text: str, path: Path) -> list[nodes.Node]:
        """Return the nodes of a text in Markdown."""
        parent = nodes.Element()
        lines = StringList(text.splitlines(), source=str(path))
        self.state.nested_parse(lines, self.content_offset, parent)
        return parent.children


class ExerciseIndex(SphinxDirective):
    """All exercises by chapter, and with scripts what this browser has earned."""

    def run(self) -> list[nodes.Node]:
        """Return the place of the table."""
        for exercise in find_all():
            self.env.note_dependency(str(exercise.folder / "exercise.toml"))
        return [exercise_index()]


def code(source: str, language: str) -> nodes.literal_block:
    """Return a highlighted block."""
    return nodes.literal_block(source, source, language=language)


def elsewhere(exercise: Exercise) -> disclosure:
    """Return the ways to solve an exercise outside of the page."""
    slug = exercise.slug
    commands = f"normbook start {slug}\nnormbook grade {slug}"
    return disclosure(
        "",
        nodes.paragraph("", "In a notebook, below your own code:"),
        code(check_cell(exercise), "python"),
        nodes.paragraph("", "On the command line:"),
        code(commands, "console"),
        summary="In a notebook, or on the command line",
        classes=["nb-elsewhere"],
    )


def visit_solving(translator: "HTML5Translator", node: solving) -> None:
    """Write what the editor's module is to know; the stub follows."""
    exercise = find(node["slug"])
    static = relative_address(translator, "_static")
    data = {
        "module": f"{static}/exercise/exercise.mjs",
        "python": f"{static}/python/",
        "slug": exercise.slug,
        "title": exercise.title,
        "worth": exercise.points,
        "requires": " ".join(exercise.requires),
        "runs": str(runs_in_page(exercise)).lower(),
    }
    attributes = "".join(f' data-{name}="{escape(str(value))}"' for name, value in data.items())
    translator.body.append(f'<div class="nb-solve"{attributes}>\n')


def depart_solving(translator: "HTML5Translator", node: solving) -> None:
    """Write the buttons, which wait for scripts, or say where else the exercise runs."""
    exercise = find(node["slug"])
    if not runs_in_page(exercise):
        binder = launches(translator.builder.app, translator.builder.current_docname).get("Binder")
        link = f'in <a href="{escape(binder)}">the notebook on Binder</a>, or ' if binder else ""
        translator.body.append(
            f'<p class="nb-note">This exercise needs {needs(exercise)}, which does not run in a '
            f"page, so it is not checked here. Solve it {link}on your own machine with the "
            "commands below.</p>\n"
        )
    translator.body.append((ASSETS / "solve.html").read_text(encoding="utf-8"))
    translator.body.append(f"{on_paper(translator, exercise)}</div>\n")


def on_paper(translator: "HTML5Translator", exercise: Exercise) -> str:
    """Return where to solve it, for those who have it on paper."""
    base = translator.config.html_baseurl
    page = f"{base}{translator.builder.current_docname}.html#exercise-{exercise.slug}"
    where = f'<a href="{escape(page)}">on the page</a>, or ' if base else ""
    command = f"<code>normbook start {exercise.slug}</code>"
    return f'<p class="nb-on-paper">Solve it {where}with {command}.</p>\n'


def visit_index(translator: "HTML5Translator", node: exercise_index) -> None:
    """Write the bar of points and the table."""
    static = relative_address(translator, "_static")
    total = sum(exercise.points for exercise in find_all())
    apart = sum(exercise.points for exercise in find_all() if not runs_in_page(exercise))
    progress = (ASSETS / "progress.html").read_text(encoding="utf-8")
    translator.body.append(
        f'<div class="nb-progress" data-module="{static}/exercise/progress.mjs" '
        f'data-total="{total}" data-apart="{apart}">\n{progress}'
        '<div class="pst-scrollable-table-container">'
        '<table class="table nb-exercises"><thead><tr><th scope="col">Exercise</th>'
        '<th scope="col">Points</th><th scope="col">Time</th><th scope="col">Level</th>'
        '<th scope="col">Needs</th></tr></thead>\n'
    )
    for page in chapters(translator.builder.env):
        chapter = page.rpartition("/")[2]
        rows = [index_row(translator, each) for each in find_all() if each.chapter == chapter]
        if rows:
            translator.body.append(
                f'<tbody><tr><th scope="rowgroup" colspan="5">{chapter_link(translator, chapter)}'
                f"</th></tr>\n{''.join(rows)}</tbody>\n"
            )
    translator.body.append("</table></div></div>\n")
    raise nodes.SkipNode


def chapter_link(translator: "HTML5Translator", chapter: str) -> str:
    """Return a chapter's title, with its link."""
    page = f"book/{chapter}"
    title = translator.builder.env.titles[page].astext()
    return f'<a href="{page_address(translator, page)}">{escape(title)}</a>'


def page_address(translator: "HTML5Translator", docname: str) -> str:
    """Return the address of a page of the book, as seen from the page that is being written."""
    return str(translator.builder.get_relative_uri(translator.builder.current_docname, docname))


def index_row(translator: "HTML5Translator", exercise: Exercise) -> str:
    """Return one exercise's row; its title leads to its box, if a page shows it."""
    standard = cast(StandardDomain, translator.builder.env.get_domain("std"))
    page, label = standard.anonlabels.get(f"exercise-{exercise.slug}", ("", ""))
    title = escape(exercise.title)
    if page:
        title = f'<a href="{page_address(translator, page)}#{label}">{title}</a>'
    return (
        f'<tr><th scope="row">{title}</th><td data-slug="{exercise.slug}"'
        f' data-worth="{exercise.points}">{exercise.points}</td><td>{exercise.minutes} min</td>'
        f"<td>{exercise.difficulty}</td><td>{needs(exercise)}</td></tr>\n"
    )


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the directives and what they write."""
    app.add_node(solving, html=(visit_solving, depart_solving))
    app.add_node(exercise_index, html=(visit_index, None))
    app.setup_extension("normbook.sphinx.disclosure")
    app.add_directive("graded-exercise", GradedExercise)
    app.add_directive("exercise-index", ExerciseIndex)
    return {"parallel_read_safe": True}
