"""What is missing is named by the extra that brings it; the extras are those of pyproject.toml."""

import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from try_extras import IMPORT_ALL

import normbook
from normbook import nn
from normbook.extras import CPU, EXTRAS, install, lacking, require

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def without(module: str, code: str, folder: Path = ROOT) -> str:
    """Return what a Python prints last that lacks a module."""
    hidden = f"import sys; sys.modules[{module!r}] = None; {code}"
    done = subprocess.run(
        [sys.executable, "-c", hidden], capture_output=True, text=True, cwd=folder
    )
    return (done.stdout + done.stderr).strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("module", "code", "error"),
    [
        (
            "torch",
            "import normbook.nn",
            f'normbook.nn needs torch. Install: pip install "normbook[nn]" {CPU}',
        ),
        (
            "anywidget",
            "from normbook.widgets import Pipeline",
            'normbook.widgets needs anywidget. Install: pip install "normbook[widgets]"',
        ),
        (
            "ipywidgets",
            "from normbook.playgrounds import Playground",
            'Playground needs ipywidgets. Install: pip install "normbook[notebook]"',
        ),
        (
            "matplotlib",
            "import normbook.figures",
            'normbook.figures needs matplotlib. Install: pip install "normbook[notebook]"',
        ),
        (
            "pytest",
            "from normbook.grader import check; check('standardize', print)",
            'The grader needs pytest. Install: pip install "normbook[grader]"',
        ),
    ],
)
def test_an_import_names_the_extra_that_it_needs(module, code, error):
    assert without(module, code) == f"ModuleNotFoundError: {error}"


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_public_module_is_imported_or_names_the_extra_that_it_lacks(extra):
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *EXTRAS[extra]], capture_output=True, text=True
    )
    lines = done.stdout.splitlines()
    assert [line for line in lines if not line.startswith("done ")] == []
    assert {"done normbook.norms.layer_norm", "done normbook.grader.verdict.find"} <= set(lines)
    assert done.stderr == ""


def test_readme_names_the_index_without_cuda():
    assert CPU in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "command",
    [
        ["grade", "standardize"],
        ["watch", "standardize"],
        ["check", "."],
        ["release", "week1", "standardize"],
        ["grade-class", "."],
    ],
    ids=lambda command: command[0],
)
def test_the_command_says_so_without_a_traceback(command, tmp_path):
    code = "from normbook.grader.cli import main; "
    code += f"main(['start', 'standardize']); main({command})"
    assert without("pytest", code, tmp_path) == (
        'The grader needs pytest. Install: pip install "normbook[grader]"'
    )


def brought(extra: str) -> set[str]:
    """Return what an extra of pyproject.toml installs, and the extras that it names."""
    found = set()
    for requirement in map(Requirement, PROJECT["optional-dependencies"][extra]):
        found |= set().union(*map(brought, requirement.extras)) or {requirement.name}
    return found


def test_extras_bring_what_pyproject_says():
    extras = PROJECT["optional-dependencies"]
    assert {name: set(modules) for name, modules in EXTRAS.items()} == {
        extra: brought(extra) for extra in extras
    }


def test_a_module_s_extra_brings_little_else():
    assert [install(name) for name in ("pytest", "anywidget", "distributed")] == [
        f'pip install "normbook[{extra}]"' for extra in ("grader", "widgets", "cluster")
    ]


def test_the_citation_is_of_the_last_release():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version, day = re.search(r"^## (\S+) \((\S+)\)$", changes, re.MULTILINE).groups()
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {version}\ndate-released: {day}\n" in citation


def test_readme_and_front_page_name_this_version_and_readme_each_extra():
    readme, front = (
        (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "book/index.md")
    )
    for text in (readme, front):
        assert f"normbook-{normbook.__version__}-py3-none-any.whl" in text
    assert all(f"| `{extra}` |" in readme for extra in EXTRAS)


def test_an_exercise_s_package_has_its_command():
    assert install("torch") == f'pip install "normbook[nn]" {CPU}'
    assert "index-url https://download.pytorch.org/whl/cpu" in CPU
    assert install("scipy") == "pip install scipy"
    assert lacking(["numpy", "there_is_no_such_module"]) == ["there_is_no_such_module"]


def test_nn_shows_no_name_but_its_modules_and_what_they_have():
    names = {name for name in dir(nn) if not name.startswith("_")}
    assert {name for name in names if not inspect.ismodule(getattr(nn, name))} == set(nn.__all__)


def test_what_is_there_raises_nothing(monkeypatch):
    require("It", "notebook")
    monkeypatch.setitem(EXTRAS, "nn", ("math", "no_such"))
    with pytest.raises(ModuleNotFoundError, match=r"^It needs no_such\. Install: "):
        require("It", "nn")


@pytest.mark.parametrize("command", [["-m", "normbook"], ["-m", "normbook.grader.cli"]])
def test_the_version_is_the_package_s(command):
    done = subprocess.run([sys.executable, *command, "--version"], capture_output=True, text=True)
    assert done.stdout == f"normbook {normbook.__version__}\n"
