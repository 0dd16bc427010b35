"""The hostile zoo: no attempt gains what it did not earn, hangs the grader, or leaves a trace.

Each file of ``zoo`` is an attempt at ``layer_norm`` that says what it tries, and in comments, what
must come of it:

- ``# verdict:`` the report's status; ``crash or error`` where it depends on the version of Python.
- ``# points:`` those that it earns. A right LayerNorm with a hostile side effect earns all ten, and
  the side effect must not be there. A wrong one keeps the checks that it truly satisfies: zeros of
  x's dtype do have x's dtype.
- ``# needs: kernel`` where only the fences of Linux's kernel hold, Landlock and seccomp; ``Linux``
  where it tries what other systems lack.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tracemalloc
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from normbook.grader.fence import sandbox as sandbox_module
from normbook.grader.fence.grade import grade_apart
from normbook.grader.fence.limits import Limits
from normbook.grader.fence.lockdown import MEGABYTE, is_fenced
from normbook.grader.fence.sandbox import AVAILABLE, Sandbox
from normbook.grader.verdict.find import find, load_exercise
from normbook.grader.verdict.publish import WRITERS, as_html, as_markdown

if not AVAILABLE:
    pytest.skip("this system cannot fork processes", allow_module_level=True)

EXERCISE = find("layer_norm")
LIMITS = Limits(seconds=10, megabytes=256)
# Those that never end are not waited for long, and those that earn points besides a little longer.
UNENDING, UNENDING_WITH_POINTS = replace(LIMITS, seconds=0.5), replace(LIMITS, seconds=1)
MISTAKE = EXERCISE.folder / "mutants" / "eps_outside_the_root.py"
CHEAP = 0.5
"""Seconds of the grader's own processor time that any attempt may cost."""
MOST = 25
"""How many times as much as a usual mistake an attempt may cost, where that is more."""
TRIES = 4
"""Gradings of which one must cost no more: on a busy machine any one may."""
ZOO = Path(__file__).parent / "zoo"
SECRET = "normbook-zoo-secret"
MARK = "normbook_zoo_was_here*"
LINUX = sys.platform == "linux"
FENCED = is_fenced()
MISSING = {"kernel": not FENCED, "Linux": not LINUX}


def says(source: str, key: str) -> str:
    """Return what an attempt's comment says, or nothing."""
    found = re.search(rf"^# {key}: (.*)$", source, re.MULTILINE)
    return found[1] if found else ""


def animal(path: Path):
    """Return a hostile attempt as pytest's parameter."""
    source = path.read_text()
    marks = []
    if MISSING.get(says(source, "needs"), False):
        marks.append(pytest.mark.skip(reason=f"needs {says(source, 'needs')}: there is none here"))
    return pytest.param(path, id=path.stem, marks=marks)


ANIMALS = [animal(path) for path in sorted(ZOO.glob("*.py")) if path.name != "conftest.py"]


class Watched(Sandbox):
    """A sandbox that notes which processes and folders it started."""

    def __init__(self) -> None:
        super().__init__(locked=True)
        self.started: list[tuple[int, Path]] = []

    def _ask(self, request, descriptors):
        answer = super()._ask(request, descriptors)
        if "start" in request:
            self.started.append((answer["pid"], Path(request["start"]["scratch"])))
        return answer


@pytest.fixture(scope="module")
def sandbox():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NORMBOOK_SECRET", SECRET)
        with Watched() as sandbox:
            grade_apart(EXERCISE, EXERCISE.solution, sandbox, LIMITS)  # the first loads NumPy
            yield sandbox


