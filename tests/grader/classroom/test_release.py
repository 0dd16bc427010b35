"""A release gives students what they need, and nothing that answers for them."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import normbook
from normbook.grader import find, find_all
from normbook.grader.classroom import release as module
from normbook.grader.classroom.release import ReleaseError, release, require

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[3]
SOURCES = str(Path(normbook.__file__).parents[1])
COMMON = {"README.md", "requirements.txt", ".gitignore", ".github/workflows/grade.yml"}
SOURCE = "git+https://example.org/normbook.git@v1.2"


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


def requirement(folder: Path) -> str:
    _, line = (folder / "requirements.txt").read_text().splitlines()
    return line


@pytest.fixture
def released(tmp_path) -> Path:
    release(tmp_path / "course", [find("layer_norm")])
    return tmp_path / "course"


def test_a_release_holds_stubs_prompts_and_four_files_more(tmp_path):
    written = release(tmp_path)
    slugs = [exercise.slug for exercise in find_all()]
    expected = COMMON | {f"exercises/{slug}.py" for slug in slugs}
    expected |= {f"prompts/{slug}.md" for slug in slugs}
    assert contents(tmp_path).keys() == expected
    assert {path.relative_to(tmp_path).as_posix() for path in written} == expected


def test_each_stub_and_prompt_is_the_exercise_s(tmp_path):
    release(tmp_path)
    for exercise in find_all():
        assert (tmp_path / f"exercises/{exercise.slug}.py").read_text() == exercise.stub
        prompt = (tmp_path / f"prompts/{exercise.slug}.md").read_text()
        assert exercise.prompt.strip() in prompt
        assert f"{exercise.points} points" in prompt


def test_no_test_solution_mutant_variant_or_hint_gets_out(tmp_path):
    release(tmp_path)
    out = "\n".join(contents(tmp_path).values())
    for exercise in find_all():
        secret = [exercise.tests, exercise.solution, *exercise.mutants, *exercise.variants]
        for path in secret:
            text = path.read_text()
            docstring = ast.get_docstring(ast.parse(text), clean=False)
            assert text not in out, path
            assert docstring is None or path == exercise.solution or docstring not in out, path
        assert not any(hint.text in out for hint in exercise.hints), exercise.slug
        assert not any(check in out for check in exercise.checks), exercise.slug


def test_normbook_is_pinned_to_this_version(released):
    assert requirement(released) == f"normbook[grader]=={metadata.version('normbook')}"


def test_an_exercise_on_torch_asks_for_the_extra_that_brings_it():
    assert require([find("layer_norm"), find("layer_norm_module")]).startswith(
        "normbook[grader,nn]=="
    )
    assert require([find("layer_norm_module")], SOURCE) == f"normbook[grader,nn] @ {SOURCE}"


def test_the_extras_are_the_package_s():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert settings["project"]["optional-dependencies"].keys() >= {"grader", "nn"}


@pytest.mark.parametrize("exercise", ["layer_norm", "layer_norm_module"])
@pytest.mark.parametrize(
    "source", [None, SOURCE, "https://example.org/normbook-1.2-py3-none-any.whl#sha256=ab"]
)
def test_the_requirement_is_one_that_pip_reads(exercise, source):
    requirements = pytest.importorskip("packaging.requirements")
    read = requirements.Requirement(require([find(exercise)], source))
    assert (read.name, read.url) == ("normbook", source)
    assert "grader" in read.extras


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "expected an address"),
        ("normbook", "expected an address"),
        ("../normbook", "expected an address"),
        ("http://example.org/normbook.whl", "expected an address"),
        ("https://example.org/normbook.whl\nnumpy", "expected an address"),
        ("https:///normbook.whl", "expected an address"),
        ("git+https://example.org/normbook.git", "names no version"),
        ("git+https://example.org/normbook.git@", "names no version"),
        ("git+ssh://git@example.org/normbook.git", "names no version"),
        ("git+https://token@example.org/normbook.git@v1", "every student would read"),
        ("https://me:secret@example.org/normbook.whl", "every student would read"),
    ],
)
def test_a_source_that_is_no_address_or_no_version_or_a_secret_is_refused(
    tmp_path, source, message
):
    with pytest.raises(ReleaseError, match=message) as error:
        release(tmp_path / "course", [find("layer_norm")], source)
    assert "secret" not in str(error.value)
    assert "token" not in str(error.value)
    assert not (tmp_path / "course").exists()


def test_a_source_over_ssh_may_name_its_user():
    source = "git+ssh://git@example.org/normbook.git@v1"
    assert require([find("layer_norm")], source).endswith(source)


def test_without_a_version_a_source_is_asked_for(tmp_path, monkeypatch):
    def unknown(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(module, "version", unknown)
    with pytest.raises(ReleaseError, match="--source"):
        release(tmp_path / "course")
    release(tmp_path / "course", [find("layer_norm")], SOURCE)


def test_a_folder_with_nothing_but_git_s_own_is_vacant(tmp_path):
    (tmp_path / ".git").mkdir()
    release(tmp_path, [find("layer_norm")])
    assert (tmp_path / "exercises/layer_norm.py").exists()


def test_any_other_folder_is_refused_and_left_as_it_was(tmp_path):
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(ReleaseError, match=r"not empty.*Name a new folder"):
        release(tmp_path, [find("layer_norm")])
    assert contents(tmp_path) == {"README.md": "mine"}


def test_exercises_can_be_added_and_all_else_stays(released):
    (released / "README.md").write_text("changed")
    (released / "exercises/layer_norm.py").write_text("changed, too")
    before = contents(released)
    release(released, [find("standardize")])
    after = contents(released)
    assert after.keys() - before.keys() == {"exercises/standardize.py", "prompts/standardize.md"}
    assert {name: after[name] for name in before} == before


@pytest.mark.parametrize("kept", ["exercises/layer_norm.py", "prompts/layer_norm.md"])
def test_an_exercise_is_not_given_out_twice(released, kept):
    for name in {"exercises/layer_norm.py", "prompts/layer_norm.md"} - {kept}:
        (released / name).unlink()
    before = contents(released)
    with pytest.raises(ReleaseError, match=r"layer_norm already.*Name only"):
        release(released, [find("standardize"), find("layer_norm")])
    with pytest.raises(ReleaseError, match="layer_norm already"):
        release(released)
    assert contents(released) == before


def test_what_cannot_be_graded_with_the_requirements_is_not_added(released):
    before = contents(released)
    with pytest.raises(ReleaseError, match=r"lacks this line[^\n]*\nnormbook\[grader,nn\]=="):
        release(released, [find("layer_norm_module")])
    assert contents(released) == before
    line = require([find("layer_norm_module")])
    (released / "requirements.txt").write_text(f"# graded with\n{line}\n")
    release(released, [find("layer_norm_module")])
    release(released, [find("standardize")])  # alone it would not need PyTorch; the others do


@pytest.fixture
def workflow(released) -> dict:
    # YAML 1.1 reads the word "on" as true.
    text = (released / ".github/workflows/grade.yml").read_text()
    return {"on" if key is True else key: value for key, value in yaml.safe_load(text).items()}


def test_the_workflow_grades_in_isolation_and_keeps_the_results(workflow):
    *_, last = workflow["jobs"]["grade"]["steps"]
    assert last["run"] == "normbook grade --isolated --json results.json"


def test_the_workflow_may_only_read_and_runs_nobody_s_words(workflow, released):
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["on"].keys() == {"push", "pull_request", "workflow_dispatch"}
    (job,) = workflow["jobs"].values()
    assert "permissions" not in job
    assert not any("${{" in step.get("run", "") for step in job["steps"])
    assert "secrets" not in (released / ".github/workflows/grade.yml").read_text()
    checkout = job["steps"][0]
    assert checkout["with"] == {"persist-credentials": False}


def test_its_actions_are_pinned_as_this_repository_s_are(workflow, released):
    uses = re.compile(r"uses: (\S+@[0-9a-f]{40} # v\S+)")
    ours = uses.findall((ROOT / ".github/workflows/grade.yml").read_text())
    theirs = uses.findall((released / ".github/workflows/grade.yml").read_text())
    steps = workflow["jobs"]["grade"]["steps"]
    assert theirs == ours
    assert len(theirs) == sum("uses" in step for step in steps)


def test_the_readme_says_what_a_check_is_worth_and_how_marks_are_made(released):
    text = " ".join((released / "README.md").read_text().split())
    assert "A check in this repository is advice, not a mark." in text
    assert "normbook grade-class" in text
    assert "contains the solutions" in text
    assert "classroom" not in "".join(contents(released).values()).lower()


def test_what_a_student_s_tools_leave_behind_is_not_committed(released):
    subprocess.run(["git", "init", "--quiet"], cwd=released, check=True)
    left = ["results.json", "exercises/.earned.json", "exercises/.hints.json", ".venv/x"]
    left += ["exercises/layer_norm.2026-11-21.bak", "exercises/__pycache__/layer_norm.pyc"]
    ignored = subprocess.run(
        ["git", "check-ignore", *left], cwd=released, capture_output=True, text=True, check=True
    )
    assert ignored.stdout.split() == left
    work = ["git", "check-ignore", "--quiet", "exercises/layer_norm.py"]
    assert subprocess.run(work, cwd=released, check=False).returncode == 1


def test_a_release_grades_as_its_workflow_does(released, workflow):
    _, *arguments = workflow["jobs"]["grade"]["steps"][-1]["run"].split()
    summary = released / "summary.md"
    (released / "exercises/layer_norm.py").write_text(find("layer_norm").solution.read_text())
    done = subprocess.run(
        [sys.executable, "-m", "normbook.grader.cli", *arguments],
        cwd=released,
        env={**os.environ, "PYTHONPATH": SOURCES, "GITHUB_STEP_SUMMARY": str(summary)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "10 of 10" in summary.read_text()
    assert (released / "results.json").exists()
