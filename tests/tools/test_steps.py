"""A step is done again where something that it is made from has changed, and not else."""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from alone import alone, has_locked
from install import StepFailedError
from steps import LOCK, CommandFailedError, Session, Step

WAIT = "import sys, time; print('begun', flush=True); time.sleep(60)"
FINISH = """\
import pathlib, time
try:
    pathlib.Path("begun").touch()
    time.sleep(60)
except KeyboardInterrupt:
    pathlib.Path("finished").touch()
"""
RUN = """\
import signal, sys
from pathlib import Path
from steps import Session
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
try:
    Session(Path("."), {}).run(sys.executable, "-c", sys.argv[1])
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.fixture
def session(tmp_path):
    """Return what begins a session in a folder where all sources are a minute old."""
    for name in ("wheat", "salt"):
        write(tmp_path, name, seconds=-60)
    return lambda dry=False: Session(tmp_path, {}, dry)


def write(root: Path, name: str, seconds: float) -> None:
    """Write a file as if some seconds from now."""
    (root / name).touch()
    then = time.time() + seconds
    os.utime(root / name, (then, then))


def steps(log: list[str], fails: str = "") -> dict[str, Step]:
    """Return flour from wheat, and bread from flour and salt; the log gets what is done."""

    def making(name: str):
        def make(session: Session, changed: list[str]) -> None:
            log.append(f"{name} for {' '.join(changed)}")
            assert not (session.root / name).exists(), "a stamp of something half made"
            if name == fails:
                raise CommandFailedError(1)

        return make

    flour = Step("flour", making("flour"), "flour", lambda root: ["wheat"])
    bread = Step("bread", making("bread"), "bread", lambda root: ["salt"], needs=(flour,))
    return {"flour": flour, "bread": bread}


def test_a_step_is_done_once_with_those_it_needs_before_it(session):
    log = []
    for _ in range(2):
        session().ensure(steps(log)["bread"])
    assert log == ["flour for wheat", "bread for flour salt"]


@pytest.mark.parametrize(
    ("newer", "done"),
    [
        ("wheat", ["flour for wheat", "bread for flour"]),
        ("salt", ["bread for salt"]),
    ],
)
def test_a_step_is_done_again_where_a_source_is_newer(session, tmp_path, newer, done):
    session().ensure(steps([])["bread"])
    write(tmp_path, newer, seconds=60)
    log = []
    session().ensure(steps(log)["bread"])
    assert log == done


def test_in_one_session_a_step_is_looked_at_once(session, tmp_path):
    log = []
    one = session()
    one.ensure(steps(log)["bread"])
    write(tmp_path, "wheat", seconds=60)
    one.ensure(steps(log)["bread"])
    assert len(log) == 2


def test_what_was_edited_while_a_step_was_done_is_newer(session, tmp_path):
    def edit(session: Session, changed: list[str]) -> None:
        write(tmp_path, "wheat", seconds=1)

    step = Step("flour", edit, "flour", lambda root: ["wheat"])
    session().ensure(step)
    assert session().changed(step) == ["wheat"]


@pytest.mark.parametrize(
    ("change", "done"),
    [
        (lambda root: (root / "rye").unlink(), "flour for rye"),
        (lambda root: write(root, "oats", seconds=-60), "flour for oats"),
        (lambda root: (root / "rye").rename(root / "oats"), "flour for oats rye"),
    ],
    ids=["removed", "added", "renamed"],
)
def test_a_step_is_done_again_once_where_a_source_was(session, tmp_path, change, done):
    log = []
    step = replace(
        steps(log)["flour"],
        sources=lambda root: sorted({"wheat", "rye", "oats"} & set(os.listdir(root))),
    )
    write(tmp_path, "rye", seconds=-60)
    session().ensure(step)
    change(tmp_path)
    session().ensure(step)
    session().ensure(step)
    assert log == ["flour for rye wheat", done]


@pytest.mark.parametrize("failing", ["flour", "bread"])
def test_a_step_that_failed_is_done_again_and_those_before_it_are_not(session, failing):
    log = []
    with pytest.raises(CommandFailedError):
        session().ensure(steps(log, failing)["bread"])
    session().ensure(steps(log)["bread"])
    assert sorted({line.split()[0] for line in log}) == ["bread", "flour"]
    assert len(log) == 3
    assert log.count("flour for wheat") == (2 if failing == "flour" else 1)


def test_a_step_that_failed_after_a_change_is_done_again_though_its_source_is_old(
    session, tmp_path
):
    session().ensure(steps([])["bread"])
    write(tmp_path, "salt", seconds=60)
    with pytest.raises(CommandFailedError):
        session().ensure(steps([], fails="bread")["bread"])
    write(tmp_path, "salt", seconds=-60)  # as it was
    log = []
    session().ensure(steps(log)["bread"])
    assert log == ["bread for flour salt"]


def test_a_dry_session_says_what_it_would_do_and_does_nothing(session, tmp_path, capsys):
    log = []
    before = sorted(tmp_path.iterdir())
    dry = session(dry=True)
    dry.ensure(steps(log)["bread"])
    dry.run("bake", "--at", "200 C", variables={"OVEN": "1"})
    dry.remove("salt")
    assert log == []
    assert sorted(tmp_path.iterdir()) == before
    assert capsys.readouterr().out.splitlines() == [
        "== flour, for wheat",
        "== bread, for flour, salt",
        "OVEN=1 bake --at '200 C'",
        "remove salt",
    ]


def test_a_dry_session_knows_what_would_follow_from_a_change(session, tmp_path, capsys):
    session().ensure(steps([])["bread"])
    write(tmp_path, "wheat", seconds=60)
    session(dry=True).ensure(steps([])["bread"])
    assert capsys.readouterr().out == "== flour, for wheat\n== bread, for flour\n"


def test_what_a_step_only_comes_after_does_not_have_it_done_again(session, tmp_path):
    log = []
    flour, bread = steps(log).values()
    bread = replace(bread, needs=(), after=(flour,))
    session().ensure(bread)
    write(tmp_path, "wheat", seconds=60)
    session().ensure(bread)
    assert log == ["flour for wheat", "bread for salt", "flour for wheat"]


def test_a_source_that_is_no_file_has_changed_where_it_says_something_else(session):
    log = []
    for said in ("6 mills", "6 mills", "7 mills"):
        step = replace(steps(log)["flour"], sources=lambda root, said=said: [said])
        session().ensure(step)
    assert log == ["flour for 6 mills", "flour for 7 mills 6 mills"]


def test_a_second_session_waits_for_the_first_and_finds_done_what_that_did(
    session, tmp_path, capsys
):
    log = []
    step = steps(log)["flour"]
    second = threading.Thread(target=session().ensure, args=(step,))
    with alone(tmp_path / LOCK):
        second.start()
        said = ""
        while second.is_alive() and "this one begins when that one ends" not in said:
            said += capsys.readouterr().out
        assert second.is_alive()
        session().make(step)
    second.join()
    assert log == ["flour for wheat"]


@pytest.mark.skipif(os.name == "nt", reason="On Windows a lock is the process's own")
def test_a_command_holds_the_lock_when_who_began_it_was_killed(tmp_path):
    code = "import sys; from pathlib import Path; from alone import alone; from steps import *\n"
    code += (
        "with alone(Path(LOCK)):\n    Session(Path(), {}).run(sys.executable, '-c', sys.argv[1])"
    )
    build = "import sys; print('begun', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, build],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "tools")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline() == b"begun\n"
        process.kill()
        process.wait()
        with (tmp_path / LOCK).open("a") as lock:
            assert not has_locked(lock.fileno())
            process.stdin.close()
            process.stdout.read()  # until the command has ended
            assert has_locked(lock.fileno())


def test_a_program_that_is_gone_is_named(session):
    with pytest.raises(StepFailedError, match=r"There is no no_such_node, .* clean book$"):
        session().run("no_such_node", "--version")


def test_a_command_that_fails_gives_its_status(session):
    with pytest.raises(CommandFailedError) as error:
        session().run(sys.executable, "-c", "raise SystemExit(7)")
    assert error.value.status == 7


def test_a_command_has_the_session_s_folder_and_variables(session, tmp_path):
    code = "import os, pathlib; pathlib.Path('made').write_text(os.environ['WITH'])"
    session().run(sys.executable, "-c", code, variables={"WITH": "care"})
    assert (tmp_path / "made").read_text() == "care"


def test_what_is_removed_is_what_a_pattern_names(session, tmp_path):
    (tmp_path / "a" / "_dist").mkdir(parents=True)
    (tmp_path / "a" / "_dist" / "old").touch()
    session().remove("*/_dist", "salt", "nothing")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "wheat"]


def running(folder: Path, code: str) -> subprocess.Popen[str]:
    """Have a session in a process of its own run a command."""
    return subprocess.Popen(
        [sys.executable, "-c", RUN, code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "tools")},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups to signal")
def test_ctrl_c_lets_a_command_end_in_its_own_way(tmp_path):
    with running(tmp_path, FINISH) as process:
        while not (tmp_path / "begun").exists():
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait() == 130
    assert (tmp_path / "finished").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without telling it")
def test_who_is_told_to_end_leaves_no_command_behind(tmp_path):
    with running(tmp_path, WAIT) as process:
        assert process.stdout.readline() == "begun\n"
        process.terminate()
        assert process.stdout.read() == ""  # nobody holds its other end
        assert process.wait() == 143
