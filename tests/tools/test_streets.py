"""The one-way streets of pyproject.toml fail closed: what they do not name breaks them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COPIED = ("src/normbook", "tools/streets.py", "pyproject.toml")
NO_DATA = shutil.ignore_patterns("exercises", "*.json", "assets", "_dist", "__pycache__")


@pytest.fixture
def tree(tmp_path) -> Path:
    """Return a copy of the package and its contracts."""
    for name in COPIED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=NO_DATA)
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def lint_imports(tree: Path) -> subprocess.CompletedProcess:
    """Run what `make lint` runs, on the copy."""
    code = f"import sys; sys.path.insert(0, {str(tree / 'src')!r}); sys.argv = ['lint-imports']"
    return subprocess.run(
        [
            sys.executable,
            "-c",
            f"{code}; from importlinter.cli import lint_imports_command as run; run()",
        ],
        cwd=tree,
        text=True,
        capture_output=True,
    )


def add(tree: Path, path: str, line: str) -> None:
    """Write a line at the end of a module, which may be new."""
    file = tree / "src" / "normbook" / path
    file.parent.mkdir(exist_ok=True)
    with file.open("a", encoding="utf-8") as opened:
        opened.write(f"\n{line}\n")


def test_the_package_as_it_is_keeps_every_contract(tree):
    done = lint_imports(tree)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


@pytest.mark.parametrize(
    ("path", "line", "said"),
    [
        ("puzzles/__init__.py", "", "puzzles"),
        ("norms/scaling.py", "from normbook.capstones import iris", "normbook.capstones"),
        ("nn/scale_norm.py", "def f():\n    import normbook.norms", "normbook.norms"),
        ("norms/scaling.py", "import pandas", "normbook.norms.scaling imports pandas"),
        ("widgets/quiz/widget.py", "import torch", "normbook.widgets.quiz.widget imports torch"),
        ("experiments/models.py", "from normbook.widgets import Quiz", "normbook.widgets"),
        ("playgrounds/scaling.py", "import normbook.grader", "normbook.grader"),
        ("grader/verdict/same.py", "from normbook.grader.fence import sandbox", "fence"),
        ("grader/teaching.py", "", "teaching"),
    ],
)
def test_what_no_contract_allows_is_refused_and_named(tree, path, line, said):
    add(tree, path, line)
    done = lint_imports(tree)
    assert done.returncode != 0
    assert said in done.stdout + done.stderr


def test_every_folder_with_code_is_a_package_that_the_contracts_see():
    code = (ROOT / "src" / "normbook").rglob("*.py")
    folders = {path.parent for path in code if "exercises" not in path.parts}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []
