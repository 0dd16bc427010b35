"""What `make exercise`, `make explorable` and `make chapter` write passes all but what is left."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import check
import new
import pytest

ROOT = Path(__file__).parents[2]
COPIED = ["book", "src", "tests", "tools", "_toc.yml", "README.md", "pyproject.toml", "biome.json"]
CONFIGURATION = """\
extensions = ["myst_nb", "sphinxcontrib.bibtex", "normbook.sphinx.claims",
    "normbook.sphinx.evidence", "normbook.sphinx.execution", "normbook.sphinx.exercise",
    "normbook.sphinx.explorable", "normbook.sphinx.mathematics", "normbook.sphinx.predict"]
myst_enable_extensions = ["dollarmath"]
include_patterns = ["book/probe_chapter.md"]
root_doc = "book/probe_chapter"
bibtex_bibfiles = ["TREE/book/references.bib"]
nb_execution_mode = "cache"
nb_ipywidgets_js = {}
html_theme = "sphinx_book_theme"
html_theme_options = {"repository_url": "https://github.com/a/b", "repository_branch": "main"}
myst_footnote_transition = False
suppress_warnings = ["myst.footnote"]
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    """A copy of the book, with a new chapter, an exercise in it, and an explorable."""
    tree = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        source = ROOT / name
        if source.is_file():
            shutil.copy(source, tree)
        else:
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "node_modules").symlink_to(ROOT / "node_modules")
    new.begin("chapter", "probe_chapter", root=tree)
    new.begin("exercise", "probe_exercise", "probe_chapter", root=tree)
    new.begin("explorable", "probe_explorable", root=tree)
    subprocess.run(["node", "tools/bundle.mjs"], cwd=tree, check=True, capture_output=True)
    return tree


@pytest.fixture
def run(tree):
    """Run a command in the copy; return whether it went well, and what it printed."""

    def in_tree(*command: str) -> tuple[bool, str]:
        environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
        return done.returncode == 0, done.stdout + done.stderr

    return in_tree


def made(tree: Path, *suffixes: str) -> list[str]:
    """Return the new files of these kinds."""
    files = [*tree.glob("*/**/probe_*"), *tree.glob("*/**/probe_*/**/*")]
    names = {str(each.relative_to(tree)) for each in files if each.suffix in suffixes}
    return sorted(name for name in names if "_dist" not in name)


# ---- what is made


def test_python_and_javascript_are_in_the_style_of_the_house(tree, run):
    python, javascript = made(tree, ".py"), made(tree, ".mjs", ".css")
    assert len(python) == 8
    assert len(javascript) == 4
    python.append("src/normbook/widgets/__init__.pyi")
    for command in (
        [sys.executable, "-m", "ruff", "check", *python],
        [sys.executable, "-m", "ruff", "format", "--check", *python],
        [shutil.which("npx"), "biome", "check", *javascript],  # on Windows npx.cmd
    ):
        passed, output = run(*command)
        assert passed, output


def test_python_s_tests_name_what_is_left_to_write_and_nothing_else(tree, run):
    [command] = check.commands("probe_exercise", tree)
    _, output = run(*[part.replace("probe_exercise", "probe") for part in command])  # all of ours
    assert set(re.findall(r"^FAILED \S+::(\w+)", output, re.MULTILINE)) == {
        "test_there_are_enough_mutants_and_variants",
        "test_all_is_filled_in",
        "test_it_asks_before_it_shows",
        "test_it_is_in_a_chapter",
        "test_readme_counts_exercises_and_points",
        "test_readme_counts_chapters",
        "test_what_next_begins_with_the_chapter_that_follows",
    }, output
    assert "exercises/probe_exercise/mutants has 1; write 9 more wrong solutions" in output
    gallery = (tree / "book" / "gallery.md").read_text(encoding="utf-8").splitlines()
    [line] = [i for i, text in enumerate(gallery, 1) if "FILL IN" in text]
    for place in (
        "book/probe_chapter.md:14: FILL IN",
        f"book/gallery.md:{line}: FILL IN",
        "src/normbook/data/quizzes/probe_chapter.toml:4: ask = ",
        "src/normbook/exercises/probe_exercise/prompt.md:1: FILL IN",
        "src/normbook/widgets/probe_explorable/text.md:3: FILL IN",
    ):
        assert place in output


def test_the_explorable_passes_javascript_s_tests(tree, run):
    *commands, _ = check.commands("probe_explorable", tree)
    assert len(commands) == 2
    for command in commands:
        passed, output = run(*command)
        assert passed, output


