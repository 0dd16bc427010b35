"""What students hand in is an answer, or it is said why not."""

import io
import json
import re
import stat
import zipfile
from datetime import UTC, datetime
from pathlib import PurePosixPath

import pytest

from normbook.grader import find, find_all
from normbook.grader.classroom import archive
from normbook.grader.classroom.answers import Answer, NoAnswer, NotUnderstood, answers_in, named_for
from normbook.grader.verdict.load import MAX_SOURCE_BYTES, LoadError, decode, execute

LAYER_NORM, STANDARDIZE, MODULE = map(find, ("layer_norm", "standardize", "layer_norm_module"))
EXERCISES = (LAYER_NORM, STANDARDIZE, MODULE)
SOURCE = b"def standardize(x):\n    return x\n"


def found_in(name, data):
    return list(answers_in(name, data, EXERCISES))


def only(name, data):
    (found,) = found_in(name, data)
    return found


def reason(name, data):
    found = only(name, data)
    assert isinstance(found, NotUnderstood)
    return found.reason


# ---- names ----


@pytest.mark.parametrize(
    "name",
    [
        *("standardize.py", "Standardize.py", "STANDARDIZE.PY", "standardize (1).py"),
        *("standardize(2).py", "standardize-1.py", "standardize_3.py", "Copy of standardize.py"),
        *("standardize - Copy.py", "standardize - Copy (2).py", "standardize copy.py"),
        *("week 1/standardize.py", " standardize .py", "ｓtandardize.py"),
    ],
)
def test_a_file_is_known_by_its_name_however_tools_change_it(name):
    assert only(name, SOURCE) == Answer(STANDARDIZE, SOURCE, name)


def test_an_answer_that_is_no_python_is_one_where_it_alone_is_asked_for():
    source = b"def standardize(x):\n    retrun x\n"
    assert list(answers_in("standardize.py", source, [STANDARDIZE])) == [
        Answer(STANDARDIZE, source, "standardize.py")
    ]


def test_a_name_that_no_file_can_have_is_read_at_once_and_nobody_s():
    assert named_for(PurePosixPath("standardize" + "_1" * 500_000 + ".py"), EXERCISES) is None


def test_a_source_of_spaces_is_read_at_once():
    source = b"x = (\n" + b" " * 500_000 + b"y\n"
    assert only("standardize.py", source) == Answer(STANDARDIZE, source, "standardize.py")


def test_a_chain_of_names_is_followed_at_once():
    links = (f"f{i} = f{i - 1}" for i in range(20_000, 0, -1))
    source = "\n".join([*links, "def f0(x): return x", "standardize = f20000"]).encode()
    assert only("standardize.py", source).exercise == STANDARDIZE


@pytest.mark.parametrize("each", ["{}", "{}()"])
def test_a_call_of_all_names_of_a_chain_is_looked_at_once(each):
    links = (f"f{i} = f{i - 1}" for i in range(1, 10_000))
    names = ", ".join(each.format(f"f{i}") for i in range(10_000))
    source = "\n".join(["def f0(x): return x", *links, f"g = h({names})", "standardize = f9999"])
    assert only("mine.py", source.encode()).exercise == STANDARDIZE


DEEP = {
    "elif": "x = 0\nif x: pass\n" + "elif x: pass\n" * 1500,
    "attributes": f"x = a{'.b' * 1500}\n",
}


@pytest.mark.parametrize("deep", DEEP.values(), ids=DEEP)
def test_what_python_takes_and_nobody_can_walk_into_is_an_answer_by_its_name_alone(deep):
    source = SOURCE + b"class LayerNorm: pass\n" + deep.encode()
    why = "its code is nested too deep"
    assert found_in("standardize.py", source) == [
        Answer(STANDARDIZE, source, "standardize.py"),
        NoAnswer("standardize.py", f"{why}, and seems to define LayerNorm", only=True),
    ]
    assert only("mine.py", source) == NotUnderstood("mine.py", why)


@pytest.mark.parametrize("name", ["layer-norm.py", "Layer Norm.py", "layer__norm (1).py"])
def test_words_of_a_name_may_be_parted_otherwise(name):
    assert named_for(PurePosixPath(name), EXERCISES) == LAYER_NORM


@pytest.mark.parametrize("name", ["my_standardize.py", "standard.py", "1.py", ".py", "copy.py"])
def test_other_names_are_no_exercise_s(name):
    assert named_for(PurePosixPath(name), EXERCISES) is None


