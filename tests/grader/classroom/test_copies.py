"""A copy of the book earns nothing by the book's own files, and what a student added counts."""

import shutil
import subprocess
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from normbook.grader import find
from normbook.grader.classroom import archive
from normbook.grader.classroom.copies import OF_THE_REPOSITORY, Copies
from normbook.grader.classroom.layouts import find_places
from normbook.grader.classroom.submissions import MAX_OTHERS, find_work
from normbook.grader.fence.sandbox import SOURCE_ROOT

STANDARDIZE, LAYER_NORM = find("standardize"), find("layer_norm")
PACKAGE = Path(SOURCE_ROOT, "normbook")
REPOSITORY = Path(__file__).parents[3]
MINE = "def standardize(x):\n    return x\n"


@pytest.fixture
def handed_in(tmp_path):
    """Give the folder of a student."""
    folder = tmp_path / "submissions/ada"
    folder.mkdir(parents=True)
    return folder


COPIED = (
    *("__init__.py", "__main__.py", "norms", "grader/__init__.py"),
    *("exercises/standardize", "exercises/layer_norm"),
)
"""What is copied of the package: two of its exercises, and some of the rest."""


def copy(source, target, *only):
    """Copy the files of a folder of ours that Git has, or some of them."""
    for name in only or (".",):
        if (source / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "_dist")
            shutil.copytree(source / name, target / name, ignore=ignored)
        elif (source / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, target / name)


def put(path, text=MINE):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def work_in(folder):
    places, _ = find_places(folder.parent, folder.parent / "gradebook")
    (work,) = find_work(places, [STANDARDIZE, LAYER_NORM])
    return work


def outcome(work):
    """Return by exercise the file that counts, and what was not understood."""
    counts = {each.exercise.slug: each.place for each in work.submissions}
    return counts, [str(each) for each in work.not_understood]


def as_repository(folder, package="normbook"):
    copy(PACKAGE, folder / "src" / package, *COPIED)
    put(folder / "pyproject.toml", "")
    put(folder / "CITATION.cff", "")
    put(folder / "tests/oracles.py", MINE)
    put(folder / "tools/standardize.py", MINE)


@pytest.mark.parametrize("name", [".", "my-norms-fork", "week 1/deep"])
@pytest.mark.parametrize("package", ["normbook", "mybook"])
def test_of_a_copy_of_the_repository_the_attempts_alone_count(handed_in, name, package):
    as_repository(handed_in / name, package)
    put(handed_in / name / "exercises/standardize.py")
    work = work_in(handed_in)
    place = (PurePosixPath(name) / "exercises/standardize.py").as_posix()
    assert outcome(work) == ({"standardize": place}, [])
    assert not work.notes
    assert work.copies == ("all of it" if name == "." else name,)


def test_of_a_copy_without_attempts_nothing_was_handed_in(handed_in):
    as_repository(handed_in)
    assert outcome(work_in(handed_in)) == ({}, [])


@pytest.mark.parametrize(
    ("place", "source", "only"),
    [
        ("src/normbook", PACKAGE, COPIED),
        ("normbook", PACKAGE, COPIED),
        ("norms", PACKAGE / "norms", ()),
        ("torch", PACKAGE / "nn", ()),
        ("exercises", PACKAGE / "exercises", ("standardize", "layer_norm")),
        ("layer_norm", PACKAGE / "exercises/layer_norm", ()),
        ("my try", PACKAGE / "exercises/standardize", ()),
    ],
)
def test_a_part_of_the_book_is_known_wherever_it_lies(handed_in, place, source, only):
    copy(source, handed_in / place, *only)
    assert outcome(work_in(handed_in)) == ({}, [])
    put(handed_in / "mine.py")
    assert outcome(work_in(handed_in)) == ({"standardize": "mine.py"}, [])


def test_metadata_of_an_unpacked_wheel_is_passed_over(handed_in):
    copy(PACKAGE, handed_in / "normbook", *COPIED)
    put(handed_in / "normbook-0.2.0.dist-info/entry_points.txt", "[console_scripts]")
    assert outcome(work_in(handed_in)) == ({}, [])


def test_what_a_student_wrote_among_the_book_s_exercises_counts(handed_in):
    copy(PACKAGE, handed_in / "normbook", *COPIED)
    place = handed_in / "normbook/exercises"
    put(place / "standardize.py")
    put(place / "layer_norm/stub.py", "def layer_norm(x):\n    return x\n")
    assert outcome(work_in(handed_in))[0] == {
        "standardize": "normbook/exercises/standardize.py",
        "layer_norm": "normbook/exercises/layer_norm/stub.py",
    }


def test_a_package_of_a_student_s_own_is_no_copy(handed_in):
    for name in ("__init__.py", "_checks.py", "tests.py"):
        put(handed_in / "mine" / name, "")
    put(handed_in / "mine/norms.py")
    work = work_in(handed_in)
    assert outcome(work)[0] == {"standardize": "mine/norms.py"}
    assert work.copies == ()


def test_a_solution_under_one_s_own_name_counts_as_ever(handed_in):
    shutil.copy(STANDARDIZE.solution, handed_in / "standardize.py")
    (handed_in / "exercises/layer_norm").mkdir(parents=True)
    shutil.copy(LAYER_NORM.solution, handed_in / "exercises/layer_norm/solution.py")
    assert set(outcome(work_in(handed_in))[0]) == {"standardize", "layer_norm"}


@pytest.mark.parametrize("most", [archive.MAX_MEMBERS, 10])
def test_a_zip_of_the_repository_is_read_as_its_folder(handed_in, tmp_path, monkeypatch, most):
    monkeypatch.setattr(archive, "MAX_MEMBERS", most)
    as_repository(tmp_path / "normbook-main")
    put(tmp_path / "normbook-main/exercises/standardize.py")
    with zipfile.ZipFile(handed_in / "work.zip", "w") as file:
        for path in sorted((tmp_path / "normbook-main").rglob("*")):
            file.write(path, path.relative_to(tmp_path))
    work = work_in(handed_in)
    place = "work.zip: normbook-main/exercises/standardize.py"
    assert outcome(work) == ({"standardize": place}, [])
    assert work.copies == ("work.zip: normbook-main",)


def test_of_many_answers_the_first_are_named(handed_in):
    for number in range(MAX_OTHERS + 5):
        put(handed_in / f"try {number}.py", f"{MINE}# {number}\n")
    (note,) = work_in(handed_in).notes
    assert note.endswith(" and 4 more")
    assert note.count("try") == MAX_OTHERS + 1


def test_all_that_the_repository_has_is_known():
    if shutil.which("git") is None or not (REPOSITORY / ".git").exists():
        pytest.skip("this is no clone")
    listed = subprocess.run(
        ["git", "ls-files"], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    files = [PurePosixPath(line) for line in listed.stdout.splitlines()]
    copies = Copies(files)
    left = [each for each in files if not copies.has(each) and not each.parts[0].startswith(".")]
    assert {each.name for each in left} <= {"stub.py"}
    assert copies.folders == (".",)
    assert "exercises" not in OF_THE_REPOSITORY