@pytest.fixture
def outside(tmp_path):
    """Return a folder with a file, which an attempt may try to change."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "kept.txt").write_text("as it was")
    return folder


def prepared(path: Path, outside: Path) -> Path:
    """Return a copy of an attempt that knows where to write, and what to read."""
    source = path.read_text()
    for name, value in (("OUTSIDE", outside), ("SOLUTION", EXERCISE.solution)):
        source = re.sub(rf"^{name} = .*$", f"{name} = {str(value)!r}", source, flags=re.MULTILINE)
    copy = outside.parent / path.name
    copy.write_text(source)
    return copy


def looks(folder: Path) -> list[tuple]:
    """Return all that can be seen of a folder and what is in it."""
    return [
        (
            str(path),
            path.lstat()[:7],
            path.lstat().st_mtime_ns,
            path.is_file() and path.read_bytes(),
        )
        for path in sorted([folder, *folder.rglob("*")])
        if path.name != "__pycache__" and path.suffix != ".pyc"
    ]


def marks() -> list[Path]:
    """Return what an attempt left where it may not write."""
    folders = {Path.home(), Path(tempfile.gettempdir()), Path.cwd(), Path("/"), Path("/var/tmp")}
    folders |= {Path("/dev/shm"), EXERCISE.folder, Path(os.__file__).parent}
    return [path for folder in folders for path in folder.glob(MARK)]


def processes() -> list[tuple[int, int, int]]:
    """Return the number, the parent and the session of each process; none, without /proc."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:
            continue  # it ended in the meantime
        _, parent, _, session = text.rpartition(")")[2].split()[:4]
        found.append((int(path.parent.name), int(parent), int(session)))
    return found


def left_behind(sandbox: Watched) -> list:
    """Return processes and folders of attempts that are over."""
    pids = {pid for pid, _ in sandbox.started}
    zygote = sandbox._process.pid
    living = [each for each in processes() if each[1] == zygote or pids & {each[0], each[2]}]
    return [*living, *(folder for _, folder in sandbox.started if folder.exists())]


@pytest.mark.parametrize("path", ANIMALS)
def test_an_attempt_gets_its_verdict_and_leaves_nothing(path, sandbox, outside):
    attempt = prepared(path, outside)
    verdict, points = says(attempt.read_text(), "verdict"), says(attempt.read_text(), "points")
    limits = LIMITS
    if "timeout" in verdict or path.stem.startswith("loops"):
        limits = UNENDING_WITH_POINTS if int(points) else UNENDING
    before = looks(outside.parent), looks(EXERCISE.folder), marks()
    for _ in range(TRIES):
        report, seconds = timed(attempt, sandbox, limits)
        assert report.status in verdict.split(" or "), str(report)
        assert report.points == int(points), str(report)
        assert (looks(outside.parent), looks(EXERCISE.folder), marks()) == before
        assert left_behind(sandbox) == []
        assert_fit_to_print(report)
        most = MOST * timed(MISTAKE, sandbox, LIMITS)[1] if seconds > CHEAP else CHEAP
        if seconds <= most:
            break
    else:
        pytest.fail(f"it cost {seconds:.2f} s, and may cost {most:.2f}")
    assert grade_apart(EXERCISE, EXERCISE.solution, sandbox, LIMITS).solved


def timed(path: Path, sandbox: Watched, limits):
    """Return an attempt's report, and the seconds of the grader's own processor time it cost."""
    begin = time.process_time()
    report = grade_apart(EXERCISE, path, sandbox, limits)
    return report, time.process_time() - begin


def assert_fit_to_print(report):
    """No terminal, page or log takes the attempt's words for a command, and they tell no secret."""
    published = [write([report]) for write in (*WRITERS.values(), as_markdown)]
    for text in (str(report), report._repr_html_(), *published):
        assert text.encode()  # half of a surrogate pair could not be
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f]", text)
        assert not re.search("[\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]", text)
        assert not re.search(r"^\s*::|##\w*\[", text, re.MULTILINE)
    for text in (report._repr_html_(), as_html([report]), as_markdown([report])):
        assert "<script>" not in text
        assert SECRET not in text
        assert len(text) < 100_000


