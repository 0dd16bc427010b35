"""A release gives students what they need, and nothing that answers for them."""

import ast
import io
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from datetime import UTC, datetime
from email.message import Message
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest

import normbook
from normbook.extras import CPU
from normbook.grader import find, find_all
from normbook.grader.classroom import requirement
from normbook.grader.classroom.assignment import read_assignment
from normbook.grader.classroom.release import release
from normbook.grader.classroom.requirement import ReleaseError, require, wheel_here

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[3]
SOURCES = str(Path(normbook.__file__).parents[1])
COMMON = {"README.md", "requirements.txt", "assignment.toml", ".gitignore"}
COMMON |= {".github/workflows/grade.yml", "conftest.py"}
SOURCE = "git+https://example.org/normbook.git@v1.2"
SITE = "https://normbook.github.io/normbook/_static"
NAME = f"normbook-{metadata.version('normbook')}-py3-none-any.whl"


def packed(**changed: bytes) -> bytes:
    """Return a wheel of what grades here; files may be changed, or left out if None."""
    files = dict(requirement._what_grades(requirement.PACKAGE)) | changed
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in files.items():
            if text is not None:
                archive.writestr(zipfile.ZipInfo(f"normbook/{name}"), text)
    return file.getvalue()


WHEEL = packed()


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".whl"
    }


def requirements(folder: Path) -> list[str]:
    _, *lines = (folder / "requirements.txt").read_text().splitlines()
    return lines


@pytest.fixture(autouse=True)
def fetched(monkeypatch) -> list[str]:
    """The addresses that would be fetched from the site."""
    addresses = []

    def fetch(address):
        addresses.append(address)
        return WHEEL

    monkeypatch.setattr(requirement, "_fetch", fetch)
    return addresses


@pytest.fixture
def released(tmp_path) -> Path:
    release(tmp_path / "course", [find("layer_norm")])
    return tmp_path / "course"


def test_a_release_holds_stubs_prompts_a_wheel_and_six_files_more(tmp_path):
    written = release(tmp_path)
    slugs = [exercise.slug for exercise in find_all()]
    expected = COMMON | {f"exercises/{slug}.py" for slug in slugs}
    expected |= {f"prompts/{slug}.md" for slug in slugs}
    assert contents(tmp_path).keys() == expected
    expected |= {f"wheels/{NAME}"}
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


def test_normbook_is_this_version_s_wheel_and_lies_in_what_is_released(released, fetched):
    assert fetched == [f"{SITE}/{NAME}"]
    assert (released / "wheels" / NAME).read_bytes() == WHEEL
    assert requirements(released) == [f"./wheels/{NAME}[grader]"]


def test_a_copy_of_the_wheel_is_put_there_and_nothing_is_fetched(tmp_path, fetched):
    (tmp_path / NAME).write_bytes(WHEEL)
    release(tmp_path / "course", [find("layer_norm")], wheel=tmp_path / NAME)
    assert (tmp_path / "course/wheels" / NAME).read_bytes() == WHEEL
    assert fetched == []


def test_a_copy_of_what_is_elsewhere_gives_its_hash_and_stays_out(tmp_path, fetched):
    (tmp_path / NAME).write_bytes(WHEEL)
    source = f"https://example.org/{NAME}"
    release(tmp_path / "course", [find("layer_norm")], source, tmp_path / NAME)
    digest = sha256(WHEEL).hexdigest()
    assert requirements(tmp_path / "course") == [f"normbook[grader] @ {source}#sha256={digest}"]
    assert not (tmp_path / "course/wheels").exists()
    assert fetched == []


TESTS = "exercises/layer_norm/tests.py"


@pytest.mark.parametrize("stale", [packed(**{TESTS: b"# older"}), packed(**{TESTS: None})])
def test_a_wheel_of_this_version_that_grades_otherwise_is_refused(tmp_path, stale):
    (tmp_path / NAME).write_bytes(stale)
    for source in (None, f"https://example.org/{NAME}"):
        with pytest.raises(ReleaseError, match=rf"is another build: 1 of its files.*{TESTS} first"):
            release(tmp_path / "course", [find("layer_norm")], source, tmp_path / NAME)
    assert not (tmp_path / "course").exists()


