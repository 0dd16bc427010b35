"""Every chapter as a notebook: published beside its page, and one click from Binder, Lab and Colab.

A chapter's ``.ipynb``, published or written to work in (``tools/notebooks.py``), comes from its
MyST source, without outputs. MyST's directives and roles, which notebook programs show as raw text,
are turned into plain Markdown. Below the cell that shows an exercise's task stand one with its stub
and one that checks. A question stands before the cell that answers it, and its answer behind.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import jupytext
import nbformat

from normbook.grader import Exercise, find

from .claims import parse
from .found.history import released
from .predict import plain
from .python import find_package
from .repository import branch, owner_and_name, source_url

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

FENCE = re.compile(
    r"^(?P<fence>`{3,}|:{3,})\{(?P<name>[\w-]+)\}[ ]*(?P<argument>[^\n]*)\n"
    r"(?P<body>.*?)^(?P=fence)[ ]*$",
    re.MULTILINE | re.DOTALL,
)
OPTION = re.compile(r"^:[\w-]+:.*\n", re.MULTILINE)
ROLE = re.compile(r"\{(?P<name>[a-zA-Z][\w:-]*)\}`(?P<text>[^`]*)`")
LABEL = re.compile(r"^\$\$ \([\w-]+\)$", re.MULTILINE)
TARGET = re.compile(r"^\([\w-]+\)=\n", re.MULTILINE)
PROMPT = re.compile(r"""^prompt\("(?P<slug>\w+)"\)$""")

SETUP = """\
# A fresh machine, such as Colab's, installs the book's package; elsewhere this cell does nothing.
import importlib.util

if importlib.util.find_spec("normbook") is None:
    %pip install --quiet "normbook[notebook] @ {wheel}"
"""


def plain_fence(match: re.Match[str]) -> str:
    """Return a directive as plain Markdown."""
    name, argument = match["name"], match["argument"].strip()
    body = OPTION.sub("", match["body"]).strip("\n")
    if name == "math":
        return f"$$\n{body}\n$$"
    if name == "predict":
        question = plain.read_directive(argument, match["body"])
        return plain.ask(question) if question else ""
    if name in {"footbibliography", "bibliography", "graded-exercise", "foreseen", "own-norm"}:
        return ""  # a cell shows the exercise's prompt
    title = argument or name.capitalize()
    return "\n".join(f"> {line}".rstrip() for line in (f"**{title}**", "", *body.split("\n")))


def plain_role(match: re.Match[str]) -> str:
    """Return a role as plain Markdown."""
    name, text = match["name"], match["text"]
    if name in {"proven", "measured", "reported", "contested"}:
        return f"*({name})*"
    if name == "eq":
        return "the equation"
    if name == "claim":
        return parse(text).text
    if name.startswith(("footcite", "cite")):
        return f"[{text}]"
    return re.sub(r"\s*<[^>]*>$", "", text)


def plain_markdown(text: str) -> str:
    """Return a chapter's Markdown with MyST's directives, roles and targets made plain."""
    text = LABEL.sub("$$", FENCE.sub(plain_fence, text))
    return TARGET.sub("", ROLE.sub(plain_role, text))


def answer_cells(text: str) -> list[nbformat.NotebookNode]:
    """Return a cell for each question of a text: its answer, closed."""
    questions = [
        plain.read_directive(match["argument"].strip(), match["body"])
        for match in FENCE.finditer(text)
        if match["name"] == "predict"
    ]
    answers = [plain_markdown(plain.answer(each)) for each in questions if each]
    return [nbformat.v4.new_markdown_cell(answer) for answer in answers]


def check_cell(exercise: Exercise) -> str:
    """Return the cell that checks what the cells above have defined, and says how to get a hint."""
    return (
        "from normbook.grader import check, hint\n\n"
        f'check("{exercise.slug}", {exercise.entry})  # or a hint: hint("{exercise.slug}")'
    )


def to_notebook(source: Path, wheel: str | None = None) -> nbformat.NotebookNode:
    """Return a chapter as a notebook with a place to solve its exercises.

    Parameters
    ----------
    source
        The MyST file.
    wheel
        The address of the ``normbook`` wheel, where the machine may not have it: then a first cell
        installs it.
    """
    notebook = jupytext.read(source)
    cells = [nbformat.v4.new_code_cell(SETUP.format(wheel=wheel))] if wheel else []
    answers: list[nbformat.NotebookNode] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            answers += answer_cells(cell.source)
            cell.source = plain_markdown(cell.source)
        cells.append(cell)
        if cell.cell_type == "code":
            cells += answers
            answers = []
        if cell.cell_type == "code" and (match := PROMPT.match(cell.source)):
            exercise = find(match["slug"])
            cells.append(nbformat.v4.new_code_cell(exercise.stub.rstrip()))
            cells.append(nbformat.v4.new_code_cell(check_cell(exercise)))
    notebook.cells = cells + answers
    # jupytext gives each cell a random id; these are the same in every build.
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
    return notebook


def as_text(notebook: nbformat.NotebookNode) -> str:
    """Return a notebook as its file has it."""
    return f"{nbformat.writes(notebook)}\n"


def launch_links(
    app: "Sphinx",
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: "nodes.document | None",
) -> None:
    """Give the page's header its links: run, download, source."""
    if doctree is None:
        return
    path = Path(app.env.doc2path(pagename)).relative_to(app.srcdir).as_posix()
    context["nb_source"] = {
        "view": source_url(app.config, path),
        "edit": source_url(app.config, path, "edit"),
        "markdown": context["pathto"](f"_sources/{path}", 1),
    }
    if is_chapter(app, pagename):
        notebook = notebook_path(pagename)
        context["nb_source"]["notebook"] = context["pathto"](notebook, 1)
        context["nb_launch"] = launches(app, pagename)