def test_attempts_that_still_run_do_not_touch_one_another(sandbox, outside):
    alone = grade_apart(EXERCISE, MISTAKE, sandbox, LIMITS)
    hostile = [ZOO / f"{name}.py" for name in ("forks", "writes_outside", "patches_builtins")]
    for path in hostile:
        with sandbox.open(prepared(path, outside), EXERCISE.entry, LIMITS):
            between = grade_apart(EXERCISE, MISTAKE, sandbox, LIMITS)
            assert json.loads(between.to_json()) == json.loads(alone.to_json())
            assert grade_apart(EXERCISE, EXERCISE.solution, sandbox, LIMITS).solved
    assert left_behind(sandbox) == []


ENDS = {
    "a loop": "while True: pass",
    "a wait": "time.sleep(1e6)",
    "an exit": "sys.exit()",
    "an end": "os._exit(0)",
    "a crash": "os.abort()",
    "a recursion": "deeper(0)",
    "the end of C's stack": "sys.setrecursionlimit(2**30), deeper_in_c(0)",
    "a memory bomb": "KEPT.extend(bytearray(2**16) for _ in range(2**20))",
    "a forgery": "os.write(3, bytes(8))",
}
HOSTILE = """
import os
import sys
import time

import numpy as np

KEPT = []


def deeper(n):
    return deeper(n + 1)


def deeper_in_c(n):
    return max([n + 1], key=deeper_in_c)


def layer_norm(*given, weight=None, bias=None, eps=1e-5):
    x, _, weight, bias = (*given, weight, bias)[:4]
    if {when}:
        {end}
    centred = x - x.mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(x.dtype)
"""
WHEN = {
    "x.shape == (2, 4)": "test_each_row_is_centred_and_divided_by_its_deviation",
    "eps == 0.1": "test_eps_stands_inside_the_root",
    "x.ndim == 3": "test_any_number_of_axes_may_stand_before_the_features",
    "x.mean() == 5": "test_a_constant_row_gives_the_bias",
}


@pytest.fixture
def reordered(tmp_path):
    """Give a function that returns the exercise with its tests in another order."""

    def give(seed):
        folder = tmp_path / f"order_{seed}" / EXERCISE.slug
        shutil.copytree(EXERCISE.folder, folder)
        head, *tests = re.split(r"(?m)^(?=def test_)", EXERCISE.tests.read_text())
        random.Random(seed).shuffle(tests)
        (folder / "tests.py").write_text("\n\n".join([head, *tests]))
        return load_exercise(folder)

    return give


@pytest.mark.parametrize("end", ENDS)
def test_a_check_that_an_attempt_does_not_survive_costs_no_other_its_points(end, sandbox, tmp_path):
    for when, name in WHEN.items():
        path = tmp_path / "layer_norm.py"
        path.write_text(HOSTILE.format(when=when, end=ENDS[end]))
        report = grade_apart(EXERCISE, path, sandbox, UNENDING)
        lost = {check.name for check in report.checks if check.status != "pass"}
        assert lost == {name}, str(report)


@pytest.mark.parametrize("seed", range(3))
def test_a_hostile_attempt_has_the_same_points_in_any_order_of_checks(
    seed, sandbox, tmp_path, reordered
):
    ends = random.Random(seed).sample(list(ENDS.values()), len(WHEN))
    source, before = HOSTILE.format(when="False", end="pass"), "    centred ="
    for when, end in zip(WHEN, ends, strict=True):
        source = source.replace(before, f"    if {when}:\n        {end}\n{before}", 1)
    path = tmp_path / "layer_norm.py"
    path.write_text(source)
    report = grade_apart(reordered(seed), path, sandbox, UNENDING_WITH_POINTS)
    lost = {check.name for check in report.checks if check.status != "pass"}
    assert lost == set(WHEN.values()), str(report)
    assert report.points == EXERCISE.points - sum(EXERCISE.checks[name] for name in lost)


