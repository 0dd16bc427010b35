"""Chapters are executed side by side, once, and a cell that fails is named."""

import os

import pytest
from sphinx.util.console import strip_colors

CONFIGURATION = """\
extensions = ["myst_nb", "normbook.sphinx.execution"]
nb_execution_mode = "cache"
nb_execution_show_tb = True
"""
CHAPTER = """\
---
file_format: mystnb
kernelspec: {{name: python3}}
---

# {name}

```{{code-cell}} ipython3
{code}
```
"""
MEET = """\
import pathlib, time
here = pathlib.Path("{here}")
here.touch()
for _ in range(600):
    if pathlib.Path("{there}").exists():
        break
    time.sleep(0.1)
else:
    raise TimeoutError("nobody came")
here.name"""
COUNT = """\
with open("runs", "a") as file:
    file.write("x")"""


@pytest.fixture
def write(tmp_path):
    """Return a function that writes chapters, each with a cell."""

    def write(**cells: str) -> None:
        (tmp_path / "conf.py").write_text(CONFIGURATION)
        for name, code in cells.items():
            (tmp_path / f"{name}.md").write_text(CHAPTER.format(name=name, code=code))
        contents = "\n".join(cells)
        toctree = f"# Contents\n\n```{{toctree}}\n{contents}\n```\n"
        (tmp_path / "index.md").write_text(toctree)

    return write


def test_two_chapters_are_executed_at_the_same_time(tmp_path, write, build_pages, monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    write(
        one=MEET.format(here="from one", there="from two"),
        two=MEET.format(here="from two", there="from one"),
    )
    (one, two), warnings = build_pages(tmp_path, "one", "two")
    assert warnings == ""
    assert "from one" in one.select_one(".cell_output").text
    assert "from two" in two.select_one(".cell_output").text


def test_a_chapter_is_executed_once(tmp_path, write, build_pages):
    write(one=COUNT)
    build_pages(tmp_path)
    assert (tmp_path / "runs").read_text() == "x"
    page = tmp_path / "one.md"
    page.write_text(page.read_text() + "\nA sentence more.\n")
    (one,), _ = build_pages(tmp_path, "one")
    assert "A sentence more." in one.text
    assert (tmp_path / "runs").read_text() == "x"


def test_a_cell_that_fails_is_named_and_hides_no_other_chapter(tmp_path, write, build_pages):
    write(one="width = 3\nwidth / 0", two="6 * 7")
    (two,), warnings = build_pages(tmp_path, "two")
    assert "42" in two.select_one(".cell_output").text
    warnings = strip_colors(warnings)
    assert "one.md: WARNING: Executing notebook failed: CellExecutionError" in warnings
    assert "----> 2 width / 0" in warnings
    assert "ZeroDivisionError: division by zero" in warnings


def test_a_kernel_that_dies_ends_no_build_unsaid(tmp_path, write, build_pages):
    write(one="import os\nos._exit(1)")
    with pytest.raises(Exception, match="Kernel died"):
        build_pages(tmp_path)
