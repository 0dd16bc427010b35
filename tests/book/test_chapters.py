"""The form of every chapter: its parts, in order, and its cells."""

import re
import statistics
from itertools import pairwise
from pathlib import Path

import jupytext
import pytest
import yaml

from normbook.sphinx.notebook import FENCE
from normbook.sphinx.predict.plain import parse_directive
from normbook.sphinx.predict.text import QuestionError
from normbook.widgets.quiz.questions import read_quiz

ROOT = Path(__file__).parents[2]
PARTS = ["Pitfalls", "Recap", "Check yourself", "Exercises", "What next", "References"]
GOALS = range(3, 6)
FEWEST_PREDICTIONS = 4
LABEL = re.compile(r"^\(([\w-]+)\)=$", re.MULTILINE)
REFERENCE = re.compile(r"\{ref\}`(?:[^`<]*<)?([\w-]+)>?`")
LONGEST_CELL, MEDIAN_CELL = 12, 5
"""Lines of a cell."""
COLUMN = 76
"""How many characters of code the site shows in one line, on a wide screen."""


def chapters() -> list[Path]:
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text())
    parts = [part for part in toc["parts"] if part["caption"] != "Appendices"]
    files = [entry["file"] for part in parts for entry in part["chapters"]]
    pages = [ROOT / f"{file}.md" for file in files]
    return [page for page in pages if is_notebook(page)]


def is_notebook(page: Path) -> bool:
    return "kernelspec:" in page.read_text(encoding="utf-8")


def code_cells(chapter: Path) -> list[str]:
    return [c.source for c in jupytext.read(chapter).cells if c.cell_type == "code"]


def line(chapter: Path, source: str) -> str:
    """Return where a cell of a chapter begins, as one would open it."""
    before, _, _ = chapter.read_text(encoding="utf-8").partition(source)
    return f"book/{chapter.name}:{before.count(chr(10)) + 1}"


def prose(chapter: Path) -> str:
    cells = jupytext.read(chapter).cells
    return "\n\n".join(c.source for c in cells if c.cell_type == "markdown")


each_chapter = pytest.mark.parametrize("chapter", chapters(), ids=lambda path: path.stem)


def test_every_notebook_of_the_book_is_in_its_contents():
    files = {each.name for each in (ROOT / "book").glob("*.md") if is_notebook(each)}
    listed = {each.name for each in chapters()} | {"gallery.md"}
    missing = [f"      - file: book/{name.removesuffix('.md')}" for name in sorted(files - listed)]
    assert not missing, "_toc.yml: add, below the chapters of its part:\n" + "\n".join(missing)


@each_chapter
def test_the_last_sections_are_the_agreed_ones(chapter):
    headings = re.findall(r"^## (.*)$", prose(chapter), re.MULTILINE)
    wanted = ", ".join(f"## {part}" for part in PARTS)
    assert headings[-len(PARTS) :] == PARTS, f"book/{chapter.name} ends in {wanted}"


@pytest.mark.parametrize(
    ("chapter", "following"),
    list(pairwise(chapters())),
    ids=lambda path: path.stem,
)
def test_what_next_begins_with_the_chapter_that_follows(chapter, following):
    label = LABEL.search(prose(following))[1]
    what_next = prose(chapter).split("\n## What next\n")[1].split("\n## ")[0]
    named = REFERENCE.findall(what_next)[:1]
    assert named == [label], (
        f"book/{chapter.name}, below ## What next: the first chapter that it names is "
        f"{{ref}}`{label}`, the one that follows in _toc.yml"
    )


@each_chapter
def test_it_has_its_quiz(chapter):
    quiz = f"src/normbook/data/quizzes/{chapter.stem}.toml"
    assert (ROOT / quiz).is_file(), f"write {quiz}, as those beside it"
    cell = f'Quiz("{chapter.stem}")'
    assert cell in code_cells(chapter), (
        f"book/{chapter.name}: a cell below ## Check yourself: {cell}"
    )


@each_chapter
def test_no_question_of_its_quiz_is_asked_twice(chapter):
    asked = [question["ask"] for question in read_quiz(chapter.stem)]
    twice = sorted({ask for ask in asked if asked.count(ask) > 1})
    assert not twice, f"src/normbook/data/quizzes/{chapter.stem}.toml asks twice: {twice}"