def test_the_chapter_is_built_without_a_warning(tree, run, tmp_path):
    (tmp_path / "conf.py").write_text(CONFIGURATION.replace("TREE", str(tree)))
    passed, output = run(
        *[sys.executable, "-m", "sphinx", "-q", "-W", "-c", str(tmp_path), str(tree)],
        str(tmp_path / "pages"),
    )
    assert passed, output
    page = (tmp_path / "pages" / "book" / "probe_chapter.html").read_text(encoding="utf-8")
    assert 'data-slug="probe_exercise"' in page
    assert 'data-slug="quiz"' in page


def test_what_lists_them_has_them(tree):
    def text(name: str) -> str:
        return (tree / name).read_text(encoding="utf-8")

    contents = text("_toc.yml")
    assert contents.index("book/probe_chapter") < contents.index("caption: Appendices")
    assert ".. autoclass:: normbook.widgets.ProbeExplorable(**traits)\n" in text("book/api.md")
    known = "from .probe_explorable.widget import ProbeExplorable as ProbeExplorable\n"
    assert known in text("src/normbook/widgets/__init__.pyi")
    assert "\n## Probe explorable\n" in text("book/gallery.md")
    assert "\n(probe-chapter)=\n# Probe chapter\n" in text("book/probe_chapter.md")


# ---- what is refused


@pytest.mark.parametrize(
    ("kind", "name", "message"),
    [
        ("exercise", "", "NAME is ''; expected lower-case words with _ between them"),
        ("exercise", "Unit", "NAME is 'Unit'; expected lower-case words"),
        ("exercise", "unit-length", "expected lower-case words"),
        ("exercise", "../unit", "expected lower-case words"),
        ("explorable", "norm_2", "expected lower-case words"),  # its class would be that of norm2
        ("exercise", "lambda", "'lambda', a word of Python"),
        ("chapter", "a" * 31, "31 letters; expected at most 30"),
        ("exercise", "layer_norm", "src/normbook/exercises/layer_norm is there already"),
        ("explorable", "pipeline", "src/normbook/widgets/pipeline is there already"),
        ("explorable", "traits", r"src/normbook/widgets/traits\.py is there already"),
        ("explorable", "rounding", r"rounding\S+ is there already; choose another NAME"),
        ("chapter", "glossary", r"book/glossary\.md is there already"),
    ],
)
def test_a_name_that_is_none_or_taken_is_refused(tree, kind, name, message):
    with pytest.raises(new.CannotBeginError, match=message):
        new.begin(kind, name, root=tree)


def test_on_windows_what_is_taken_is_named_as_elsewhere(tmp_path):
    taken = PureWindowsPath("src", "normbook", "widgets", "bars", "widget.py")
    (tmp_path / taken).parent.mkdir(parents=True)
    with pytest.raises(new.CannotBeginError, match=r"^src/normbook/widgets/bars is there"):
        new.check_free("bars", [taken], tmp_path)


def test_an_unknown_chapter_lists_those_there_are(tree):
    with pytest.raises(new.CannotBeginError, match=r"'index'; expected one of .*scaling"):
        new.begin("exercise", "another", "index", root=tree)


def test_an_exercise_without_a_chapter_is_to_be_given_one(tmp_path):
    new.begin("exercise", "another", root=tmp_path)
    toml = tmp_path / "src" / "normbook" / "exercises" / "another" / "exercise.toml"
    assert 'chapter = "FILL IN its chapter"' in toml.read_text(encoding="utf-8")


def test_where_a_file_lacks_the_line_to_insert_above_nothing_is_written(tmp_path):
    (tmp_path / "_toc.yml").write_text("parts: []\n")
    with pytest.raises(new.CannotBeginError, match=r"_toc\.yml has no line .*\n.*book/another"):
        new.begin("chapter", "another", root=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["_toc.yml"]


def test_the_command_says_what_it_wrote_or_why_not(capsys):
    assert new.main(["exercise", "layer_norm"]) == 1
    assert capsys.readouterr().err.startswith("Nothing was written: src/normbook/exercises/")


# ---- what checks them


def test_check_runs_what_there_is_of_a_name():
    assert len(check.commands("layer_norm")) == 1  # a chapter and an exercise
    assert len(check.commands("pipeline")) == 3  # an explorable
    assert check.commands("no_such") == []


def test_check_without_a_name_says_how_it_is_called():
    done = subprocess.run([sys.executable, check.__file__], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "Usage: python tools/check.py NAME\n")


@pytest.mark.parametrize("name", ["no_such", ""])
def test_check_says_so_where_nothing_has_the_name(capsys, name):
    assert check.main(name) == 1
    assert f"NAME is {name!r}; there is no" in capsys.readouterr().out