def test_a_file_of_another_name_answers_what_it_defines():
    source = b"class LayerNorm: pass\n" + SOURCE
    assert found_in("homework.py", source) == [
        Answer(STANDARDIZE, source, "homework.py", named=False),
        Answer(MODULE, source, "homework.py", named=False),
    ]
    assert found_in("spot_the_bug.py", SOURCE) == []  # an exercise's that is not asked for


@pytest.mark.parametrize(
    "source",
    [
        b"def mine(x): ...\nstandardize = mine\n",
        b"def mine(x): ...\nfirst = mine\nstandardize: object = first\n",
        b"import helpers\nstandardize = helpers.standardize\n",
        b"standardize = lambda x: x\n",
        b"from functools import partial\ndef mine(x, e): ...\nstandardize = partial(mine, e=0)\n",
        b"def make():\n    def mine(x): ...\n    return mine\nstandardize = make()\n",
        b"def make():\n    if 1:\n        class A: ...\n        return A\nstandardize = make()\n",
        b"def make(k):\n    return lambda x: x\nstandardize = make(k=0)\n",
        b"if True:\n    def standardize(x): ...\n",
        b"try:\n    import torch\nexcept ImportError:\n    def standardize(x): ...\n",
        b"x = 1\nmatch x:\n    case 1:\n        class standardize: ...\n",
    ],
)
def test_a_name_may_be_defined_in_any_way(source):
    assert only("homework.py", source) == Answer(STANDARDIZE, source, "homework.py", named=False)


@pytest.mark.parametrize(
    "source",
    [
        b"import standardize\nlayer_norm = 3\n",
        b"def my_standardize(x): ...\n",
        b"def f(x): ...\nstandardize = f(3)\nstandardize[0] = f\n",
        b"def f(x):\n    def standardize(y): ...\n",
        b"standardize: object\n",
    ],
)
def test_a_file_that_defines_nothing_that_is_asked_for_has_no_answer(source):
    why = "it defines none of layer_norm, standardize, LayerNorm"
    found = only("homework.py", source)
    assert isinstance(found, NoAnswer)
    assert found.reason.partition(", but ")[0] == why


@pytest.mark.parametrize(
    ("source", "but"),
    [
        (b"class MyLayerNorm: pass\n", ", but MyLayerNorm"),
        (SOURCE, ", but standardize"),
        (b"print(3)\n", ""),
        (b"def d(): ...\ndef c(): ...\ndef b(): ...\ndef a(): ...\n", ", but d and c and b"),
    ],
)
def test_a_file_of_an_exercise_s_name_that_defines_something_else_says_what(source, but):
    name = "layer_norm_module.py"
    first, *_ = found_in(name, source)
    assert first == NotUnderstood(name, f"it does not define LayerNorm{but}", MODULE)
    if source != SOURCE:
        assert only("homework.py", source).reason.endswith(f"LayerNorm{but}")
        cells = [{"cell_type": "code", "source": source.decode()}]
        notebook = json.dumps({"nbformat": 4, "cells": cells}).encode()
        assert only("homework.ipynb", notebook).reason.endswith(f"LayerNorm{but}")


@pytest.mark.parametrize("name", ["standardize.py", "homework.py"])
@pytest.mark.parametrize("indent", [None, 1])
def test_a_notebook_by_a_name_of_python_s_is_read_as_one(name, indent):
    cells = [{"cell_type": "code", "source": SOURCE.decode()}]
    whole = json.dumps({"cells": cells, "nbformat": 4}, indent=indent).encode()
    assert only(name, whole).source == SOURCE


@pytest.mark.parametrize(("name", "named"), [("standardize.py", True), ("homework.py", False)])
@pytest.mark.parametrize(
    "line",
    [
        *("!pip install numpy", "%matplotlib inline", "files = !ls", "standardize?"),
        "get_ipython().run_line_magic('matplotlib', 'inline')",
        "files = get_ipython().getoutput('ls')",
    ],
)
def test_a_notebook_that_colab_or_jupyter_saved_as_a_file_is_read_as_one(name, named, line):
    drive = "from google.colab import drive\ndrive.mount('/content/drive')\n"
    whole = f"{line}\n{drive}\n{SOURCE.decode()}print(standardize(3))\n".encode()
    assert only(name, whole) == Answer(STANDARDIZE, SOURCE, name, named)
    assert found_in("spot_the_bug.py", whole) == []  # an exercise's that is not asked for


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (b"x = 1\ndef standardize(x)\n", "(line 2: expected ':')"),
        (b"x = (\n!pip\n", "(line 1: '(' was never closed)"),
        (b"def standardize(x): pass\n\0", "(source code "),
    ],
)
def test_of_a_file_that_is_not_python_the_line_is_named_whatever_its_name(source, why):
    assert why in reason("homework.py", source)
    _, beside = found_in("layer_norm.py", source + b"def standardize(x): (")
    assert "it is not Python (" in beside.reason