def test_what_is_no_wheel_is_refused(tmp_path):
    (tmp_path / NAME).write_bytes(b"<html>not found</html>")
    with pytest.raises(ReleaseError, match="is no wheel of normbook"):
        wheel_here(tmp_path / NAME)


def test_a_wheel_of_another_version_is_the_lecturer_s_own_affair(tmp_path):
    wheel = tmp_path / "normbook-0.0.1-py3-none-any.whl"
    wheel.write_bytes(b"older")
    (line,) = require([find("layer_norm")], f"https://example.org/{wheel.name}", wheel)
    assert line.endswith(sha256(b"older").hexdigest())


def test_a_wheel_of_another_name_is_another_wheel(tmp_path):
    wheel = tmp_path / "normbook-0.0.1-py3-none-any.whl"
    wheel.write_bytes(b"copy")
    with pytest.raises(ReleaseError, match="another name"):
        wheel_here(wheel)


@pytest.mark.parametrize(
    ("error", "cause", "detail"),
    [
        (URLError("no network"), "there is no connection to", "no network"),
        (HTTPError("", 404, "Not Found", Message(), None), "has no such file", "404: Not Found"),
    ],
)
def test_what_cannot_be_fetched_is_said_reason_first(monkeypatch, error, cause, detail):
    def fetch(address):
        raise error

    monkeypatch.setattr(requirement, "_fetch", fetch)
    with pytest.raises(ReleaseError) as told:
        wheel_here()
    first, last = str(told.value).split("\n")
    assert first.startswith("What students install cannot be fetched: ")
    assert cause in first
    assert f"{NAME}, name it: --wheel FILE" in first
    assert last.startswith(f"{SITE}/{NAME} cannot be read: ")
    assert detail in last


@pytest.mark.parametrize(
    ("wheel", "why"), [("none.whl", "No such file or directory"), (".", "Is a directory")]
)
def test_a_copy_that_cannot_be_read_is_said_without_asking_for_it(wheel, why):
    with pytest.raises(ReleaseError) as told:
        wheel_here(Path(wheel))
    assert str(told.value) == f"{wheel} cannot be read: {why}."


def test_a_source_that_names_its_hash_is_not_fetched(fetched):
    source = "https://example.org/normbook.whl#sha256=ab"
    assert require([find("layer_norm")], source) == [f"normbook[grader] @ {source}"]
    assert require([find("layer_norm")], SOURCE) == [f"normbook[grader] @ {SOURCE}"]
    assert fetched == []
    (line,) = require([find("layer_norm")], "https://example.org/normbook.whl#egg=x")
    assert line.partition("#")[2] == f"sha256={sha256(WHEEL).hexdigest()}"


def test_an_exercise_on_torch_asks_for_a_build_without_cuda(tmp_path):
    index, line = require([find("layer_norm"), find("layer_norm_module")], SOURCE)
    assert line == f"normbook[grader,nn] @ {SOURCE}"
    assert index == CPU == "--extra-index-url https://download.pytorch.org/whl/cpu"


def test_an_assignment_states_the_exercises_in_order_and_the_due_date(tmp_path):
    due = datetime(2026, 12, 1, 23, 59, tzinfo=UTC)
    release(tmp_path, [find("standardize"), find("layer_norm")], due=due)
    stated = read_assignment(tmp_path / "assignment.toml")
    assert [each.slug for each in stated.exercises] == ["standardize", "layer_norm"]
    assert stated.due == due


@pytest.mark.parametrize("folder", ["week1", "week2"])
def test_two_assignments_have_titles_of_their_own(tmp_path, folder):
    release(tmp_path / folder, [find("standardize")])
    stated = read_assignment(tmp_path / folder / "assignment.toml")
    assert stated.title == f"Layer normalization: {folder}"


def test_a_folder_named_from_within_gives_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    release(Path("."), [find("standardize")])
    assert read_assignment(Path("assignment.toml")).title.endswith(f": {tmp_path.name}")


def test_the_extras_are_the_package_s():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert settings["project"]["optional-dependencies"].keys() >= {"grader", "nn"}