def launches(app: "Sphinx", docname: str) -> dict[str, str]:
    """Return where a chapter runs, by the place's name; nothing for a page without cells."""
    if not is_chapter(app, docname):
        return {}
    path = f"notebooks/{Path(docname).name}.ipynb"
    source = Path(app.env.doc2path(docname)).relative_to(app.srcdir).as_posix()
    # What Binder has once built of a release it has for all; a branch it builds after each commit.
    state = released(Path(app.srcdir), source) or branch(app.config)
    return {
        "Binder": f"https://mybinder.org/v2/gh/{owner_and_name(app.config)}/{state}"
        f"?urlpath={quote(f'lab/tree/{path}', safe='')}",
        "JupyterLab": f"http://localhost:8888/lab/tree/{path}",
        "Colab": f"https://colab.research.google.com/github/{owner_and_name(app.config)}"
        f"/blob/gh-pages/{notebook_path(docname)}",
    }


def notebook_path(docname: str) -> str:
    """Return where a chapter's notebook is published, below the site's root."""
    return f"_sources/{docname}.ipynb"


def is_chapter(app: "Sphinx", docname: str) -> bool:
    """Return whether a page has cells."""
    return "kernelspec" in app.env.metadata[docname]


def publish_notebook(
    app: "Sphinx",
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: "nodes.document | None",
) -> None:
    """Write a chapter's notebook, whenever its page is written."""
    if doctree is None or not is_chapter(app, pagename):
        return
    base = app.config.html_baseurl.rstrip("/")
    wheel = f"{base}/_static/{find_package(Path(app.srcdir)).name}"
    notebook = to_notebook(Path(app.env.doc2path(pagename)), wheel)
    target = Path(app.outdir, notebook_path(pagename))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(as_text(notebook), encoding="utf-8")


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the events."""
    app.connect("html-page-context", launch_links, priority=900)
    app.connect("html-page-context", publish_notebook)
    return {"parallel_read_safe": True}