@pytest.mark.parametrize("head", [b"{\\rtf1\\ansi ", b"<!DOCTYPE html>", b"\n<html lang=en>"])
def test_what_is_no_plain_text_is_not_understood(head):
    assert reason("standardize.py", head + SOURCE) == "it is RTF or a page: save it as plain text"


@pytest.mark.parametrize(
    ("source", "why"),
    [(b"", "it is empty"), (b"\n \n", "it is empty"), (b"# no\n", "it is empty but for comments")],
)
def test_a_file_without_a_statement_is_called_empty(source, why):
    stub = MODULE.stub.encode()
    name = "layer_norm_module.py"
    assert only(name, source) == Answer(
        MODULE, stub, name, remark=f"{why}, and counts as the stub"
    ), "it is as the stub"
    assert only("homework.py", source) == NoAnswer("homework.py", why)


@pytest.mark.parametrize(
    "source",
    [
        b"class LayerNorm(: pass\n",
        b"from helpers import LayerNorm\n",
        b"from helpers import *\n",
        b"LayerNorm = 3\n",
        b"def f():\n    global LayerNorm\n    LayerNorm = f\n\n\nf()\n",
        b"globals()['Layer' + 'Norm'] = print\n",
        b"exec('class Layer' 'Norm: pass')\n",
    ],
)
def test_a_file_of_an_exercise_s_name_that_may_define_it_is_graded(source):
    name = "layer_norm_module.py"
    assert only(name, source) == Answer(MODULE, source, name)


def test_without_an_assignment_no_list_of_all_exercises_is_told():
    (found,) = answers_in("homework.py", b"x = 1", find_all())
    assert found.reason == "it defines nothing that an exercise asks for"
    (found,) = answers_in("homework.py", b"x = 1", find_all()[:12])
    assert found.reason.endswith(" and 2 more")


@pytest.mark.parametrize("name", ["notes.md", "plot.png", "LICENSE", "results.json", "a/x.csv"])
def test_what_may_stand_beside_answers_has_none(name):
    found = only(name, b'{"version": 3}')
    assert found == NoAnswer(name, found.reason)
    assert not found.is_code


@pytest.mark.parametrize(
    ("name", "exercise"),
    [("standardize.docx", STANDARDIZE), ("Answers.rar", None), ("standardize.py.txt", STANDARDIZE)],
)
def test_any_other_kind_of_file_is_named(name, exercise):
    found = only(name, b"?")
    assert found == NotUnderstood(name, found.reason, exercise)
    assert found.reason.startswith("expected .py, .ipynb")


# ---- encodings ----


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ("", "utf-8"),
        ("", "utf-8-sig"),
        ("# -*- coding: utf-8 -*-\n", "utf-8-sig"),
        ("# coding: latin-1\n", "latin-1"),
        ("#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n", "cp1252"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_what_python_reads_is_read(tmp_path, head, encoding, newline):
    text = f"{head}def standardize(x):\n    return 'é'\n"
    data = text.replace("\n", newline).encode(encoding)
    answer = only("standardize.py", data)
    source = decode(answer.source, "standardize.py")
    assert source == text
    assert execute(source, tmp_path / "standardize.py", "standardize")(0) == "é"
    if newline != "\r":
        python = {}
        exec(compile(data, "standardize.py", "exec"), python)
        assert python["standardize"](0) == "é"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ("é".encode("latin-1"), "neither in UTF-8 nor in an encoding that it names. Save it as"),
        (b"\n\n\n#" + "é".encode("latin-1"), "Save it as UTF-8."),
        (b"# coding: klingon\n", "klingon"),
        (b"# coding: rot13\n", "rot13"),
        ("def standardize(x): pass".encode("utf-16"), "UTF-16"),
        ("def standardize(x): pass".encode("utf-32"), "UTF-32"),
        (b"#" * (MAX_SOURCE_BYTES + 1), "more than 1048576 bytes"),
    ],
)
def test_what_python_does_not_read_is_named(data, why):
    assert why in reason("standardize.py", data)
    assert only("standardize.py", data).exercise is STANDARDIZE
    if len(data) < MAX_SOURCE_BYTES:
        with pytest.raises(LoadError, match=why):
            decode(data, "standardize.py")


