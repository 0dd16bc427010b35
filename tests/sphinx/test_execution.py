"""Chapters are executed side by side, where what they read has changed; who fails is named."""

import ast
import os
import re
import shutil
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import jupytext
import pytest
from jupyter_cache import get_cache
from sphinx.util.console import strip_colors

from normbook.data import read_record
from normbook.playgrounds import find_playground
from normbook.sphinx.execution import Chapter, execute, execute_all, fingerprint, reads_in
from normbook.widgets.explorable import find_explorable
from normbook.widgets.quiz.questions import read_quiz

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"
CONFIGURATION = """\
extensions = ["myst_nb", "normbook.sphinx.execution"]
nb_execution_mode = "cache"
nb_execution_show_tb = True
exclude_patterns = ["_build"]
"""
CHAPTER = """\
---
file_format: mystnb
kernelspec: {{name: python3, display_name: Python 3}}
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


def test_a_kernel_says_nothing_of_itself(tmp_path, write, build_pages, capfd):
    write(one="6 * 7")
    build_pages(tmp_path)
    assert "IPKernelApp" not in capfd.readouterr().err


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


def test_a_process_that_is_killed_leaves_out_chapters_and_ends_no_build(
    tmp_path, write, monkeypatch
):
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    write(one="import os\nos.kill(os.getppid(), 9)", two=COUNT, three=COUNT)
    paths = [tmp_path / f"{name}.md" for name in ("one", "two", "three")]
    chapters = [Chapter(path.stem, path, jupytext.read(path)) for path in paths]
    done = [(each.docname, future) for each, future in execute_all(chapters, tmp_path, timeout=60)]
    [(name, future)] = done
    assert name == "one"
    assert isinstance(future.exception(), BrokenProcessPool)
    assert not (tmp_path / "runs").exists()


# ---- what a chapter reads

PACKAGE = {
    "whole/__init__.py": "",
    "whole/sibling.py": "name = 'sibling'",
    "whole/inner/__init__.py": "from . import near",
    "whole/inner/near.py": "from ..sibling import name",
    "whole/inner/other.py": "",
    "whole/data/table.csv": "1,2",
    "whole/reader.py": """
        from pathlib import Path
        def read():
            return (Path(__file__).parent / "data" / "table.csv").read_text()
    """,
    "whole/lazy.py": """
        def used():
            from . import sibling
            return sibling.name
        def unused():
            import whole.inner.other
    """,
    "array.npy": "",
}
ALWAYS = {"whole/__init__.py"}


@pytest.fixture
def reads_of(tmp_path, monkeypatch):
    """Return a function that executes one cell beside a package; what it read, by name."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    for name, content in PACKAGE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(re.sub("^ {8}", "", content, flags=re.MULTILINE))
    (tmp_path / "chapters").mkdir()

    def reads_of(code: str) -> set[str] | None:
        path = tmp_path / "chapters" / "one.md"
        path.write_text(CHAPTER.format(name="one", code=code))
        execution = execute(Chapter("one", path, jupytext.read(path)), tmp_path, timeout=60)
        assert execution.result.err is None
        return None if execution.reads is None else set(execution.reads)

    return reads_of


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("from whole import sibling", {"whole/sibling.py"}),
        ("import whole.sibling as s", {"whole/sibling.py"}),
        (
            "import whole.inner as i",
            {"whole/inner/__init__.py", "whole/inner/near.py", "whole/sibling.py"},
        ),
        (
            "from importlib import import_module\nimport_module('.sibling', 'whole')",
            {"whole/sibling.py"},
        ),
        ("name = 'sib'\n__import__(f'whole.{name}ling')", {"whole/sibling.py"}),
        ("from whole.lazy import used\nused()", {"whole/lazy.py", "whole/sibling.py"}),
        ("from whole.reader import read\nread()", {"whole/reader.py", "whole/data/table.csv"}),
        (
            "from importlib import resources\n"
            "resources.files('whole').joinpath('data', 'table.csv').read_text()",
            {"whole/data/table.csv"},
        ),
        ("import os\nos.listdir('../whole/data')", {"whole/data"}),
    ],
)
def test_what_a_cell_imports_and_reads_is_known(reads_of, code, expected):
    always = ALWAYS if "whole" in code.replace("../whole", "") else set()
    assert reads_of(code) == expected | always


def test_of_modules_that_were_compiled_before_the_sources_are_known(reads_of):
    first = reads_of("import whole.lazy")
    assert reads_of("import whole.lazy") == first == ALWAYS | {"whole/lazy.py"}


def test_of_a_cell_that_starts_a_process_nothing_is_known(reads_of):
    assert reads_of("import subprocess, sys\nsubprocess.run([sys.executable, '-c', '1']);") is None


def test_a_file_that_changed_meanwhile_makes_nothing_known(tmp_path):
    path = tmp_path / "one.py"
    path.touch()
    now = time.time_ns()
    assert reads_in([str(path)], tmp_path, now + 10**9) == {"one.py": fingerprint(path)}
    assert reads_in([str(path)], tmp_path, now - 10**9) is None


