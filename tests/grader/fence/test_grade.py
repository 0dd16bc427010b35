"""What takes too long, or ends its process, is tried once more before it counts."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from normbook.extras import CPU
from normbook.grader.fence import grade
from normbook.grader.fence.sandbox import AVAILABLE
from normbook.grader.verdict.find import find
from normbook.grader.verdict.grade import grade_file
from normbook.grader.verdict.remembered import REMEMBERS, WAVERS
from normbook.grader.verdict.report import Report
from normbook.grader.verdict.run import CheckResult

if not AVAILABLE:
    pytest.skip("this system cannot fork processes", allow_module_level=True)

EXERCISE = find("min_max_scale")
PATH = Path("min_max_scale.py")


@pytest.mark.parametrize(
    ("statuses", "counts", "tries"),
    [
        (["pass"], "pass", 1),
        (["fail"], "fail", 1),
        (["error"], "error", 1),
        (["timeout", "pass"], "pass", 2),
        (["crash", "fail"], "fail", 2),
        (["crash", "timeout"], "timeout", 2),
        (["timeout", "timeout"], "timeout", 2),
    ],
)
def test_a_timeout_or_a_crash_is_tried_once_more(monkeypatch, statuses, counts, tries):
    left = list(statuses)

    def grade_apart(exercise, path, sandbox, limits, seed):
        check = CheckResult("test_it", left.pop(0), 0, 1)
        return Report(exercise.slug, exercise.title, 1, (check,))

    monkeypatch.setattr(grade, "grade_apart", grade_apart)
    (report,) = grade.grade_all([(EXERCISE, PATH)], isolated=True, seconds=10)
    assert (report.status, report.tries, left) == (counts, tries, [])


def test_an_exercise_whose_package_is_missing_is_not_run_and_the_next_one_is(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    needy = find("layer_norm_module")
    attempts = [(each, each.solution) for each in (needy, EXERCISE)]
    without, solved = grade.grade_all(attempts, isolated=False, seconds=10)
    assert (without.status, without.worth) == ("not run", needy.points)
    assert without.message == f'It needs torch. Install: pip install "normbook[nn]" {CPU}'
    assert solved.solved


@pytest.mark.parametrize("isolated", [False, True])
def test_a_call_left_over_at_the_bottom_is_told_and_the_rest_is_graded(tmp_path, isolated):
    path = tmp_path / "min_max_scale.py"
    path.write_text(EXERCISE.solution.read_text() + "\nprint(min_max_scale(numbers))\n")
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=isolated, seconds=10)
    assert report.solved
    assert report.note.startswith("Your file stops below what is graded. Take that out: min_max_")
    assert report.note.endswith("NameError: name 'numbers' is not defined")


ENDLESS = [
    "while True:\n    time.sleep(1)",
    "while True:\n    min_max_scale([1.0, 2.0])",
    "while True:\n    try:\n        float(input())\n    except Exception:\n        pass",
]


@pytest.mark.parametrize("isolated", [False, True])
@pytest.mark.parametrize("loop", ENDLESS)
def test_a_loop_without_end_below_the_answer_is_told_and_the_rest_is_graded(
    tmp_path, loop, isolated
):
    path = tmp_path / "min_max_scale.py"
    path.write_text(f"import time\n{EXERCISE.solution.read_text()}\n{loop}\n")
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=isolated, seconds=0.3)
    line = path.read_text().split("\n").index("while True:") + 1
    assert report.solved
    assert report.note == (
        "Your file stops below what is graded. Take that out: min_max_scale.py, "
        f"line {line}: this ran until the time was up. "
        'Put it under if __name__ == "__main__":, which does not run here.'
    )


def test_a_loop_without_end_above_the_answer_is_a_timeout_that_names_its_line(tmp_path):
    path = tmp_path / "min_max_scale.py"
    path.write_text(f"x = 0\nwhile True:\n    x += 1\n{EXERCISE.solution.read_text()}")
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=False, seconds=0.3)
    assert (report.status, report.points) == ("timeout", 0)
    assert "min_max_scale.py, line 2: this ran until the time was up." in report.message


def test_a_loop_that_does_not_stop_when_it_is_told_to_is_a_timeout(tmp_path):
    path = tmp_path / "min_max_scale.py"
    loop = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True:\n    pass\n"
    path.write_text(f"{EXERCISE.solution.read_text()}\n{loop}")
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=False, seconds=0.3)
    assert (report.status, report.points) == ("timeout", 0)
    assert "Is there a loop without end?" in report.message


@pytest.mark.parametrize("isolated", [False, True])
@pytest.mark.parametrize(
    "folder", ["os.path.dirname(__file__)", "os.path.dirname(os.path.abspath(__file__))"]
)
def test_a_file_may_go_to_its_own_folder(tmp_path, folder, isolated):
    path = tmp_path / "min_max_scale.py"
    path.write_text(f"import os\nos.chdir({folder})\n{EXERCISE.solution.read_text()}")
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=isolated, seconds=10)
    assert report.solved, report


@pytest.mark.parametrize("isolated", [False, True])
def test_a_trial_s_result_by_the_name_of_the_function_is_named(tmp_path, isolated):
    path = tmp_path / "min_max_scale.py"
    trial = "min_max_scale = min_max_scale([1, 2])"
    path.write_text(f"{EXERCISE.solution.read_text()}\n{trial}\n")
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=isolated, seconds=10)
    assert report.message.startswith("Expected min_max_scale, got list: at the end of your file")
    assert report == grade_file(EXERCISE, path)


WITH_A_DATACLASS = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Ends:
    low: float
    high: float

def min_max_scale(values: list[float]) -> list[float]:
    if not values:
        return []
    ends = Ends(min(values), max(values))
    return [(x - ends.low) / (ends.high - ends.low or 1) for x in values]
"""