def test_a_file_of_another_name_that_is_not_python_is_named():
    assert "not Python" in reason("homework.py", b"def standardize(x)\n    return x\n")
    assert "not Python" in reason("homework.py", b"-" * 100_000 + b"1")


# ---- the page's file ----


def saved(**records):
    return json.dumps({"normbook": 1, "work": records}, indent=1).encode()


def test_the_work_that_the_page_saves_is_read():
    record = {"source": SOURCE.decode(), "points": 3, "worth": 3, "hints": 0, "time": 1_790_000_000}
    data = saved(standardize=record, unknown=record)
    assert only("normbook-work (1).json", data) == Answer(
        *(STANDARDIZE, SOURCE, "normbook-work (1).json: standardize"),
        written=datetime(1970, 1, 21, 17, 13, 20, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"\xff", b'{"normbook": 1, "work": []}', b"[" * 100_000]
)
def test_what_only_has_the_name_of_the_page_s_file_is_named(data):
    found = only("normbook-work.json", data)
    assert found == NotUnderstood("normbook-work.json", "it is not what the page saves")


@pytest.mark.parametrize("record", [3, {}, {"source": 3, "time": 1}, {"source": "x"}])
def test_a_spoilt_record_of_the_page_is_named(record):
    assert only("normbook-work.json", saved(standardize=record)) == NotUnderstood(
        "normbook-work.json: standardize", "it is not what the page saves", STANDARDIZE
    )


def test_a_time_that_is_none_is_none():
    record = {"source": "x", "time": 10**30}
    assert only("normbook-work.json", saved(standardize=record)).written is None


def test_a_source_that_names_an_encoding_is_kept_in_it():
    record = {"source": "# coding: latin-1\nx = 'é'\n", "time": 0}
    found = only("normbook-work.json", saved(standardize=record))
    assert decode(found.source, "") == record["source"]
    record["source"] = "# coding: latin-1\nx = 'ψ'\n"
    assert only("normbook-work.json", saved(standardize=record)) == NotUnderstood(
        "normbook-work.json: standardize", "it names an encoding that it is not in", STANDARDIZE
    )


def test_a_source_may_have_so_many_bytes_and_no_more():
    assert isinstance(only("standardize.py", SOURCE.ljust(MAX_SOURCE_BYTES, b"#")), Answer)
    record = {"source": "#" * MAX_SOURCE_BYTES, "time": 0}
    assert only("normbook-work.json", saved(standardize=record)).source == b"#" * MAX_SOURCE_BYTES
    record["source"] += "#"
    assert only("normbook-work.json", saved(standardize=record)) == NotUnderstood(
        "normbook-work.json: standardize", "its answer has more than 1048576 bytes", STANDARDIZE
    )


# ---- notebooks ----


def test_of_a_notebook_that_is_none_file_and_exercise_are_named():
    for name, exercise in (("standardize.ipynb", STANDARDIZE), ("homework.ipynb", None)):
        assert only(name, b"{") == NotUnderstood(name, "it is not the JSON of a notebook", exercise)


# ---- zips ----