@pytest.mark.parametrize("exercise", ["layer_norm", "layer_norm_module"])
@pytest.mark.parametrize(
    "source", [SOURCE, "https://example.org/normbook-1.2-py3-none-any.whl#sha256=ab"]
)
def test_the_requirement_is_one_that_pip_reads(exercise, source):
    packaging = pytest.importorskip("packaging.requirements")
    *_, line = require([find(exercise)], source)
    read = packaging.Requirement(line)
    assert read.name == "normbook"
    assert read.url == source
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
    assert require([find("layer_norm")], source)[0].endswith(source)


def test_a_folder_with_nothing_but_git_s_own_is_vacant(tmp_path):
    (tmp_path / ".git").mkdir()
    release(tmp_path, [find("layer_norm")])
    assert (tmp_path / "exercises/layer_norm.py").exists()


def test_any_other_folder_is_refused_and_left_as_it_was(tmp_path):
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(ReleaseError, match=r"not empty.*Name a new folder"):
        release(tmp_path, [find("layer_norm")])
    assert contents(tmp_path) == {"README.md": "mine"}


def test_exercises_can_be_added_and_all_else_stays(released, fetched):
    del fetched[:]
    (released / "README.md").write_text("changed")
    (released / "exercises/layer_norm.py").write_text("changed, too")
    before = contents(released)
    release(released, [find("standardize")])
    after = contents(released)
    assert after.keys() - before.keys() == {"exercises/standardize.py", "prompts/standardize.md"}
    assert {name: after[name] for name in before} == before
    assert fetched == []


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


def test_who_gives_another_due_date_is_told_where_it_is_changed(released):
    before = contents(released)
    for slug in ("layer_norm", "standardize"):  # given out, and new
        with pytest.raises(ReleaseError, match=r"To change the due date, edit due in ") as e:
            release(released, [find(slug)], due=datetime(2027, 1, 1, tzinfo=UTC))
        assert str(released / "assignment.toml") in str(e.value)
        assert str(e.value).endswith(", and in your copy of it.")
    assert contents(released) == before


def test_what_cannot_be_graded_with_the_requirements_is_not_added(released):
    before = contents(released)
    with pytest.raises(
        ReleaseError, match=r"(?s)brings no PyTorch.*write \[grader,nn\] in that for \[grader\]"
    ):
        release(released, [find("layer_norm_module")])
    assert contents(released) == before
    lines = "\n".join(require([find("layer_norm_module")]))
    (released / "requirements.txt").write_text(f"# graded with\n{lines}\n")
    release(released, [find("layer_norm_module")])
    release(released, [find("standardize")])


@pytest.mark.parametrize(
    "given",
    [{"source": SOURCE}, {"wheel": Path("a.whl")}, {"due": datetime(2026, 1, 1, tzinfo=UTC)}],
)
def test_what_a_release_states_is_changed_there(released, given):
    before = contents(released)
    with pytest.raises(ReleaseError, match=r"has its requirements\.txt and assignment\.toml"):
        release(released, [find("standardize")], **given)
    assert contents(released) == before


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


def test_the_readme_says_how_points_come_and_when_one_is_late(released):
    text = " ".join((released / "README.md").read_text().split())
    assert "one that fails gives none, and costs no others" in text
    assert "such as a wrong divisor, fails all checks that compare numbers" in text
    assert "a part of an answer" not in text
    assert "The last commit that changes a file says when you handed it in" in text


def test_the_readme_says_what_to_write_where_windows_runs_no_scripts(released):
    text = " ".join((released / "README.md").read_text().split())
    assert "put `.venv\\Scripts\\` before `python` and `normbook`" in text


def test_what_students_read_shows_no_seed(released):
    assert "seed" not in "".join(contents(released).values())


def test_the_readme_names_an_exercise_that_is_there(tmp_path):
    release(tmp_path, [find("rms_norm"), find("standardize")])
    text = (tmp_path / "README.md").read_text()
    assert set(re.findall(r"`normbook \w+ (\w+)`", text)) == {"rms_norm"}
    assert "layer_norm" not in text


def test_the_readme_says_how_to_hand_in_by_uploading(released):
    text = " ".join((released / "README.md").read_text().split())
    assert "as to Canvas, Moodle or Gradescope, upload the files of `exercises/`" in text
    assert "all of them each time: the last upload counts, and what it lacks" in text


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