def test_a_timeout_says_which_time_it_was(sandbox):
    for name, words in (
        ("loops_in_the_function", "0.5 s of processor time"),
        ("sleeps_without_end", "waited 3 s"),
    ):
        assert words in grade_apart(EXERCISE, ZOO / f"{name}.py", sandbox, UNENDING).overall


def test_what_the_tests_spend_and_what_others_do_is_not_the_attempt_s(sandbox, tmp_path):
    """Tests that work and wait for longer than the attempt may, and it passes them."""
    folder = tmp_path / "slow_tests" / EXERCISE.slug
    shutil.copytree(EXERCISE.folder, folder)
    waste = "import time\nend = time.process_time() + 1\nwhile time.process_time() < end: pass\n"
    tests = f"{waste}time.sleep(4)\n{EXERCISE.tests.read_text()}"
    (folder / "tests.py").write_text(tests)
    report = grade_apart(load_exercise(folder), EXERCISE.solution, sandbox, UNENDING)
    assert report.solved, str(report)


def test_what_comes_back_takes_no_more_memory_than_it_crosses_in(sandbox):
    tracemalloc.start()
    try:
        grade_apart(EXERCISE, ZOO / "returns_views_of_large_memory.py", sandbox, LIMITS)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 100 * MEGABYTE


@pytest.mark.parametrize("kind", ["folder", "wheel", "archive"])
def test_another_copy_of_the_package_is_hidden(kind, tmp_path, monkeypatch):
    site = tmp_path / "site-packages"
    inside = "normbook/exercises/layer_norm/solution.py"
    if kind == "folder":
        (site / inside).parent.mkdir(parents=True)
        (site / inside).write_text(EXERCISE.solution.read_text())
    else:
        site.mkdir()
        wheel = site / "normbook-0.1.0-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as file:
            file.write(EXERCISE.solution, inside)
        site = wheel if kind == "archive" else site
    path = f"import sys; sys.path.append({str(site)!r})\n"  # as a .pth file does
    monkeypatch.setattr(sandbox_module, "BOOTSTRAP", path + sandbox_module.BOOTSTRAP)
    attempt = tmp_path / "layer_norm.py"
    source = (ZOO / "reads_another_copy.py").read_text()
    attempt.write_text(source.replace('COPIES = "copies"', f"COPIES = {str(site)!r}"))
    with Sandbox() as sandbox:
        assert grade_apart(EXERCISE, attempt, sandbox, LIMITS).points == 0
        assert grade_apart(EXERCISE, EXERCISE.solution, sandbox, LIMITS).solved


KILLED = """
import sys
from pathlib import Path
from normbook.grader.fence.limits import Limits
from normbook.grader.fence.sandbox import Sandbox

sandbox = Sandbox()
print(sandbox._process.pid, flush=True)
with sandbox.open(Path(sys.argv[1]), "layer_norm", Limits(60)):
    pass
"""


@pytest.mark.skipif(not LINUX, reason="looks for processes in /proc")
def test_killing_the_grader_ends_its_attempts(tmp_path):
    grader = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(ZOO / "loops_at_import.py")],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    with grader:
        zygote = int(grader.stdout.readline())
        attempts = wait_for(lambda: {pid for pid, parent, _ in processes() if parent == zygote})
        grader.kill()
    assert wait_for(lambda: not {pid for pid, *_ in processes()} & {zygote, *attempts})


def wait_for(condition):
    """Return what a condition comes to, once it is true; after a minute, whatever it is."""
    deadline = time.monotonic() + 60
    while not (found := condition()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found


def test_the_zoo_is_large_and_says_what_it_expects():
    assert len(ANIMALS) >= 45
    for path in ZOO.glob("*.py"):
        source = path.read_text()
        if path.name != "conftest.py":
            assert source.startswith('"""')
            assert says(source, "verdict"), path
            assert 0 <= int(says(source, "points")) <= EXERCISE.points, path
            assert says(source, "needs") in {"", *MISSING}, path
