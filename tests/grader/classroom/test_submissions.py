"""Of what lies in a folder it is known whose it is, when it came, and which answer counts."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from normbook.grader import find
from normbook.grader.classroom import answers, archive, history, submissions
from normbook.grader.classroom.history import committed
from normbook.grader.classroom.layouts import NothingHandedInError, Student, find_places
from normbook.grader.classroom.release import release
from normbook.grader.classroom.requirement import PLACE
from normbook.grader.classroom.submissions import find_loose, find_work

LAYER_NORM, STANDARDIZE = find("layer_norm"), find("standardize")
SOURCE = "def standardize(x):\n    return x\n"
OTHER = "def layer_norm(x):\n    return x\n"
FIRST, SECOND, THIRD = (f"{SOURCE}# {number}\n" for number in (1, 2, 3))
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")


def put(path, text=SOURCE, hours=0):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    time = (NOON + timedelta(hours=hours)).timestamp()
    os.utime(path, (time, time))
    return path


def works_in(folder):
    places, _ = find_places(folder, folder / "gradebook")
    return list(find_work(places, [LAYER_NORM, STANDARDIZE]))


def commit_times(folder):
    return {path: commit.time for path, commit in committed(folder).items()}


def only(folder):
    (work,) = works_in(folder)
    return work


# ---- whose it is ----


@pytest.mark.parametrize("end", ["", "_"])
def test_moodle_s_folders_are_known(tmp_path, end):
    put(tmp_path / f"Lovelace Ada_12345_assignsubmission_file{end}" / "Standardize.py")
    put(tmp_path / f"Lovelace Ada_12345_assignsubmission_onlinetext{end}" / "onlinetext.html")
    put(tmp_path / f"Lovelace Ada_67_assignsubmission_file{end}" / "sub/layer_norm.py", OTHER)
    first, second = works_in(tmp_path)
    assert first.student == Student("Lovelace Ada_12345", "Lovelace Ada", "Moodle", "12345")
    assert [each.place for each in first.submissions] == ["Standardize.py"]
    assert [each.place for each in first.not_understood] == ["onlinetext.html"]
    assert second.student.id == "67"
    assert [each.exercise for each in second.submissions] == [LAYER_NORM]


def test_moodle_s_files_without_folders_are_known(tmp_path):
    put(tmp_path / "O'Neill_Jr Zoë_9_assignsubmission_file_standardize (1).py")
    work = only(tmp_path)
    assert work.student == Student("O'Neill_Jr Zoë_9", "O'Neill_Jr Zoë", "Moodle", "9")
    assert work.submissions[0].place == "standardize (1).py"


@pytest.mark.parametrize(
    ("name", "student", "late"),
    [
        ("lovelaceada_123_456_standardize.py", ("lovelaceada_123", "lovelaceada", "123"), False),
        (
            "lovelaceada_LATE_123_456_Standardize-1.py",
            ("lovelaceada_123", "lovelaceada", "123"),
            True,
        ),
        ("anon_aB3dE_456_standardize.py", ("anon_aB3dE", "anon_aB3dE", "anon_aB3dE"), False),
        ("LATE_anon_aB3dE_456_standardize.py", ("anon_aB3dE", "anon_aB3dE", "anon_aB3dE"), True),
    ],
)
def test_canvas_s_files_are_known(tmp_path, name, student, late):
    put(tmp_path / name)
    work = only(tmp_path)
    key, shown, number = student
    assert work.student == Student(key, shown, "Canvas", number)
    (submission,) = work.submissions
    assert submission.exercise is STANDARDIZE
    assert submission.handed_in.marked_late is late
    assert (submission.handed_in.told_by, submission.handed_in.time) == ("Canvas", None)


def test_what_was_typed_into_canvas_is_named(tmp_path):
    put(tmp_path / "ada_1_text.html")
    put(tmp_path / "ada_LATE_1_link.html")
    put(tmp_path / "notes_1_x.html")
    work = only(tmp_path)
    assert work.student.key == "ada_1"
    assert [each.place for each in work.not_understood] == ["text.html", "link.html"]


def test_nobody_is_taken_for_another_by_a_number_in_their_name(tmp_path):
    put(tmp_path / "ada_12_345_standardize.py")
    put(tmp_path / "ada_12_67_890_standardize.py")  # of one who is called "ada_12"
    places, strays = find_places(tmp_path, tmp_path / "gradebook")
    assert [place.path.name for place in places] == ["ada_12_345_standardize.py"]
    assert [path.name for path in strays] == ["ada_12_67_890_standardize.py"]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("o'brien_12_5_standardize.py", "o'brien_12"),
        ("m├╝llerjan_LATE_12_5_standardize.py", "m├╝llerjan_12"),
        ("hw1 Chidi Okafor_12_1_standardize.py", "hw1 Chidi Okafor_12"),
    ],
)
def test_a_number_that_the_roster_has_tells_whose_a_garbled_name_is(tmp_path, name, key):
    put(tmp_path / name)
    out = tmp_path / "gradebook"
    assert find_places(tmp_path, out, {"7": ()})[0] == []
    (place,), strays = find_places(tmp_path, out, {"12": ()})
    assert (place.student.key, place.student.id, place.name) == (key, "12", "standardize.py")
    assert (place.marked_late, strays) == ("LATE" in name, [])
    put(tmp_path / "a_12_6_layer_norm.py")
    places, _ = find_places(tmp_path, out, {"12": ()})
    assert len({each.student.key for each in places}) == 1


def test_of_files_that_say_no_name_those_with_answers_may_be_a_student_s(tmp_path):
    files = [
        put(tmp_path / "hw1 Chidi.py"),
        put(tmp_path / "answers.pdf"),
        put(tmp_path / "layer_norm.docx"),
        put(tmp_path / "slides.py", "x = 1"),
        put(tmp_path / "notes.md"),
        put(tmp_path / "ada_12_67_890_notes.md"),
    ]
    found = {each.name: each.exercises for each in find_loose(files, [LAYER_NORM, STANDARDIZE])}
    assert found == {
        "hw1 Chidi.py": {STANDARDIZE},
        "answers.pdf": {LAYER_NORM, STANDARDIZE},
        "layer_norm.docx": {LAYER_NORM},
        "ada_12_67_890_notes.md": {LAYER_NORM, STANDARDIZE},
    }


def test_a_folder_with_the_key_of_another_s_work_belongs_to_it(tmp_path):
    put(tmp_path / "Ada_12_assignsubmission_file" / "standardize.py")
    put(tmp_path / "Ada_12" / "layer_norm.py", OTHER)
    assert len(only(tmp_path).submissions) == 2


def test_of_canvas_s_files_the_one_with_the_larger_number_counts(tmp_path):
    put(tmp_path / "ada_1_99_standardize.py", FIRST)
    put(tmp_path / "ada_1_100_standardize-1.py", SECOND)
    work = only(tmp_path)
    assert work.submissions[0].source == SECOND.encode()
    why = "as the last that Canvas got"
    assert work.notes == (f"standardize-1.py counts, {why}, and not standardize.py",)


def test_two_of_canvas_s_files_with_one_name_are_told_apart_by_their_numbers(tmp_path):
    put(tmp_path / "ada_1_99_standardize.py", FIRST)
    put(tmp_path / "ada_1_100_standardize.py", SECOND)
    (note,) = only(tmp_path).notes
    assert note.startswith("standardize.py (100) counts, as the last that Canvas got, and not ")
    assert note.endswith(" standardize.py (99)")


@pytest.mark.parametrize(
    ("name", "system"),
    [
        ("ada_1_99_standardize.py", "Canvas"),
        ("Ada_1_assignsubmission_file/standardize.py", "Moodle"),
    ],
)
def test_what_lies_one_folder_deeper_is_no_student_and_is_named(tmp_path, name, system):
    nest = tmp_path / "nest"
    inner = nest / "submissions"
    put(inner / name)
    put(inner / ".DS_Store")
    put(inner / "__MACOSX" / "x")
    put(nest / "__MACOSX" / "x")
    put(nest / "assignment.toml")
    told = f"{nest} has one folder alone, with what {system} saved. Name that one: {inner}"
    with pytest.raises(NothingHandedInError, match=f"^{re.escape(told)}$"):
        find_places(nest, tmp_path / "gradebook")
    assert len(works_in(inner)) == 1
    put(inner / "exercises" / "standardize.py")  # as in the repository of one student
    put(inner / "README.md")
    places, _ = find_places(nest, tmp_path / "gradebook")
    assert "submissions" in {each.student.key for each in places}


def test_other_files_are_nobody_s_and_hidden_ones_are_not_looked_at(tmp_path):
    put(tmp_path / "readme.txt")
    put(tmp_path / ".git" / "standardize.py")
    put(tmp_path / "gradebook" / "standardize.py")
    put(tmp_path / "anna" / "standardize.py")
    places, strays = find_places(tmp_path, tmp_path / "gradebook")
    assert [place.student.key for place in places] == ["anna"]
    assert [path.name for path in strays] == ["readme.txt"]


# ---- what counts ----


def test_of_several_answers_the_last_changed_counts_and_it_is_said(tmp_path):
    put(tmp_path / "anna" / "standardize.py", FIRST, hours=1)
    put(tmp_path / "anna" / "exercises" / "standardize.py", SECOND, hours=3)
    put(tmp_path / "anna" / "standardize (1).py", THIRD, hours=2)
    work = only(tmp_path)
    assert work.submissions[0].source == SECOND.encode()
    assert work.notes == (
        "exercises/standardize.py counts, as the last changed, by the file's own time, and not "
        "standardize (1).py, standardize.py",
    )


def test_a_file_of_the_exercise_s_name_counts_whatever_another_defines_later(tmp_path):
    put(tmp_path / "ada/standardize.py", SOURCE)
    put(tmp_path / "ada/my answer.py", f"{SOURCE}# another\n", hours=2)
    work = only(tmp_path)
    assert [each.place for each in work.submissions] == ["standardize.py"]
    assert work.notes == ("standardize.py counts, as it is named for it, and not my answer.py",)


def test_what_a_file_for_another_exercise_defines_is_no_answer(tmp_path):
    helper = "def spot_the_bug(name):\n    pass\n\ndef layer_norm(x, weight):\n    pass\n"
    put(tmp_path / "ada/spot_the_bug.py", helper)
    assert only(tmp_path).submissions == ()


BOTH = SOURCE + OTHER


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize("beside", [{}, {"standardize.py": STANDARDIZE.stub}])
def test_all_answers_in_a_file_of_one_exercise_s_name_are_answers_to_all(
    tmp_path, is_packed, beside
):
    hand_in(tmp_path, {"layer_norm.py": BOTH, **beside}, is_packed)
    work = only(tmp_path)
    assert {each.exercise: each.source for each in work.submissions} == {
        LAYER_NORM: BOTH.encode(),
        STANDARDIZE: BOTH.encode(),
    }
    assert work.notes == work.not_understood == ()


def test_an_answer_in_another_exercise_s_file_leaves_that_one_alone_open(tmp_path):
    put(tmp_path / "ada/standardize.py", OTHER)
    work = only(tmp_path)
    assert [(each.exercise, each.place) for each in work.submissions] == [
        (LAYER_NORM, "standardize.py")
    ]
    assert work.refused(STANDARDIZE).place == "standardize.py"


@pytest.mark.parametrize("name", ["standardize.py", "homework.py"])
def test_what_another_exercise_s_file_defines_does_not_count_beside_an_answer(tmp_path, name):
    put(tmp_path / "ada/layer_norm.py", BOTH, hours=2)
    put(tmp_path / "ada" / name)
    work = only(tmp_path)
    assert {each.exercise: each.place for each in work.submissions} == {
        LAYER_NORM: "layer_norm.py",
        STANDARDIZE: name,
    }
    assert work.notes == ()


def test_what_a_stub_gives_answers_no_other_exercise(tmp_path):
    bugs = find("spot_the_bug")
    put(tmp_path / "ada/spot_the_bug.py", f"{bugs.stub}\n{SOURCE}")
    places, _ = find_places(tmp_path, tmp_path / "gradebook")
    (work,) = find_work(places, [LAYER_NORM, STANDARDIZE, bugs])
    assert {each.exercise for each in work.submissions} == {STANDARDIZE, bugs}


UNREAD = {
    "layer_norm.py": f"{BOTH}x = (".encode(),
    "layer_norm (1).py": BOTH.encode("utf-16"),
    "layer_norm.txt": BOTH.encode(),
}


@pytest.mark.parametrize("name", UNREAD)
def test_what_an_unread_file_of_another_exercise_s_name_seems_to_answer_is_open(tmp_path, name):
    put(tmp_path / "ada" / name).write_bytes(UNREAD[name])
    assert str(only(tmp_path).refused(STANDARDIZE)).endswith("and seems to define standardize")
    put(tmp_path / "ada/standardize.py", STANDARDIZE.stub)
    assert only(tmp_path).refused(STANDARDIZE) is not None
    put(tmp_path / "ada/standardize.py")
    assert all(each.exercise is LAYER_NORM for each in only(tmp_path).not_understood)
    assert only(tmp_path).refused(STANDARDIZE) is None
    put(tmp_path / "ada" / name).write_bytes(b"def layer_norm(x: (")
    (tmp_path / "ada/standardize.py").unlink()
    assert only(tmp_path).refused(STANDARDIZE) is None


@pytest.mark.parametrize("name", ["Aufgabe 1.pdf", "Aufgabe 1.py", "layernorm.py", "hw.ipynb"])
def test_what_may_be_the_missing_answer_leaves_it_open_beside_other_answers(tmp_path, name):
    text = '{"nbformat": 4, "cells": []}' if name.endswith("nb") else "def LayerNorm(x): pass"
    put(tmp_path / "ada" / name, text)
    assert only(tmp_path).refused(LAYER_NORM).place == name
    put(tmp_path / "ada/standardize.py")
    work = only(tmp_path)
    assert [each.place for each in work.not_understood] == [name]
    assert work.refused(LAYER_NORM).place == name
    put(tmp_path / "ada/layer_norm.py", OTHER)
    assert len(only(tmp_path).submissions) == 2


def test_a_file_named_for_an_exercise_leaves_that_one_alone_open(tmp_path):
    put(tmp_path / "ada/standardize.docx")
    assert only(tmp_path).refused(STANDARDIZE).place == "standardize.docx"
    assert only(tmp_path).refused(LAYER_NORM) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("answer.md", SOURCE), ("standardize", SOURCE), ("screen.png", ""), ("a.json", "{}")),
    ],
)
def test_files_without_an_answer_are_not_nothing(tmp_path, name, text):
    put(tmp_path / "ada" / name, text)
    for exercise in (LAYER_NORM, STANDARDIZE):
        assert only(tmp_path).refused(exercise).place == name
    put(tmp_path / "ada/exercises/standardize.py", STANDARDIZE.stub)  # as it was given out
    assert only(tmp_path).refused(LAYER_NORM).place == name
    refused = only(tmp_path).refused(STANDARDIZE)
    assert (refused is not None) == (text == SOURCE)  # it may be the answer, by what it defines
    put(tmp_path / "ada/exercises/standardize.py")
    assert only(tmp_path).refused(LAYER_NORM) is None


HELPERS = ["scratch.py", "utils.py", "exercises/helper.py", "tests/test_ln.py", "notes.txt"]


@pytest.mark.parametrize("name", [*HELPERS, "hw.docx", "hw.pdf", "screen.png", "hw.ipynb", "no.py"])
@pytest.mark.parametrize("is_packed", [False, True])
def test_beside_its_own_file_what_defines_nothing_of_an_exercise_is_no_answer(
    tmp_path, name, is_packed
):
    contents = {"hw.ipynb": '{"nbformat": 4, "cells": []}', "no.py": "from layer_norm import ("}
    text = contents.get(name, "from layer_norm import layer_norm\nx = 1\n")
    files = {name: text, "exercises/standardize.py": STANDARDIZE.stub}
    hand_in(tmp_path, files, is_packed)
    work = only(tmp_path)
    assert work.refused(STANDARDIZE) is None
    assert name in work.refused(LAYER_NORM).place  # of which there is no file
    hand_in(tmp_path, {**files, "exercises/layer_norm.py": OTHER}, is_packed)
    assert only(tmp_path).refused(STANDARDIZE) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("notes.txt", SOURCE), ("answers", f"My answer:\n{SOURCE}"), ("hw.rar", "?")),
        *(("no.py", f"{SOURCE}("), ("online.html", "<b>def</b>&nbsp;<i>standardize</i>(x):")),
        *(("hw.zip", "?"), ("notes.txt", SOURCE.encode("utf-16").decode("latin-1"))),
    ],
)
def test_beside_the_stub_what_may_hold_the_answer_leaves_it_open(tmp_path, name, text):
    put(tmp_path / "ada/standardize.py", STANDARDIZE.stub)
    put(tmp_path / "ada/layer_norm.py", LAYER_NORM.stub)
    put(tmp_path / "ada" / name).write_bytes(text.encode("latin-1"))
    assert only(tmp_path).refused(STANDARDIZE).place == name
    unreadable = name.endswith((".rar", ".zip"))
    assert (only(tmp_path).refused(LAYER_NORM) is not None) == unreadable


def test_an_answer_in_a_cell_that_is_not_code_is_open_and_told_where_there_is_no_other(tmp_path):
    cells = [("code", OTHER), ("raw", SOURCE)]
    made = [{"cell_type": kind, "source": text} for kind, text in cells]
    put(tmp_path / "ada/hw.ipynb", json.dumps({"nbformat": 4, "cells": made}))
    why = "hw.ipynb: standardize stands in a cell that is not code"
    assert str(only(tmp_path).refused(STANDARDIZE)) == why
    put(tmp_path / "ada/standardize.py", STANDARDIZE.stub)
    assert str(only(tmp_path).refused(STANDARDIZE)) == why
    put(tmp_path / "ada/standardize.py")
    assert only(tmp_path).not_understood == ()


def hand_in(folder, files, is_packed):
    """Write the files of a student, into a zip if they are packed."""
    for name, text in files.items():
        put(folder / "ada" / name, text)
    if is_packed:
        packed = {f"week1/{name}": text for name, text in files.items()}
        shutil.rmtree(folder / "ada")
        (folder / "ada").mkdir()
        with zipfile.ZipFile(folder / "ada/week1.zip", "w") as file:
            for name, text in packed.items():
                file.writestr(name, text)


def released(folder):
    """Release two exercises; return what a student has who solved one."""
    release(folder, [LAYER_NORM, STANDARDIZE], "git+https://example.org/normbook@1")
    (folder / "exercises/layer_norm.py").write_text(OTHER)
    files = {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file()
    }
    return {**files, PLACE: "the wheel"}


@pytest.mark.parametrize("where", ["zip", "folder", "Canvas", "Moodle"])
def test_what_a_release_writes_is_passed_over_wherever_it_lies(tmp_path, where):
    files, folder = released(tmp_path / "week1"), tmp_path / "submissions"
    folder.mkdir()
    if where == "zip":
        hand_in(folder, files, is_packed=True)
    for name, text in files.items() if where != "zip" else ():
        flat = name.rpartition("/")[2].replace(".", "-1.", 1)
        path = {
            "folder": f"ada/my work/{name}",
            "Canvas": f"lovelaceada_12_34_{flat}",
            "Moodle": f"Ada_12_assignsubmission_file_/week1/{name}",
        }[where]
        if not (where == "Canvas" and name.startswith(("prompts/", "."))):
            put(folder / path, text)
    work = only(folder)
    assert {each.exercise for each in work.submissions if each.is_stub} == {STANDARDIZE}
    assert work.not_understood == ()


@pytest.mark.parametrize("folder", ["anna", "anna/mine"])
def test_a_folder_that_cannot_be_read_is_not_taken_for_empty(tmp_path, monkeypatch, folder):
    put(tmp_path / "anna/layer_norm.py", OTHER)
    put(tmp_path / "anna/mine/standardize.py")
    scandir = os.scandir

    def refuse(path):
        if Path(path) == tmp_path / folder:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    work = only(tmp_path)
    assert str(work.refused(STANDARDIZE)) == f"{folder}: the folder cannot be read: PermissionError"
    assert not work.is_empty


def test_a_number_too_long_for_decimals_is_no_crash(tmp_path):
    put(tmp_path / "anna/standardize.py", f"MASK = 0x{'f' * 5000}\n{SOURCE}")
    (submission,) = only(tmp_path).submissions
    assert not submission.is_stub


def test_beside_answers_code_without_one_is_named_while_one_is_missing(tmp_path):
    put(tmp_path / "ada/standardize.py")
    put(tmp_path / "ada/notes.md")
    put(tmp_path / "ada/norm.py", "def LayerNorm(x): pass")
    why = "norm.py: it defines none of layer_norm, standardize, but LayerNorm"
    assert [str(each) for each in only(tmp_path).not_understood] == [why]
    put(tmp_path / "ada/layer_norm.py", OTHER)
    assert only(tmp_path).not_understood == ()


@pytest.mark.parametrize("name", ["layer_norm", "answer.md"])
def test_beside_answers_what_seems_to_define_the_missing_one_leaves_it_open(tmp_path, name):
    put(tmp_path / "ada/standardize.py")
    put(tmp_path / "ada" / name, OTHER)
    assert only(tmp_path).refused(LAYER_NORM).place == name
    put(tmp_path / "ada" / name, SOURCE)
    assert only(tmp_path).refused(LAYER_NORM) is None


def test_of_many_files_without_an_answer_some_are_named(tmp_path):
    for number in range(20):
        put(tmp_path / f"ada/{number}.csv")
    work = only(tmp_path)
    assert len(work.not_understood) == 11
    assert str(work.not_understood[-1]).startswith("10 files more: ")


def test_equal_answers_are_one(tmp_path):
    put(tmp_path / "anna" / "standardize.py", hours=1)
    put(tmp_path / "anna" / "standardize (1).py", hours=2)
    assert only(tmp_path).notes == ()


def test_where_times_are_equal_the_plain_name_counts(tmp_path):
    put(tmp_path / "anna" / "homework.py", SOURCE)
    put(tmp_path / "anna" / "standardize_1.py", THIRD)
    put(tmp_path / "anna" / "a folder" / "standardize.py", SECOND)
    work = only(tmp_path)
    assert work.submissions[0].source == SECOND.encode()
    assert work.notes == (
        "a folder/standardize.py counts, changed at the same time, as it has the exercise's name, "
        "and not homework.py, standardize_1.py",
    )
    put(tmp_path / "anna" / "standardize.py", FIRST)
    work = only(tmp_path)
    assert work.submissions[0].source == FIRST.encode()
    assert work.notes[0].startswith(
        "standardize.py counts, changed at the same time, as the shortest path, and not "
    )


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("standardize (1).py", "standardize (2).py"), "as the copy with the highest number"),
        (("standardize (9).py", "standardize (10).py"), "as the copy with the highest number"),
        (("standardize_1.py", "long/standardize-2.py"), "as the copy with the highest number"),
        (("longer/standardize.py", "long/standardize.py"), "so by chance, as the shortest path"),
        (("b/standardize.py", "a/standardize.py"), "so by chance, as the first"),
        (("b/standardize (1).py", "a/standardize (1).py"), "so by chance, as the first"),
    ],
)
def test_where_times_are_equal_the_newest_copy_counts_or_chance_and_it_is_said(
    tmp_path, names, why
):
    other, counts = names
    put(tmp_path / "anna" / other)
    put(tmp_path / "anna" / counts, "def standardize(x):\n    return 2 * x\n")
    assert only(tmp_path).notes == (
        f"{counts} counts, changed at the same time, {why}, and not {other}",
    )


@needs_git
def test_where_git_tells_the_last_changed_no_file_s_time_is_named(tmp_path, repository):
    put(repository / "standardize (1).py", f"{SOURCE}# more\n")
    git(repository, "add", ".")
    git(repository, "commit", "-m", "third", hours=3)
    (note,) = only(tmp_path).notes
    assert note.startswith("standardize (1).py counts, as the last changed, and not ")


def test_a_stub_as_it_was_given_out_is_none_beside_another_answer(tmp_path):
    put(tmp_path / "anna" / "exercises" / "standardize.py", f"{STANDARDIZE.stub}# done?\n", hours=9)
    put(tmp_path / "anna" / "homework.py")
    work = only(tmp_path)
    assert work.submissions[0].place == "homework.py"
    assert work.notes == ()
    (tmp_path / "anna" / "homework.py").unlink()
    assert only(tmp_path).submissions[0].place == "exercises/standardize.py"


def test_what_tools_and_releases_write_is_not_looked_at(tmp_path):
    put(tmp_path / "anna" / "standardize.py")
    for name in (".venv/layer_norm.py", "my env/lib/layer_norm.py", "__pycache__/layer_norm.py"):
        put(tmp_path / "anna" / name)
    put(tmp_path / "anna" / "my env" / "pyvenv.cfg")
    put(tmp_path / "anna" / "assignment.toml")
    put(tmp_path / "anna" / "prompts" / "layer_norm.md")
    put(tmp_path / "anna" / "README.md")
    work = only(tmp_path)
    assert [each.exercise for each in work.submissions] == [STANDARDIZE]
    assert work.not_understood == ()


def test_exercises_that_are_not_asked_for_are_left_out(tmp_path):
    put(tmp_path / "anna" / "rms_norm.py", "def rms_norm(x): pass")
    assert only(tmp_path) == submissions.Work(Student("anna", "anna"))


def test_a_folder_without_end_is_looked_at_to_a_point(tmp_path, monkeypatch):
    monkeypatch.setattr(submissions, "MAX_FILES", 3)
    for number in range(5):
        put(tmp_path / "anna" / f"{number}.md")
    assert "more than 3 files" in only(tmp_path).not_understood[0].reason


def test_a_file_on_which_the_reading_fails_is_named_and_the_others_are_read(tmp_path, monkeypatch):
    def fail(data):
        raise ZeroDivisionError

    monkeypatch.setattr(answers, "Notebook", fail)
    put(tmp_path / "anna" / "hw.ipynb")
    put(tmp_path / "anna" / "standardize.py")
    work = only(tmp_path)
    assert [each.reason for each in work.not_understood] == ["it cannot be read: ZeroDivisionError"]
    assert [each.exercise for each in work.submissions] == [STANDARDIZE]


def test_links_to_folders_are_not_followed(tmp_path):
    put(tmp_path / "diligent" / "answers" / "standardize.py")
    (tmp_path / "sly").mkdir()
    (tmp_path / "sly" / "answers").symlink_to(tmp_path / "diligent" / "answers")
    (tmp_path / "ada_1_2_standardize.py").symlink_to(tmp_path / "diligent/answers/standardize.py")
    canvas, _, sly = works_in(tmp_path)
    assert sly.submissions == ()
    assert canvas.submissions == ()
    assert canvas.not_understood[0].reason == "it is a link"


# ---- when it came ----


def test_without_git_a_file_s_own_time_tells(tmp_path):
    put(tmp_path / "anna" / "standardize.py", hours=5)
    handed_in = only(tmp_path).submissions[0].handed_in
    assert (handed_in.time, handed_in.told_by) == (NOON + timedelta(hours=5), "the file")


def git(folder, *arguments, hours=0):
    time = (NOON + timedelta(hours=hours)).isoformat()
    done = subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *arguments],
        cwd=folder,
        env={**os.environ, "GIT_COMMITTER_DATE": time, "GIT_AUTHOR_DATE": time},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "anna"
    put(folder / "exercises" / "standardize.py", hours=50)
    put(folder / "ü b.py", "x = 1", hours=50)
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "first", hours=1)
    put(folder / "exercises" / "standardize.py", f"{SOURCE}#\n", hours=50)
    git(folder, "commit", "-a", "-m", "second", hours=2)
    return folder


@needs_git
@pytest.mark.parametrize("packed", [False, True])
def test_a_repository_tells_when_each_file_was_committed(tmp_path, repository, packed):
    if packed:
        git(repository, "gc", "--quiet")
        git(repository, "pack-refs", "--all")
    assert commit_times(repository) == {
        "exercises/standardize.py": NOON + timedelta(hours=2),
        "ü b.py": NOON + timedelta(hours=1),
    }
    handed_in = only(tmp_path).submissions[0].handed_in
    assert (handed_in.time, handed_in.told_by) == (NOON + timedelta(hours=2), "Git")


@needs_git
def test_a_detached_head_tells_it_too(tmp_path, repository):
    git(repository, "checkout", "--quiet", "--detach")
    assert submitted(tmp_path) == (2, "Git")


@needs_git
@pytest.mark.parametrize("hours", [3, 1])
def test_a_shallow_clone_tells_of_no_file_that_its_oldest_commit_has(tmp_path, repository, hours):
    put(repository / "third.py", hours=50)
    git(repository, "add", ".")
    git(repository, "commit", "-m", "third", hours=hours)
    clone = tmp_path / "clones" / "anna"
    clone.parent.mkdir()
    git(clone.parent, "clone", "--quiet", "--depth=2", f"file://{repository}", "anna")
    assert commit_times(clone) == {
        "exercises/standardize.py": None,
        "ü b.py": None,
        "third.py": NOON + timedelta(hours=hours),
    }
    handed_in = only(clone.parent).submissions[0].handed_in
    assert (handed_in.time, handed_in.told_by) == (None, "Git")


def submitted(folder):
    """Return when the answer came, in hours after the first, and what tells it."""
    handed_in = only(folder).submissions[0].handed_in
    return (handed_in.time - NOON) / timedelta(hours=1), handed_in.told_by


@pytest.fixture
def clone(tmp_path):
    """A clone of a repository whose default branch has a stub, and another one the answers."""
    origin, clone = tmp_path / "origin", tmp_path / "class" / "ruth"
    put(origin / "exercises/standardize.py", STANDARDIZE.stub)
    put(origin / "exercises/layer_norm.py", OTHER)
    git(origin, "init", "--quiet")
    git(origin, "add", ".")
    git(origin, "commit", "-m", "first")
    git(origin, "checkout", "--quiet", "-b", "my/solution")
    put(origin / "exercises/standardize.py")
    put(origin / "exercises/layer_norm.py", f"{OTHER}# more\n")
    git(origin, "commit", "-a", "-m", "second")
    git(origin, "checkout", "--quiet", "-")
    git(origin, "branch", "feedback")
    clone.parent.mkdir()
    git(clone.parent, "clone", "--quiet", f"file://{origin}", "ruth")
    return clone


@needs_git
@pytest.mark.parametrize("packed", [False, True])
def test_a_branch_that_answers_what_is_missing_is_named(clone, packed):
    if packed:
        git(clone, "pack-refs", "--all")
    assert only(clone.parent).branches == ("origin/my/solution has standardize",)
    git(clone, "checkout", "--quiet", "my/solution")
    assert only(clone.parent).branches == ()


@needs_git
def test_a_branch_of_the_student_s_own_is_looked_at_once_and_what_is_too_large_is_not(
    clone, monkeypatch
):
    git(clone, "branch", "mine", "origin/my/solution")
    assert only(clone.parent).branches == ("mine has standardize",)
    monkeypatch.setattr(history, "MAX_BRANCH_BYTES", 20)
    assert only(clone.parent).branches == ()


@needs_git
def test_a_branch_that_cannot_be_read_costs_no_other(clone):
    put(clone / ".git/refs/remotes/origin/a", "0" * 40)
    put(clone / ".git/refs/remotes/origin/b", "no commit")
    assert only(clone.parent).branches == ("origin/my/solution has standardize",)
    shutil.rmtree(clone / ".git/objects")
    assert only(clone.parent).branches == ()


@needs_git
@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes in folders")
def test_references_lead_to_no_other_s_files_and_to_no_pipe(clone):
    commit = git(clone, "rev-parse", "origin/my/solution")
    kept = clone / ".git/refs/remotes"
    shutil.rmtree(kept)
    (clone / ".git/packed-refs").unlink()
    os.mkfifo(clone / ".git/refs/heads/waits")
    elsewhere = put(clone.parents[1] / "other/origin/solution", commit).parents[1]
    kept.symlink_to(elsewhere)
    assert only(clone.parent).branches == ()
    kept.unlink()
    shutil.copytree(elsewhere, kept)
    assert only(clone.parent).branches == ("origin/solution has standardize",)
    (clone / ".git/HEAD").unlink()
    os.mkfifo(clone / ".git/HEAD")
    assert commit_times(clone) == {}


@needs_git
def test_solutions_of_the_book_in_another_branch_are_no_answers(clone):
    git(clone, "checkout", "--quiet", "-b", "book")
    for name in ("exercise.toml", "tests.py"):
        put(clone / "standardize" / name, "?")
    put(clone / "standardize/variants/loops.py")
    git(clone, "add", ".")
    git(clone, "commit", "-m", "book")
    git(clone, "checkout", "--quiet", "-")
    assert only(clone.parent).branches == ("origin/my/solution has standardize",)


@needs_git
def test_what_a_merge_changes_by_itself_is_as_late_as_the_merge(tmp_path, repository):
    git(repository, "checkout", "--quiet", "-b", "other", "HEAD~1")
    put(repository / "other.py", "x = 1")
    git(repository, "add", ".")
    git(repository, "commit", "-m", "other", hours=3)
    git(repository, "checkout", "--quiet", "-")
    git(repository, "merge", "--no-ff", "--no-commit", "other")
    put(repository / "exercises/standardize.py", f"{SOURCE}# late\n", hours=50)
    git(repository, "commit", "-a", "-m", "merge", hours=20)
    assert submitted(tmp_path) == (20, "Git")


@needs_git
def test_what_a_merge_takes_as_it_was_is_as_old_as_it_was(tmp_path, repository):
    git(repository, "checkout", "--quiet", "-b", "other")
    put(repository / "other.py", "x = 1")
    git(repository, "add", ".")
    git(repository, "commit", "-m", "other", hours=3)
    git(repository, "checkout", "--quiet", "-")
    put(repository / "third.py", "x = 1")
    git(repository, "add", ".")
    git(repository, "commit", "-m", "third", hours=4)
    git(repository, "merge", "--no-ff", "-m", "merge", "other", hours=20)
    assert submitted(tmp_path) == (2, "Git")


@needs_git
def test_of_a_file_that_differs_from_its_commit_git_tells_nothing(tmp_path, repository):
    path = repository / "exercises/standardize.py"
    put(path, f"{SOURCE}# another\n", hours=50)
    assert submitted(tmp_path) == (50, "the file")
    assert only(tmp_path).submissions[0].handed_in.differs
    put(path, f"{SOURCE}#\n".replace("\n", "\r\n"), hours=50)  # as Git on Windows may write it
    assert submitted(tmp_path) == (2, "Git")
    path.rename(repository / "answer.py")
    path.symlink_to("../answer.py")
    assert {each.told_by for each in [only(tmp_path).submissions[0].handed_in]} == {"the file"}


@needs_git
def test_what_git_expands_in_a_clone_is_as_it_was_committed(tmp_path, repository):
    put(repository / ".gitattributes", "*.py ident\n")
    put(repository / "exercises/standardize.py", f"{SOURCE}# $Id$\n")
    git(repository, "add", ".")
    git(repository, "commit", "-m", "third", hours=3)
    git(tmp_path, "clone", "--quiet", "anna", "class/anna")
    assert b"# $Id: " in (tmp_path / "class/anna/exercises/standardize.py").read_bytes()
    assert submitted(tmp_path / "class") == (3, "Git")


@needs_git
def test_a_link_in_a_clone_is_as_old_as_what_it_leads_to(tmp_path, repository):
    path = repository / "exercises/standardize.py"
    path.rename(repository / "answer.txt")
    path.symlink_to("../answer.txt")
    git(repository, "add", ".")
    git(repository, "commit", "-m", "third", hours=3)
    assert submitted(tmp_path) == (3, "Git")
    put(repository / "answer.txt", hours=50)
    assert only(tmp_path).submissions[0].handed_in.differs


@needs_git
def test_no_configuration_of_a_student_s_repository_is_read(tmp_path, repository):
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    trap.chmod(0o755)
    for name in ("core.fsmonitor", "gpg.program", "core.pager", "diff.external", "core.sshCommand"):
        git(repository, "config", name, str(trap))
    git(repository, "config", "log.showSignature", "true")
    assert commit_times(repository)
    assert not (tmp_path / "sprung").exists()


@pytest.fixture
def around_git(tmp_path, monkeypatch):
    """Give a function that has a shell do something before each run of the Git on the path."""
    if os.name == "nt":
        pytest.skip("there is no such shell")
    real = shutil.which("git")

    def put_around(command: str) -> None:
        script = put(tmp_path / "bin" / "git", f'#!/bin/sh\n{command}\nexec {real} "$@"\n')
        script.chmod(0o755)
        monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")

    return put_around


@needs_git
def test_git_is_told_no_settings_but_ours(tmp_path, repository, around_git, monkeypatch):
    around_git(f"env > {tmp_path}/told")
    monkeypatch.setenv("GIT_DIR", "elsewhere")
    assert commit_times(repository)
    told = dict(line.split("=", 1) for line in (tmp_path / "told").read_text().splitlines())
    assert Path(told.pop("HOME")).name.startswith("normbook-")
    assert {name: value for name, value in told.items() if name.startswith("GIT_")} == {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
    }


@needs_git
def test_a_history_that_takes_too_long_tells_nothing(repository, around_git, monkeypatch):
    around_git("sleep 1")
    monkeypatch.setattr(history, "GIT_SECONDS", 0.1)
    assert commit_times(repository) == {}


@needs_git
def test_a_history_that_is_not_whole_tells_nothing(repository):
    put(repository / "third.py")
    git(repository, "add", ".")
    git(repository, "commit", "-m", "third", hours=3)
    lost = git(repository, "rev-parse", "HEAD~2^{tree}")
    (repository / ".git/objects" / lost[:2] / lost[2:]).unlink()
    assert commit_times(repository) == {}


@needs_git
@pytest.mark.parametrize(
    "date", ["999999999999 +0000", f"{'9' * 5000} +0000", "253402300799 +9900", "soon"]
)
def test_a_commit_with_a_date_that_is_none_tells_nothing(tmp_path, repository, date):
    tree = git(repository, "rev-parse", "HEAD^{tree}")
    text = f"tree {tree}\nauthor a <a@b.c> 1 +0000\ncommitter a <a@b.c> {date}\n\nodd\n"
    put(tmp_path / "odd", text)
    kept = ["hash-object", "-t", "commit", "--literally", "-w", str(tmp_path / "odd")]
    git(repository, "reset", "--quiet", git(repository, *kept))
    (tmp_path / "odd").unlink()
    assert commit_times(repository) == {"exercises/standardize.py": None, "ü b.py": None}
    assert only(tmp_path).submissions[0].handed_in.told_by == "Git"


@needs_git
def test_a_clone_without_all_contents_is_read_as_far_as_it_has_them(clone):
    origin, part = clone.parents[1] / "origin", clone.parents[1] / "part" / "ruth"
    git(origin, "config", "uploadpack.allowFilter", "true")
    part.parent.mkdir()
    git(part.parent, "clone", "--quiet", "--filter=blob:none", f"file://{origin}", "ruth")
    work = only(part.parent)
    assert [each.handed_in.told_by for each in work.submissions] == ["Git", "Git"]
    assert work.branches == ()


@needs_git
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a folder's name is Unicode")
def test_a_folder_with_a_name_in_another_encoding_has_a_history(tmp_path, repository):
    repository.rename(tmp_path / os.fsdecode(b"zo\xeb"))
    assert submitted(tmp_path) == (2, "Git")


@needs_git
def test_a_repository_of_longer_hashes_tells_it_too(tmp_path):
    put(tmp_path / "standardize.py")
    git(tmp_path, "init", "--quiet", "--object-format=sha256")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first", hours=1)
    assert commit_times(tmp_path) == {"standardize.py": NOON + timedelta(hours=1)}


@needs_git
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a file's name is Unicode")
def test_a_name_in_another_encoding_is_the_file_s(repository):
    name = os.fsdecode(b"caf\xe9.py")
    put(repository / name)
    git(repository, "add", ".")
    git(repository, "commit", "-m", "third", hours=3)
    assert commit_times(repository)[name] == NOON + timedelta(hours=3)


@needs_git
@pytest.mark.parametrize(
    "head",
    [
        *("", "ref: refs/heads/none", "ref: refs/../../secret", "ref: HEAD"),
        *("0" * 40, "x" * 40, "{commit:.10}"),
    ],
)
def test_a_spoilt_repository_tells_nothing(repository, head):
    commit = git(repository, "rev-parse", "HEAD")
    put(repository / "secret", commit)
    (repository / ".git" / "HEAD").write_text(head.format(commit=commit))
    assert commit_times(repository) == {}


def test_what_only_looks_like_a_repository_tells_nothing(tmp_path):
    (tmp_path / ".git").mkdir()
    assert commit_times(tmp_path) == {}
    (tmp_path / ".git" / "objects").mkdir()
    assert commit_times(tmp_path) == {}


def test_a_file_in_a_zip_came_with_the_zip_and_is_as_old_as_it_says(tmp_path):
    put(tmp_path / "anna" / "standardize.py", FIRST, hours=-24 * 365)
    path = put(tmp_path / "anna" / "hw.zip", hours=7)
    with zipfile.ZipFile(path, "w") as out:
        out.writestr(zipfile.ZipInfo("standardize.py", (2026, 1, 1, 0, 0, 0)), SECOND)
    put(path.with_suffix(".md"))
    work = only(tmp_path)
    assert work.submissions[0].place == "hw.zip: standardize.py"
    assert work.submissions[0].handed_in.told_by == "the file"


def test_all_zips_of_a_student_have_one_room_and_each_student_has_one(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "MAX_BYTES", 1000)
    for student in ("anna", "bert"):
        for number in range(6):
            with zipfile.ZipFile(put(tmp_path / student / f"{number}.zip"), "w") as out:
                out.writestr("notes.md", "0" * 900)
    for work in works_in(tmp_path):
        refused = {each.place for each in work.not_understood if each.reason == answers.ZIPS_BEFORE}
        assert refused == {"5.zip"}


@pytest.mark.parametrize(
    ("zone", "counts"), [(1, "normbook-work.json: standardize"), (0, "hw.zip: standardize.py")]
)
def test_a_zip_s_times_are_of_the_zone_that_is_stated(tmp_path, zone, counts):
    with zipfile.ZipFile(put(tmp_path / "anna/hw.zip"), "w") as out:
        out.writestr(zipfile.ZipInfo("standardize.py", (2026, 11, 20, 18, 0, 0)), FIRST)
    at = int(datetime(2026, 11, 20, 17, 30, tzinfo=UTC).timestamp() * 1000)
    kept = {"normbook": 1, "work": {"standardize": {"source": SECOND, "time": at}}}
    put(tmp_path / "anna/normbook-work.json", json.dumps(kept))
    places, _ = find_places(tmp_path, tmp_path / "gradebook")
    (work,) = find_work(places, [LAYER_NORM, STANDARDIZE], timezone(timedelta(hours=zone)))
    assert work.submissions[0].place == counts


@pytest.mark.parametrize("first", ["a.pdf", "z.pdf"])
def test_the_reason_is_that_of_the_file_with_the_exercise_s_name(tmp_path, first):
    put(tmp_path / "ada" / first)
    (tmp_path / "ada/standardize.py").write_bytes("def standardize(x): ...".encode("utf-16"))
    work = only(tmp_path)
    assert str(work.refused(STANDARDIZE)).startswith("standardize.py: ")
    assert str(work.refused(LAYER_NORM)).startswith(f"{first}: expected .py")


def test_an_empty_file_counts_as_the_stub_and_is_named(tmp_path):
    put(tmp_path / "ada/standardize.py", "")
    work = only(tmp_path)
    (submission,) = work.submissions
    assert submission.is_stub
    assert work.notes == ("standardize.py: it is empty, and counts as the stub",)
    put(tmp_path / "ada/homework.py")
    assert only(tmp_path).submissions[0].place == "homework.py"
