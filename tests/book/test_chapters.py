"""The form of every chapter: what DESIGN asks of its parts and of its cells."""

import re
import statistics
from pathlib import Path

import jupytext
import pytest
import yaml

ROOT = Path(__file__).parents[2]
PARTS = ["Pitfalls", "Recap", "Check yourself", "Exercises", "What next", "References"]
COLUMN = 76
"""How many characters of code the site shows in one line, on a wide screen."""


def chapters() -> list[Path]:
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text())
    parts = [part for part in toc["parts"] if part["caption"] != "Appendices"]
    files = [entry["file"] for part in parts for entry in part["chapters"]]
    pages = [ROOT / f"{file}.md" for file in files]
    return [page for page in pages if "kernelspec:" in page.read_text()]


def code_cells(chapter: Path) -> list[str]:
    return [c.source for c in jupytext.read(chapter).cells if c.cell_type == "code"]


def prose(chapter: Path) -> str:
    cells = jupytext.read(chapter).cells
    return "\n\n".join(c.source for c in cells if c.cell_type == "markdown")


each_chapter = pytest.mark.parametrize("chapter", chapters(), ids=lambda path: path.stem)


def test_there_is_a_chapter():
    assert chapters()


@each_chapter
def test_the_last_sections_are_the_agreed_ones(chapter):
    headings = re.findall(r"^## (.*)$", prose(chapter), re.MULTILINE)
    assert headings[-len(PARTS) :] == PARTS


@each_chapter
def test_three_to_five_goals_come_before_the_first_section(chapter):
    opening = prose(chapter).split("\n## ")[0]
    assert 3 <= len(re.findall(r"^- ", opening, re.MULTILINE)) <= 5


@each_chapter
def test_a_chapter_opens_with_a_question(chapter):
    opening = prose(chapter).split("\n## ")[0]
    assert "?" in opening


@each_chapter
def test_cells_are_thin(chapter):
    lengths = [len(source.splitlines()) for source in code_cells(chapter)]
    assert max(lengths) <= 12
    assert statistics.median(lengths) <= 5


@each_chapter
def test_code_fits_into_the_column(chapter):
    lines = [line for source in code_cells(chapter) for line in source.splitlines()]
    assert [line for line in lines if len(line) > COLUMN] == []


@each_chapter
def test_only_the_first_cell_imports(chapter):
    first, *others = code_cells(chapter)
    assert re.search(r"^(import|from) ", first, re.MULTILINE)
    late = [s for s in others if re.search(r"^\s*(import|from) ", s, re.MULTILINE)]
    assert late == []


@each_chapter
def test_cells_install_nothing_patch_no_path_and_define_no_class(chapter):
    source = "\n".join(code_cells(chapter))
    assert not re.search(r"sys\.path|^[!%]pip|^class ", source, re.MULTILINE)


@each_chapter
def test_randomness_is_seeded(chapter):
    source = "\n".join(code_cells(chapter))
    assert not re.search(r"default_rng\(\)|np\.random\.(?!default_rng)", source)
    if "torch.rand" in source or "nn.Linear" in source:
        assert "torch.manual_seed(" in source


@each_chapter
def test_notebooks_are_stored_without_outputs(chapter):
    assert chapter.suffix == ".md"
    assert not chapter.with_suffix(".ipynb").exists()
