"""Time is measured from outside, and shared so that no check loses its own."""

import os
import subprocess
import sys

import pytest

from normbook.grader.fence import meter
from normbook.grader.fence.limits import Limits
from normbook.grader.fence.meter import Budget, Meter, OutOfTimeError
from normbook.grader.fence.sandbox import AVAILABLE
from normbook.grader.verdict.attempt import BrokenChannelError

if not AVAILABLE:
    pytest.skip("this system cannot fork processes", allow_module_level=True)

WORKS = """
import sys, time
while time.process_time() < 1.2:
    pass
print(time.process_time(), flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def worker():
    """Start a process that works for a while, and then waits; give it and what it worked."""
    command = [sys.executable, "-c", WORKS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield process.pid, float(process.stdout.readline())
        process.stdin.close()


def test_a_process_s_work_is_what_it_says_itself(worker):
    pid, worked = worker
    assert worked <= meter.processor_seconds(pid) < worked + 0.5


def test_where_there_is_no_clock_ps_is_asked(worker, monkeypatch):
    def missing(pid):
        raise AttributeError

    monkeypatch.setattr(meter, "clock_of", missing)
    pid, worked = worker
    assert int(worked) <= meter.processor_seconds(pid) < worked + 0.5


@pytest.mark.parametrize(
    ("told", "seconds"),
    [("00:00:03", 3), ("1:02:03", 3723), ("2-00:00:01", 172_801), ("0:03.21", 3.21)],
)
def test_ps_is_read_as_it_writes(monkeypatch, told, seconds):
    done = subprocess.CompletedProcess([], 0, f"  {told}\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    assert meter.processor_seconds_by_ps(1) == seconds


@pytest.mark.parametrize("clock", [meter.processor_seconds, meter.processor_seconds_by_ps])
def test_a_process_that_is_gone_is_nobody_s_time(clock):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    with pytest.raises(BrokenChannelError, match="is gone"):
        clock(gone.pid)


def test_where_nobody_knows_no_process_starved(tmp_path):
    assert meter.starved_seconds(2**30) == 0


def test_what_is_used_up_leaves_each_check_its_share():
    budget = Budget(9.0, 3)
    assert budget.most == 9
    budget.spend(5)
    assert budget.most == 4
    budget.spend(2)
    assert budget.most == 3
    budget.spend(100)
    assert budget.most == 3


class Clocks:
    """Those of a process that answers at once, or never."""

    def __init__(self, monkeypatch):
        self.worked = self.starved = self.now = 0.0
        self.answers = False
        monkeypatch.setattr(meter, "processor_seconds", lambda pid: self.worked)
        monkeypatch.setattr(meter, "starved_seconds", lambda pid: self.starved)
        monkeypatch.setattr(meter.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(meter.select, "select", self.select)

    def select(self, readable, writable, _, seconds):
        if self.answers:
            return readable, writable, []
        self.now += seconds
        self.pass_time(seconds)
        return [], [], []

    def pass_time(self, seconds):
        """Have the process do something meanwhile."""


@pytest.fixture
def clocks(monkeypatch):
    return Clocks(monkeypatch)


def wait_for_ever(limits, checks=1):
    """Return what is said of an attempt that never answers, and its meter."""
    one = Meter(limits, checks)
    one.start(os.getpid(), 0.0)
    with pytest.raises(OutOfTimeError) as caught:
        one.wait(0, writing=False)
    return str(caught.value), one


def test_an_attempt_that_works_has_its_processor_time(clocks, monkeypatch):
    def work(seconds):
        clocks.worked += seconds / 4  # of a processor that it shares
        clocks.starved += seconds * 3 / 4

    monkeypatch.setattr(clocks, "pass_time", work)
    said, _ = wait_for_ever(Limits(10))
    assert said == "No answer after 10 s of processor time. Is there a loop without end?"
    assert clocks.worked == pytest.approx(10, abs=0.1)
    assert clocks.now == pytest.approx(40, abs=0.4)


def test_an_attempt_that_waits_has_much_longer(clocks):
    said, _ = wait_for_ever(Limits(10))
    assert said == "No answer: it waited 60 s. Does it sleep?"
    assert clocks.now == pytest.approx(60, abs=0.1)


def test_a_check_after_a_loop_has_its_share(clocks, monkeypatch):
    monkeypatch.setattr(
        clocks, "pass_time", lambda seconds: setattr(clocks, "worked", clocks.worked + seconds)
    )
    _, one = wait_for_ever(Limits(10), checks=5)
    assert clocks.worked == pytest.approx(10, abs=0.1)
    one.lap()
    with pytest.raises(OutOfTimeError, match="after 10 s of processor time"):
        one.wait(0, writing=False)
    assert clocks.worked == pytest.approx(12, abs=0.1)


def test_what_passes_while_nobody_waits_for_it_takes_nothing(clocks):
    clocks.answers = True
    one = Meter(Limits(1), 1)
    one.start(os.getpid(), 0.0)
    for _ in range(10):
        clocks.now += 100
        one.wait(0, writing=True)