def test_a_dataclass_with_annotations_as_text_is_right_in_each_process(tmp_path):
    path = tmp_path / "min_max_scale.py"
    path.write_text(WITH_A_DATACLASS)
    for isolated in (False, True):
        (report,) = grade.grade_all([(EXERCISE, path)], isolated=isolated, seconds=10)
        assert report.solved, report
    assert grade_file(EXERCISE, path).solved


@pytest.mark.parametrize(
    ("line", "solves"),
    [
        ("import matplotlib.pyplot as plt", True),
        ("from matplotlib import *", False),
        ("import normbook.norms; normbook.norms.layer_norm", False),
        ("import numpy, sqlite3, ctypes, unittest.mock, multiprocessing", True),
    ],
)
def test_what_may_be_imported_is_the_same_in_each_process(tmp_path, line, solves):
    path = tmp_path / "min_max_scale.py"
    path.write_text(f"{line}\n{EXERCISE.solution.read_text()}")
    reports = [grade_file(EXERCISE, path)]
    for isolated in (False, True):
        reports += grade.grade_all([(EXERCISE, path)], isolated=isolated, seconds=10)
    assert len({report.message for report in reports}) == 1
    assert [report.solved for report in reports] == 3 * [solves]
    assert solves or "own modules alone: do without" in reports[0].message


def test_what_a_file_sets_for_all_of_pytorch_costs_nothing_in_a_process_of_its_own(tmp_path):
    pytest.importorskip("torch")
    exercise, path = find("layer_norm_module"), tmp_path / "layer_norm_module.py"
    above = "import torch\ntorch.set_default_dtype(torch.float64)\n"
    below = "\ntorch.set_grad_enabled(False)\n"
    path.write_text(above + exercise.solution.read_text() + below)
    (report,) = grade.grade_all([(exercise, path)], isolated=True, seconds=10)
    assert report.solved, report


def test_a_tensor_where_arrays_are_expected_is_told_in_this_process_and_in_another(tmp_path):
    torch = pytest.importorskip("torch")
    if torch.version.cuda:
        pytest.skip("an attempt at NumPy has no room to load a PyTorch with CUDA")
    exercise, path = find("layer_norm"), tmp_path / "layer_norm.py"
    path.write_text(
        "import importlib\n"
        "torch = importlib.import_module('torch')\n"
        "def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):\n"
        "    return torch.as_tensor(x)\n"
    )
    (apart,) = grade.grade_all([(exercise, path)], isolated=False, seconds=10)
    for report in (apart, grade_file(exercise, path)):
        assert report.points == 0
        told = " ".join(str(report).split())
        assert "a PyTorch tensor, where NumPy arrays are expected: tensor.numpy()" in told