def zipped(**members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in members.items():
            info = zipfile.ZipInfo(name.replace("__DOT__", "."), (2026, 11, 20, 12, 30, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(info, content)
    return file.getvalue()


def test_a_zip_is_read_with_the_times_of_its_files():
    data = zipped(**{"__MACOSX/x.py": b"(", "hw/standardize.py": SOURCE, "hw/layer_norm.py": b"1"})
    first, second = found_in("hw.zip", data)
    assert (first.place, first.source) == ("hw.zip: hw/standardize.py", SOURCE)
    assert first.written.astimezone().replace(tzinfo=None) == datetime(2026, 11, 20, 12, 30)
    assert second.exercise is LAYER_NORM


def test_a_zip_may_hold_the_page_s_file_and_a_notebook():
    record = {"source": SOURCE.decode(), "time": 0}
    data = zipped(**{"normbook-work.json": saved(standardize=record)})
    assert only("hw.zip", data).place == "hw.zip: normbook-work.json: standardize"
    assert only("hw.zip", data).written == datetime(1970, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("/etc/standardize.py", "absolute"),
        ("C:\\standardize.py", "absolute"),
        ("\\\\host\\standardize.py", "absolute"),
        ("../standardize.py", "leads out"),
        ("a/../../standardize.py", "leads out"),
        ("a\\..\\standardize.py", "leads out"),
    ],
)
def test_a_file_with_a_hostile_name_is_refused_and_the_others_are_read(name, why):
    first, second = found_in("hw.zip", zipped(**{name: SOURCE, "layer_norm.py": b"1"}))
    assert first.place == f"hw.zip: {name}"
    assert why in first.reason
    assert second.exercise is LAYER_NORM


def test_of_a_zip_without_an_answer_it_is_told():
    assert only("hw.zip", zipped()) == NoAnswer("hw.zip", "there is no answer in it")
    assert only("hw.zip", zipped(**{"a.md": SOURCE})).place == "hw.zip: a.md"


def test_an_environment_in_a_zip_is_not_looked_at():
    data = zipped(
        **{"x/pyvenv.cfg": b"", "x/lib/layer_norm.py": b"1", "env/standardize.py": SOURCE}
    )
    assert only("hw.zip", data).source == SOURCE


def test_a_zip_in_a_zip_is_read_and_one_within_that_is_named():
    innermost = zipped(**{"layer_norm.py": b"1"})
    inner = zipped(**{"week1/standardize.py": SOURCE, "more.zip": innermost})
    first, second = found_in("hw.zip", zipped(**{"Inner.ZIP": inner}))
    assert (first.place, first.source) == ("hw.zip: Inner.ZIP: week1/standardize.py", SOURCE)
    assert first.written.astimezone().replace(tzinfo=None) == datetime(2026, 11, 20, 12, 30)
    assert second == NotUnderstood(
        "hw.zip: Inner.ZIP: more.zip", "it is a zip within a zip within a zip"
    )


def test_a_zip_in_a_zip_that_is_none_is_named_and_the_others_are_read():
    first, second = found_in("hw.zip", zipped(**{"more.zip": b"PK", "standardize.py": SOURCE}))
    assert first == NotUnderstood("hw.zip: more.zip", "it is no zip, or is damaged")
    assert second.source == SOURCE


def test_all_zips_in_a_zip_have_one_room(monkeypatch):
    monkeypatch.setattr(archive, "MAX_BYTES", 2**20)
    inner = zipped(**{"a.md": b"0" * (2**20 // 2)})
    names = {f"{n}.zip": inner for n in range(3)}
    assert "holds more than 1 MB" in reason("hw.zip", zipped(**names))
    monkeypatch.setattr(archive, "MAX_BYTES", 2**26)
    monkeypatch.setattr(archive, "MAX_MEMBERS", 5)
    assert reason("hw.zip", zipped(**names)) == "it has 6 files, more than 5"


def test_a_link_in_a_zip_is_refused():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as out:
        info = zipfile.ZipInfo("standardize.py")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        out.writestr(info, "/etc/passwd")
    assert reason("hw.zip", file.getvalue()) == "it is a link"


def test_a_bomb_is_refused_as_a_whole(monkeypatch):
    monkeypatch.setattr(archive, "MAX_BYTES", 2**20)
    data = zipped(**{"standardize.py": SOURCE, "layer_norm.py": b"0" * (2**20)})
    assert len(data) < 2**12
    assert "holds more than 1 MB" in reason("hw.zip", data)


def test_too_many_files_are_refused(monkeypatch):
    monkeypatch.setattr(archive, "MAX_MEMBERS", 2)
    data = zipped(**{f"{n}.md": b"" for n in range(3)})
    assert reason("hw.zip", data) == "it has 3 files, more than 2"


def test_zips_of_too_many_files_leave_room_for_others(monkeypatch):
    monkeypatch.setattr(archive, "MAX_MEMBERS", 2)
    room = archive.Room.of_a_student()
    many = zipped(**{f"{n}.md": b"" for n in range(9)})
    for name in ("v1.zip", "v2.zip"):
        (refused,) = answers_in(name, many, EXERCISES, room)
        assert refused.reason == "it has 9 files, more than 2"
    (found,) = answers_in("v3.zip", zipped(**{"standardize.py": SOURCE}), EXERCISES, room)
    assert found.source == SOURCE


def test_a_zip_that_lists_too_many_files_is_refused_before_they_are_read(monkeypatch):
    data = zipped(**{f"node_modules/{n}": b"" for n in range(9)}, **{"standardize.py": SOURCE})
    assert only("hw.zip", data).source == SOURCE
    monkeypatch.setattr(archive, "MAX_LIST_BYTES", 300)
    assert re.match(r"the list of its files has \d{3} bytes", reason("hw.zip", data))
    monkeypatch.setattr(archive, "MAX_LIST_BYTES", 1000)
    monkeypatch.setattr(archive, "MAX_LISTED", 19)
    twice = zipped(**{"a.zip": data, "b.zip": data})
    assert reason("hw.zip", twice) == "it lists more than 19 files"


def test_a_file_that_is_not_packed_may_be_longer_than_a_list(monkeypatch):
    monkeypatch.setattr(archive, "MAX_LIST_BYTES", 300)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as out:
        out.writestr("standardize.py", SOURCE + b"#" * 1000)
    assert only("hw.zip", file.getvalue()).source.startswith(SOURCE)


def test_a_size_that_lies_is_no_way_round_the_limit(monkeypatch):
    monkeypatch.setattr(archive, "MAX_BYTES", 2**20)
    data = bytearray(zipped(**{"standardize.py": b"0" * (2**21)}))
    honest = (2**21).to_bytes(4, "little")
    while (at := data.find(honest)) >= 0:
        data[at : at + 4] = (8).to_bytes(4, "little")
    found = only("hw.zip", bytes(data))
    assert isinstance(found, NotUnderstood)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"Rar!\x1a\x07\x00", zipped(a=b"1")[:-3]])
def test_what_is_no_zip_is_named(data):
    assert only("standardize.zip", data) == NotUnderstood(
        "standardize.zip", "it is no zip, or is damaged", STANDARDIZE
    )


def test_a_damaged_file_is_named_and_the_others_are_read():
    data = bytearray(zipped(**{"standardize.py": SOURCE * 9, "layer_norm.py": b"1"}))
    data[50] ^= 0xFF
    first, second = found_in("hw.zip", bytes(data))
    assert first.reason.startswith("it cannot be unpacked")
    assert second.exercise is LAYER_NORM


@pytest.mark.parametrize("name", ["standardize.py", "homework.py"])
def test_a_notebook_of_marimo_s_is_told_how_its_function_is_handed_in(name):
    cell = "@app.cell\ndef _():\n    def standardize(x):\n        return x\n"
    found = only(name, f"import marimo\napp = marimo.App()\n{cell}".encode())
    assert found.reason.endswith("Copy yours into a file without marimo")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["standardize"], "it is locked with a password"),
        (["standardize", "layer_norm"], "2 files in it are locked with a password"),
    ],
)
def test_a_password_is_said_once(names, said):
    data = bytearray(zipped(**{f"{name}.py": SOURCE for name in names}))
    for header, flags in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        for found in re.finditer(re.escape(header), bytes(data)):
            data[found.start() + flags] |= 1
    assert reason("hw.zip", bytes(data)) == said


