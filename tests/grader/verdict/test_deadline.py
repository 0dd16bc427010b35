"""The judge's own part ends in time, whatever came back; waiting is no part of it."""

import contextlib
import gc
import sys
import threading
import time

import pytest

from normbook.grader.verdict.attempt import Attempt, Direct, Gone
from normbook.grader.verdict.deadline import TOO_LONG, watched
from normbook.grader.verdict.find import load_exercise
from normbook.grader.verdict.grade import grade_through
from normbook.grader.verdict.run import run

SHORT = 0.05


@pytest.fixture(autouse=True)
def no_garbage():
    """Let the end of the time come in no finalizer of what an earlier test left.

    Python reports that and goes on, and so does the judge, whose time ends once more.
    """
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(params=["each thread has a clock", "the process alone has one, as on macOS"])
def clock(request, monkeypatch):
    """Have a test done with the clocks of both kinds of systems."""
    if "macOS" in request.param:
        monkeypatch.delattr(time, "pthread_getcpuclockid")


def work(seconds: float) -> None:
    """Use up processor time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def work_without_end() -> None:
    while True:
        try:
            work(1)
        except Exception:  # as a test may do
            continue


def test_work_without_end_is_ended(clock):
    with pytest.raises(Gone) as gone, watched(SHORT) as bound, bound():
        work_without_end()
    assert gone.value.status == "timeout"
    assert str(gone.value) == TOO_LONG


def test_work_that_swallows_it_is_ended_all_the_same(clock):
    def swallow() -> None:
        with contextlib.suppress(BaseException):  # as Python does in a finalizer
            work(1)
        work_without_end()

    with pytest.raises(Gone) as gone, watched(SHORT) as bound, bound():
        swallow()
    assert str(gone.value) == TOO_LONG


def test_work_in_time_is_left_alone_and_what_comes_later_too(clock):
    with watched(SHORT) as bound:
        for _ in range(20):
            with bound():
                work(SHORT / 5)
        work(3 * SHORT)
    work(3 * SHORT)


def test_a_profiler_that_comes_after_it_does_its_work():
    """Where an exception was taken back, CPython 3.11 stood still with one."""
    with watched() as bound, bound():
        pass
    calls = []
    sys.setprofile(lambda *call: calls.append(call))
    try:
        work(0)
    finally:
        sys.setprofile(None)
    assert calls


def test_waiting_takes_none_of_the_time(clock):
    with watched(SHORT) as bound, bound():
        time.sleep(4 * SHORT)


def test_the_work_of_others_takes_none_of_the_time():
    other = threading.Thread(target=work, args=(4 * SHORT,))
    with watched(SHORT) as bound, bound():
        other.start()
        other.join()


def test_it_holds_in_other_threads_than_the_main_one(clock):
    found = []

    def judge():
        try:
            with watched(SHORT) as bound, bound():
                work_without_end()
        except Gone as gone:
            found.append(gone.status)

    thread = threading.Thread(target=judge)
    thread.start()
    thread.join()
    assert found == ["timeout"]


def test_an_error_of_the_work_comes_out():
    with pytest.raises(ValueError, match="its own"), watched(SHORT) as bound, bound():
        raise ValueError("its own")


TESTS = """
def test_the_first_is_slow(attempt):
    while attempt() is not None:
        pass

def test_the_second_is_quick(attempt):
    assert attempt() == 1
"""


@pytest.fixture
def exercise(tmp_path):
    folder = tmp_path / "exercises" / "slow"
    (folder / "mutants").mkdir(parents=True)
    (folder / "tests.py").write_text(TESTS)
    (folder / "solution.py").write_text("def f():\n    return None\n")
    (folder / "exercise.toml").write_text(
        'title = "Slow"\nchapter = "scaling"\npoints = 2\nentry = "f"\nrequires = []\n'
        'difficulty = "warm-up"\nminutes = 1\n[checks]\n'
        "test_the_first_is_slow = 1\ntest_the_second_is_quick = 1\n"
    )
    return load_exercise(folder)


def test_a_check_that_takes_too_long_says_so_and_the_next_is_made(exercise):
    with watched(SHORT) as bound:
        first, second = run(exercise, Attempt(Direct(lambda: 1)), bound=bound)
    assert (first.status, first.points, first.message) == ("timeout", 0, TOO_LONG)
    assert (second.status, second.points) == ("pass", 1)


def test_a_diagnosis_that_takes_too_long_costs_no_points(exercise, monkeypatch):
    monkeypatch.setattr("normbook.grader.verdict.grade.diagnose", lambda *_: work_without_end())
    with watched(SHORT) as bound:
        report = grade_through(exercise, Direct(lambda: 1), bound=bound)
    assert report.points == 1
    assert report.diagnosis is None
    assert TOO_LONG in str(report)
