"""The process that starts attempts may have files open; an attempt has none of them."""

import pytest

from normbook.grader.fence import sandbox
from normbook.grader.fence.grade import grade_all
from normbook.grader.verdict.find import find

if not sandbox.AVAILABLE:
    pytest.skip("this system cannot fork processes", allow_module_level=True)

EXERCISE = find("min_max_scale")
FIND_DESCRIPTORS = """
import os

def is_open(descriptor):
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True

raise RuntimeError(f"open: {[*filter(is_open, range(64))]}")
"""


@pytest.fixture(params=[0, 1, 5])
def opened(request, monkeypatch):
    """Have the process that starts attempts open some files first, as a package might."""
    files = f"import os\nfor _ in range({request.param}): os.open(os.devnull, os.O_RDONLY)\n"
    monkeypatch.setattr(sandbox, "BOOTSTRAP", files + sandbox.BOOTSTRAP)


def graded(path):
    (report,) = grade_all([(EXERCISE, path)], isolated=False, seconds=10)
    return report


def test_a_set_of_texts_has_the_same_order_in_each_process(tmp_path):
    path = tmp_path / "min_max_scale.py"
    path.write_text("raise RuntimeError(list(set('abcdefgh')))\n")
    assert "RuntimeError: [" in graded(path).message
    assert graded(path).message == graded(path).message


def test_no_setting_of_the_user_s_python_reaches_an_attempt(tmp_path, monkeypatch):
    (tmp_path / "helper.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "min_max_scale.py"
    path.write_text(
        "import importlib.util\nimport sys\n"
        "raise RuntimeError(importlib.util.find_spec('helper'), sys.flags.optimize)\n"
    )
    assert "RuntimeError: (None, 0)" in graded(path).message


def test_files_that_were_open_before_are_in_no_attempt_s_way(opened):
    assert graded(EXERCISE.solution).solved


def test_an_attempt_has_the_standard_streams_and_its_channel_alone(opened, tmp_path):
    path = tmp_path / "min_max_scale.py"
    path.write_text(FIND_DESCRIPTORS)
    assert "RuntimeError: open: [0, 1, 2, 3]" in graded(path).message