def test_names_in_other_encodings_are_shown_as_they_were_meant():
    data = zipped(**{"übung/standardize.py": SOURCE})
    assert only("hw.zip", data).place == "hw.zip: übung/standardize.py"
    utf8 = "übung".encode()
    unmarked = zipped(**{"xxxxxx/standardize.py": SOURCE}).replace(b"xxxxxx", utf8)
    assert only("hw.zip", unmarked).place == "hw.zip: übung/standardize.py"
    cp437 = zipped(**{"xbung/standardize.py": SOURCE}).replace(b"xbung", b"\x81bung")
    assert only("hw.zip", cp437).place == "hw.zip: übung/standardize.py"


@pytest.mark.parametrize(
    ("cell", "loops"),
    [
        ("while True:\n    pass", True),
        ("while 1:\n    x = 1", True),
        ("while True:\n    break", False),
        ("while True:\n    step()", False),
        ("while x:\n    pass", False),
    ],
)
def test_a_cell_without_end_is_told_where_the_answer_does_not_need_it(cell, loops):
    defined = "class LayerNorm:\n    pass"
    cells = [{"cell_type": "code", "source": source} for source in (cell, defined)]
    whole = json.dumps({"nbformat": 4, "cells": cells}).encode()
    found = only("homework.ipynb", whole)
    remark = "a cell that LayerNorm does not need loops without end; it was not run"
    assert found.remark == (remark if loops else "")