@each_chapter
def test_three_to_five_goals_come_before_the_first_section(chapter):
    opening = prose(chapter).split("\n## ")[0]
    goals = len(re.findall(r"^- ", opening, re.MULTILINE))
    assert goals in GOALS, (
        f"book/{chapter.name}: {goals} goals above the first ##; write three to five, a line "
        "with '- ' each"
    )


@each_chapter
def test_a_chapter_opens_with_a_question(chapter):
    opening = prose(chapter).split("\n## ")[0]
    assert "?" in opening, f"book/{chapter.name}: above the first ##, ask the reader's question"


@each_chapter
def test_it_asks_before_it_shows(chapter):
    asked = prose(chapter).count("```{predict} ")
    assert asked >= FEWEST_PREDICTIONS, (
        f"book/{chapter.name}: {asked} {{predict}}; ask four times or more what will happen"
    )


@each_chapter
def test_its_questions_are_formed_as_the_site_reads_them(chapter):
    wrong = []
    for fence in FENCE.finditer(chapter.read_text(encoding="utf-8")):
        if fence["name"] == "predict":
            try:
                parse_directive(fence["argument"].strip(), fence["body"])
            except QuestionError as error:
                wrong.append(f"{line(chapter, fence[0])}: {error}")
    assert not wrong, "mend these questions:\n" + "\n".join(wrong)


@each_chapter
def test_a_natural_logarithm_stands_in_a_formula(chapter):
    """In the text's letters "ln 2" reads as "In 2"."""
    assert not re.search(r"(?<![\\\w-])ln [\dA-Z(]", prose(chapter)), line(chapter, " ln ")


@each_chapter
def test_cells_are_thin(chapter):
    cells = code_cells(chapter)
    lengths = {source: len(source.splitlines()) for source in cells}
    long = [line(chapter, source) for source in cells if lengths[source] > LONGEST_CELL]
    assert not long, f"a cell has at most {LONGEST_CELL} lines; longer: {', '.join(long)}"
    median = statistics.median(lengths[source] for source in cells)
    assert median <= MEDIAN_CELL, (
        f"book/{chapter.name}: half of its cells have {median} lines or more, and may have "
        f"{MEDIAN_CELL}; move what is longer into src/normbook"
    )


@each_chapter
def test_code_fits_into_the_column(chapter):
    lines = [code for source in code_cells(chapter) for code in source.splitlines()]
    wide = [f"{line(chapter, code)}: {code}" for code in lines if len(code) > COLUMN]
    assert not wide, f"code has at most {COLUMN} characters a line:\n" + "\n".join(wide)


@each_chapter
def test_only_the_first_cell_imports(chapter):
    first, *others = code_cells(chapter)
    imports = re.compile(r"^\s*(import|from) ", re.MULTILINE)
    assert imports.search(first), f"{line(chapter, first)}: the first cell is that of the imports"
    late = [line(chapter, source) for source in others if imports.search(source)]
    assert not late, f"move the imports into the first cell, from {', '.join(late)}"


@each_chapter
def test_cells_install_nothing_patch_no_path_and_define_no_class(chapter):
    wrong = re.compile(r"sys\.path|^[!%]pip|^class ", re.MULTILINE)
    cells = [line(chapter, source) for source in code_cells(chapter) if wrong.search(source)]
    assert not cells, f"no sys.path, no pip and no class in a cell, but in {', '.join(cells)}"


@each_chapter
def test_randomness_is_seeded(chapter):
    cells = code_cells(chapter)
    unseeded = re.compile(r"default_rng\(\)|np\.random\.(?!default_rng)")
    wrong = [line(chapter, source) for source in cells if unseeded.search(source)]
    assert not wrong, f"take np.random.default_rng(0), in {', '.join(wrong)}"
    source = "\n".join(cells)
    if "torch.rand" in source or "nn.Linear" in source:
        assert "torch.manual_seed(" in source, f"book/{chapter.name}: call torch.manual_seed(0)"


@each_chapter
def test_notebooks_are_stored_without_outputs(chapter):
    notebook = chapter.with_suffix(".ipynb")
    assert not notebook.exists(), f"remove book/{notebook.name}: book/{chapter.name} is the source"
