"""A real cluster gives the gradebook of one machine, whatever becomes of its workers and itself."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from normbook.grader import find
from normbook.grader.classroom import schedule, workers
from normbook.grader.classroom.conditions import Conditions
from normbook.grader.classroom.grade import grade_class
from normbook.grader.classroom.schedule import Task, grade_tasks
from normbook.grader.fence.limits import Limits
from normbook.grader.fence.sandbox import AVAILABLE

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed", reason="normbook[cluster] is not installed")
pytestmark = [
    pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes"),
    pytest.mark.filterwarnings("ignore"),  # of Dask and Tornado, about loops that end
]

LAYER_NORM, STABLE = find("layer_norm"), find("stable_variance")
LOOP = b"def layer_norm(*a, **k):\n    raise SystemExit\n"


@pytest.fixture(autouse=True)
def _soon():
    """What is gone is given up soon."""
    with dask.config.set({"distributed.comm.timeouts.connect": "3s"}):
        yield


@pytest.fixture
def cluster() -> Iterator[distributed.LocalCluster]:
    """A cluster of one worker, a process of its own."""
    with open_cluster() as opened:
        yield opened


def open_cluster(port=0):
    return distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        scheduler_port=port,
        dashboard_address=None,
        worker_dashboard_address=None,
    )


@pytest.fixture
def handed_in(tmp_path) -> Path:
    """What a class of ten handed in, right and wrong."""
    folder = tmp_path / "submissions"
    for number, path in enumerate([LAYER_NORM.solution, *LAYER_NORM.mutants[:8]]):
        student = folder / f"student {number}"
        student.mkdir(parents=True)
        (student / "layer_norm.py").write_bytes(path.read_bytes())
        (student / "stable_variance.py").write_bytes(STABLE.mutants[number].read_bytes())
    (folder / "ends").mkdir()
    (folder / "ends" / "layer_norm.py").write_bytes(LOOP)
    return folder


def gradebook(out: Path) -> dict[str, bytes]:
    """Return the files of a gradebook; the order in which verdicts came is no part of it."""
    files = (path for path in out.rglob("*") if path.is_file() and path.name != "results.jsonl")
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def alone(handed_in, tmp_path) -> dict[str, bytes]:
    """The gradebook that this machine makes alone."""
    grade_class(handed_in, tmp_path / "alone", jobs=1)
    return gradebook(tmp_path / "alone")


@pytest.fixture
def after(monkeypatch):
    """Give a function that has something happen once, after so many attempts were handed out."""

    def do(count, happen):
        submit, submitted = schedule._submit, []

        def watched(*arguments):
            submitted.append(arguments)
            future = submit(*arguments)
            if len(submitted) == count:
                happen()
            return future

        monkeypatch.setattr(schedule, "_submit", watched)

    return do


def pids(cluster) -> dict[str, int]:
    """Return the number of each worker's process."""
    with distributed.Client(cluster.scheduler_address) as client:
        return client.run(os.getpid)


def graded_by(cluster) -> dict[str, int]:
    """Return how many attempts each worker has graded, or has loaded what grades."""
    with distributed.Client(cluster.scheduler_address) as client:
        return client.run(lambda: len(workers._sandboxes))


def test_a_cluster_makes_the_same_gradebook_to_the_byte(cluster, handed_in, alone, tmp_path):
    out = tmp_path / "book"
    assert grade_class(handed_in, out, scheduler=cluster.scheduler_address) == 0
    assert gradebook(out) == alone


def test_workers_that_join_late_take_part(cluster, handed_in, alone, tmp_path, after):
    def join():
        cluster.scale(2)
        cluster.wait_for_workers(2, timeout=120)

    after(2, join)
    grade_class(handed_in, tmp_path / "book", scheduler=cluster.scheduler_address)
    assert gradebook(tmp_path / "book") == alone
    sandboxes = graded_by(cluster)
    assert len(sandboxes) == 2
    assert all(sandboxes.values())


def test_a_worker_that_is_killed_at_work_costs_nobody_a_point(
    cluster, handed_in, alone, tmp_path, after
):
    killed = pids(cluster)
    after(3, lambda: [os.kill(pid, signal.SIGKILL) for pid in killed.values()])
    grade_class(handed_in, tmp_path / "book", scheduler=cluster.scheduler_address)
    assert gradebook(tmp_path / "book") == alone
    assert not set(pids(cluster).values()) & set(killed.values())


def test_a_scheduler_that_goes_ends_the_run_and_the_next_one_goes_on(
    handed_in, alone, tmp_path, after
):
    out = tmp_path / "book"
    first = open_cluster()
    port = int(first.scheduler_address.rpartition(":")[2])
    after(6, first.close)
    with pytest.raises(RuntimeError, match="The same command goes on from there"):
        grade_class(handed_in, out, scheduler=first.scheduler_address)
    kept = (out / "results.jsonl").read_text().count("\n")
    with open_cluster(port) as back:
        assert back.scheduler_address.endswith(f":{port}")
        assert grade_class(handed_in, out, scheduler=back.scheduler_address) == 0
    assert gradebook(out) == alone
    assert kept >= 1
    assert (out / "results.jsonl").read_text().count("\n") == 19  # each once


def test_a_worker_with_other_exercises_ends_the_run(cluster):
    other = replace(Conditions.of(LAYER_NORM, Limits()), tests="other tests")
    tasks = iter([Task("anna", LAYER_NORM, b"", other)])
    with pytest.raises(workers.OtherConditionsError, match="the tests of layer_norm changed"):
        list(grade_tasks(tasks, lambda: workers.cluster(cluster.scheduler_address)))


def test_where_there_is_no_cluster_it_is_said(handed_in, tmp_path):
    with pytest.raises(RuntimeError, match=r"There is no cluster at tcp://127\.0\.0\.1:1"):
        grade_class(handed_in, tmp_path / "book", scheduler="tcp://127.0.0.1:1")