def check(slug, source):
    """Return what a page says of a text, in a process of its own, as a page is one."""
    code = "import sys\nfrom normbook.grader.page import check\nprint(check(*sys.argv[1:]))"
    run = [sys.executable, "-c", code, slug, source]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout


KEEPS_ITS_FIRST = """\
first = {}
def min_max_scale(values):
    if len(values) not in first:
        low, high = min(values, default=0), max(values, default=0)
        first[len(values)] = [(x - low) / (high - low or 1) for x in values]
    return first[len(values)]
"""


def test_what_an_answer_keeps_from_call_to_call_is_told(tmp_path):
    path = tmp_path / "min_max_scale.py"
    path.write_text(KEEPS_ITS_FIRST)
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=True, seconds=10)
    here, in_a_page = grade_file(EXERCISE, path), check("min_max_scale", path.read_text())
    for each in (report, here):
        assert not each.solved
        assert [finding.explanation for finding in each.diagnosis.findings] == [REMEMBERS]
    assert [finding["explanation"] for finding in json.loads(in_a_page)["findings"]] == [REMEMBERS]
    path.write_text(KEEPS_ITS_FIRST.replace("return first[", "return 2 * first["))
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=True, seconds=10)
    here, in_a_page = grade_file(EXERCISE, path), check("min_max_scale", path.read_text())
    assert REMEMBERS not in f"{report.diagnosis} {here.diagnosis} {in_a_page}"


A_MODULE_THAT_KEEPS = """
Right = LayerNorm
class LayerNorm(Right):
    kept = None
    def forward(self, x):
        if self.kept is None:
            self.kept = super().forward(x)
        return self.kept
"""


def test_what_a_module_keeps_from_call_to_call_is_told(tmp_path):
    pytest.importorskip("torch")
    exercise, path = find("layer_norm_module"), tmp_path / "layer_norm_module.py"
    path.write_text(exercise.solution.read_text() + A_MODULE_THAT_KEEPS)
    (report,) = grade.grade_all([(exercise, path)], isolated=True, seconds=10)
    assert not report.solved
    assert [each.explanation for each in report.diagnosis.findings] == [REMEMBERS]


@pytest.mark.parametrize(
    ("ends", "why"),
    [("while True: pass", "Is there a loop without end?"), ("os._exit(3)", "ended its process.")],
)
def test_the_call_in_which_an_attempt_ended_is_told(tmp_path, ends, why):
    path = tmp_path / "min_max_scale.py"
    path.write_text(
        f"import os\n{EXERCISE.solution.read_text()}\nright = min_max_scale\n"
        f"def min_max_scale(values):\n    if values:\n        return right(values)\n    {ends}\n"
    )
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=True, seconds=0.3)
    assert report.points == EXERCISE.points - 1
    (line,) = [line.strip() for line in str(report).splitlines() if "call" in line]
    assert line == "call min_max_scale([])"
    assert why in str(report)


def test_where_an_attempt_answers_nothing_the_first_call_is_told_once(tmp_path):
    path = tmp_path / "min_max_scale.py"
    path.write_text("def min_max_scale(values):\n    while True: pass\n")
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=True, seconds=0.3)
    said, call = report.overall.splitlines()
    assert said == "No answer after 0.3 s of processor time. Is there a loop without end?"
    assert call.startswith("call min_max_scale([")
    assert str(report).count("call min_max_scale") == 1


AT_RANDOM = """\
import random
def min_max_scale(values):
    return [random.random() for _ in values]
"""


def test_an_answer_that_is_another_each_time_is_said_to_be_so(tmp_path):
    path = tmp_path / "min_max_scale.py"
    path.write_text(AT_RANDOM)
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=True, seconds=10)
    for each in (report, grade_file(EXERCISE, path)):
        assert [finding.explanation for finding in each.diagnosis.findings] == [WAVERS]
    path.write_text(AT_RANDOM.replace("random.random()", "0.5"))
    assert WAVERS not in str(grade_file(EXERCISE, path).diagnosis)


DROPS = """
class LayerNorm(LayerNorm):
    def forward(self, x):
        return torch.nn.functional.dropout(super().forward(x), 0.1)
"""


