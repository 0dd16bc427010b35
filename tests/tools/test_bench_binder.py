"""What Binder installs is added up, with what it needs in turn."""

from pathlib import Path

import pytest
from bench_binder import BINDER, BYTECODE, NODE, installed, required, size
from packaging.requirements import Requirement


def test_binder_s_requirements_are_read_with_the_reader_s():
    names = {each.name for each in required(BINDER)}
    assert {"torch", "numpy", "jupyterlab", *NODE} <= names


def test_what_is_needed_in_turn_is_counted():
    sizes, missing = installed([Requirement("pytest"), Requirement("no_such")])
    assert {"pytest", "pluggy"} <= sizes.keys()
    assert missing == ["no-such"]
    for extras, has in (("", False), ("[widgets]", True)):
        assert ("anywidget" in installed([Requirement(f"normbook{extras}")])[0]) is has
    assert installed([Requirement("numpy; python_version < '3'")]) == ({}, [])


def test_of_a_python_file_its_bytecode_counts_and_no_other(tmp_path):
    for name in ("a.py", "a.pyc", "a.so"):
        Path(tmp_path, name).write_bytes(b"1234")
    assert size(tmp_path / "a.py") == pytest.approx(4 * (1 + BYTECODE))
    assert [size(tmp_path / name) for name in ("a.pyc", "a.so", "none")] == [0, 4, 0]