def test_a_fingerprint_tells_contents_names_and_absence_apart(tmp_path):
    file, folder = tmp_path / "file", tmp_path / "folder"
    folder.mkdir()
    seen = [fingerprint(file), fingerprint(folder)]
    file.write_text("1")
    (folder / "new").touch()
    seen += [fingerprint(file), fingerprint(folder)]
    file.write_text("2")
    seen.append(fingerprint(file))
    assert len(set(seen)) == 5
    (folder / "__pycache__").mkdir()
    (folder / ".new.swp").touch()
    assert fingerprint(folder) == seen[3]


READ = """\
with open("data.txt") as file, open("runs", "a") as runs:
    runs.write(file.read())"""


def test_a_chapter_is_executed_again_when_what_it_read_has_changed(tmp_path, write, build_pages):
    (tmp_path / "data.txt").write_text("a")
    (tmp_path / "other.txt").write_text("a")
    os.utime(tmp_path / "data.txt", (0, 0))
    write(one=READ)
    build_pages(tmp_path)
    (tmp_path / "other.txt").write_text("b")
    build_pages(tmp_path)
    assert (tmp_path / "runs").read_text() == "a"
    (tmp_path / "data.txt").write_text("b")
    build_pages(tmp_path)
    assert (tmp_path / "runs").read_text() == "ab"


def test_a_chapter_of_which_nothing_is_known_is_executed_again(tmp_path, write, build_pages):
    write(one=COUNT + "\nimport os\nos.system('true')")
    build_pages(tmp_path)
    build_pages(tmp_path)
    assert (tmp_path / "runs").read_text() == "xx"


# ---- what an interruption leaves


def test_after_an_interruption_no_chapter_begins(tmp_path, write, monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    write(one=COUNT, two=COUNT, three=COUNT)
    paths = [tmp_path / f"{name}.md" for name in ("one", "two", "three")]
    chapters = [Chapter(path.stem, path, jupytext.read(path)) for path in paths]
    executed = execute_all(chapters, tmp_path, timeout=60)
    next(executed)
    executed.close()
    assert (tmp_path / "runs").read_text() == "x"


EXECUTED = "_build/.jupyter_cache/executed"


def a_notebook_cut_off(folder: Path) -> None:
    [notebook] = folder.glob(f"{EXECUTED}/*/base.ipynb")
    notebook.write_text(notebook.read_text()[:100])


def a_folder_without_its_notebook(folder: Path) -> None:
    [notebook] = folder.glob(f"{EXECUTED}/*/base.ipynb")
    notebook.unlink()


def no_folder(folder: Path) -> None:
    shutil.rmtree(folder / EXECUTED)


def a_folder_without_its_record(folder: Path) -> None:
    cache = get_cache(folder / "_build/.jupyter_cache")
    [record] = cache.list_cache_records()
    type(record).remove_record(record.pk, cache.db)


def no_tables(folder: Path) -> None:
    (folder / "_build/.jupyter_cache/global.db").write_bytes(b"")


@pytest.mark.parametrize(
    "leave",
    [
        a_notebook_cut_off,
        a_folder_without_its_notebook,
        no_folder,
        a_folder_without_its_record,
        no_tables,
    ],
)
def test_what_is_kept_by_half_is_executed_again_and_then_kept(tmp_path, write, build_pages, leave):
    write(one=COUNT)
    build_pages(tmp_path)
    leave(tmp_path)
    for _ in range(2):
        (tmp_path / "one.md").touch()
        _, warnings = build_pages(tmp_path)
        assert warnings == ""
        assert (tmp_path / "runs").read_text() == "xx"


# ---- the book's own chapters


def chapters() -> list[Path]:
    return [path for path in sorted(BOOK.glob("*.md")) if "kernelspec" in path.read_text()]


@pytest.mark.parametrize(
    ("find", "name"),
    [
        (find_explorable, "pipeline"),
        (find_playground, "layer_norm"),
        (read_record, "placement"),
        (read_quiz, "backward"),
    ],
)
def test_what_a_chapter_shows_is_found_without_a_list_of_all(monkeypatch, find, name):
    """So that a new one executes no chapter that shows another."""
    monkeypatch.setattr(Path, "glob", None)
    assert find(name)


@pytest.mark.parametrize("path", chapters(), ids=lambda path: path.stem)
def test_of_the_grader_a_chapter_takes_what_pages_leave_out(path):
    """So that a line of the grader, or of an exercise, executes no chapter."""
    for cell in jupytext.read(path).cells:
        if cell.cell_type == "code" and ("grader" in cell.source or "prompt" in cell.source):
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.ImportFrom) and "grader" in (node.module or ""):
                    assert [alias.name for alias in node.names] == ["prompt"]
                elif isinstance(node, ast.Import):
                    assert not any("grader" in alias.name for alias in node.names)
                elif isinstance(node, ast.Name) and node.id == "prompt":
                    assert "remove-cell" in cell.metadata["tags"]