def test_dropout_in_a_module_is_told(tmp_path):
    pytest.importorskip("torch")
    exercise, path = find("layer_norm_module"), tmp_path / "layer_norm_module.py"
    path.write_text(exercise.solution.read_text() + DROPS)
    (report,) = grade.grade_all([(exercise, path)], isolated=True, seconds=10)
    assert [each.explanation for each in report.diagnosis.findings] == [WAVERS]


def test_an_attempt_does_not_see_how_its_process_was_started(tmp_path):
    path = tmp_path / "min_max_scale.py"
    parsed = "import argparse\nargparse.ArgumentParser().parse_args()\n"
    path.write_text(parsed + EXERCISE.solution.read_text())
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=True, seconds=10)
    assert report.solved, report


@pytest.mark.parametrize("isolated", [False, True])
def test_a_file_may_import_itself_as_what_is_run(tmp_path, isolated):
    path = tmp_path / "min_max_scale.py"
    path.write_text(
        f"import __main__\n{EXERCISE.solution.read_text()}\n"
        "from __main__ import min_max_scale as scale\n"
        "assert __main__.min_max_scale is scale\n"
    )
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=isolated, seconds=10)
    assert report.solved
    assert report.note == ""


AWAITED = """\
import asyncio
async def scale(values):
    return values
def min_max_scale(values):
    return asyncio.run(scale(values))
"""
COROUTINE = "async def min_max_scale(values):\n    return values\n"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (AWAITED, "asyncio's doing: call your functions without it, and write def for async def"),
        (COROUTINE, "a coroutine, which nobody waits for: write def in place of async def."),
    ],
)
def test_an_answer_that_is_asynchronous_is_told_to_be_a_plain_function(tmp_path, source, said):
    path = tmp_path / "min_max_scale.py"
    path.write_text(source)
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=True, seconds=10)
    assert report.points == 0
    assert said in " ".join(str(report).split())


def test_what_an_answer_would_compile_runs_as_it_is_written(tmp_path):
    pytest.importorskip("torch")
    exercise, path = find("layer_norm_module"), tmp_path / "layer_norm_module.py"
    forward = "    def forward"
    path.write_text(
        exercise.solution.read_text().replace(forward, f"    @torch.compile\n{forward}")
    )
    (report,) = grade.grade_all([(exercise, path)], isolated=True, seconds=10)
    assert report.solved, report


@pytest.mark.parametrize("status", ["timeout", "crash"])
def test_a_learner_is_told_of_a_loop_at_once(monkeypatch, status):
    def grade_apart(exercise, path, sandbox, limits, seed):
        check = CheckResult("test_it", status, 0, 1)
        return Report(exercise.slug, exercise.title, 1, (check,))

    monkeypatch.setattr(grade, "grade_apart", grade_apart)
    (report,) = grade.grade_all([(EXERCISE, PATH)], isolated=False, seconds=10)
    assert (report.status, report.tries) == (status, 1)


def test_a_sandbox_that_breaks_is_no_verdict_on_the_attempt():
    """Not while it loads, nor in a check."""
    with grade.Sandbox(EXERCISE.packages, locked=False) as sandbox:
        limits = grade.Limits()
        assert grade.grade_apart(EXERCISE, EXERCISE.solution, sandbox, limits).solved
        sandbox._process.kill()
        sandbox._process.wait()
        with pytest.raises(RuntimeError, match="starts attempts is gone"):
            grade.grade_apart(EXERCISE, EXERCISE.solution, sandbox, limits)


def test_a_sandbox_that_breaks_in_a_check_is_no_verdict_on_the_attempt(tmp_path):
    path = tmp_path / PATH
    path.write_text("import os\ndef min_max_scale(*given):\n    os._exit(0)\n")
    with grade.Sandbox(EXERCISE.packages, locked=False) as sandbox:
        ask = sandbox._ask

        def asked(request, descriptors):
            if "end" in request:  # which is first asked in a check
                sandbox._process.kill()
                sandbox._process.wait()
            return ask(request, descriptors)

        sandbox._ask = asked
        with pytest.raises(RuntimeError, match="starts attempts is gone"):
            grade.grade_apart(EXERCISE, path, sandbox, grade.Limits())
