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


def test_files_that_were_open_before_are_in_no_attempt_s_way(opened):
    assert graded(EXERCISE.solution).solved


def test_an_attempt_has_the_standard_streams_and_its_channel_alone(opened, tmp_path):
    path = tmp_path / "min_max_scale.py"
    path.write_text(FIND_DESCRIPTORS)
    assert "RuntimeError: open: [0, 1, 2, 3]" in graded(path).message
