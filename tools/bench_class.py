"""Print how fast, and how fairly, a class is graded, isolated, on two processes; and the memory.

Usage: python tools/bench_class.py [--long] [--solutions N]

``python tools/bench_class.py --kills 50 [--students 300]`` does something else: it grades a class
of all exercises, in which one attempt in twenty loops or crashes, kills the command so often, and
compares with a run that nothing disturbed. It takes hours; with ``--students 2`` a few minutes.
"""

import argparse
import contextlib
import itertools
import json
import multiprocessing
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from normbook.grader import Exercise, find, find_all
from normbook.grader.classroom.conditions import Conditions
from normbook.grader.classroom.grade import grade_class
from normbook.grader.classroom.schedule import Task, grade_tasks
from normbook.grader.classroom.workers import processes
from normbook.grader.fence.limits import Limits

ATTEMPTS, WANTED = 400, 1000
JOBS = 2
BUSY, SOLUTIONS = 8, 500
SLUG = "layer_norm"


def sources() -> Iterator[bytes]:
    """Yield right and wrong answers in turn, without end; no two files are the same."""
    exercise = find(SLUG)
    answers = [exercise.solution, *exercise.mutants, *exercise.variants]
    for number, path in enumerate(itertools.cycle(answers)):
        yield path.read_bytes() + f"\n# {number}\n".encode()


def processor_seconds() -> float:
    """Return the processor time of this process and of those that ended below it."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def speed() -> tuple[float, float]:
    """Return the attempts graded a minute, with the gradebook, and processor seconds an attempt."""
    with tempfile.TemporaryDirectory() as name:
        handed_in = Path(name, "submissions")
        for number, source in enumerate(itertools.islice(sources(), ATTEMPTS)):
            path = handed_in / f"student {number}" / f"{SLUG}.py"
            path.parent.mkdir(parents=True)
            path.write_bytes(source)
        begin, used = time.perf_counter(), processor_seconds()
        grade_class(handed_in, Path(name, "gradebook"), jobs=JOBS)
        seconds, used = time.perf_counter() - begin, processor_seconds() - used
        return 60 * ATTEMPTS / seconds, used / ATTEMPTS


BURNS = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    pass"
"""Keeps a processor busy, and ends with who began it, even if that was killed."""


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep processors busy with other work."""
    loops = [subprocess.Popen([sys.executable, "-c", BURNS]) for _ in range(count)]
    try:
        yield
    finally:
        for each in loops:
            each.kill()
            each.wait()


def fairness(count: int) -> tuple[int, int]:
    """Return how many of ``count`` solutions get full marks on a busy machine; how many at once."""
    with tempfile.TemporaryDirectory() as name, busy(BUSY):
        handed_in, out = Path(name, "submissions"), Path(name, "gradebook")
        for number, exercise in enumerate(itertools.islice(itertools.cycle(find_all()), count)):
            path = handed_in / f"student {number}" / f"{exercise.slug}.py"
            path.parent.mkdir(parents=True)
            path.write_bytes(exercise.solution.read_bytes())
        grade_class(handed_in, out, jobs=JOBS)
        lines = (out / "results.jsonl").read_text(encoding="utf-8").splitlines()
    verdicts = [json.loads(line)["verdict"] for line in lines]
    full = [each for each in verdicts if each["points"] == each["worth"]]
    return len(full), sum(each["tries"] == 1 for each in full)


def megabytes(pid: int) -> float:
    """Return the resident memory of a worker and its sandbox, without that of a running attempt."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pages = sum(
        int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in (pid, *children)
    )
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def memory(marks: tuple[int, ...]) -> Iterator[tuple[int, list[float]]]:
    """Yield, after so many attempts, the memory of each worker with its sandbox."""
    exercise: Exercise = find(SLUG)
    conditions = Conditions.of(exercise, Limits())
    some = itertools.islice(sources(), max(marks))
    tasks = (Task("", exercise, source, conditions) for source in some)
    graded = grade_tasks(tasks, partial(processes, JOBS))
    for count, _ in enumerate(graded, start=1):
        if count in marks:
            yield count, [megabytes(each.pid or 0) for each in multiprocessing.active_children()]


# ---- killed at random ----


ENDLESS = "while True:\n    pass\n\n\ndef {entry}(*_, **__): ...\n"
CRASHING = "import os\n\n\ndef {entry}(*_, **__):\n    os.abort()\n"
TROUBLE = 0.05
"""The share of attempts that loop or crash."""
ATTEMPT_SECONDS = 1.0
POLL_SECONDS = 0.3
"""The time between two looks, in seconds. Some attempts are graded meanwhile, so that a kill comes
at any moment of grading."""
Known = tuple[str, str]
"""What one attempt is known by: a student and an exercise."""


def hand_in(folder: Path, students: int, chance: random.Random) -> int:
    """Write what a class hands in, right and wrong and ending badly; return how many attempts."""
    for number, exercise in itertools.product(range(students), find_all()):
        path = folder / f"student {number:03}" / f"{exercise.slug}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        if chance.random() < TROUBLE:
            source = chance.choice((ENDLESS, CRASHING)).format(entry=exercise.entry)
        else:
            answers = [exercise.solution, *exercise.variants, *exercise.mutants]
            source = chance.choice(answers).read_text(encoding="utf-8")
        path.write_text(f"{source}\n# {number}\n", encoding="utf-8")
    return students * len(find_all())


def run_until(out: Path, handed_in: Path, verdicts: int | None) -> bool:
    """Grade; kill the command when so many verdicts are kept. Return whether it was killed."""
    command = [sys.executable, "-m", "normbook.grader.cli", "grade-class", str(handed_in)]
    options = ["--out", str(out), "--jobs", str(JOBS), "--seconds", str(ATTEMPT_SECONDS)]
    null = subprocess.DEVNULL
    with subprocess.Popen([*command, *options], stdout=null, stderr=null) as process:
        while process.poll() is None:
            if verdicts is not None and len(lines(out)) >= verdicts:
                process.kill()
                process.wait()
                return True
            time.sleep(POLL_SECONDS)
    if process.returncode:
        raise RuntimeError(f"grade-class ended with {process.returncode}")
    return False


def lines(out: Path) -> list[bytes]:
    """Return the whole lines of the verdicts that are kept."""
    path = out / "results.jsonl"
    return path.read_bytes().split(b"\n")[:-1] if path.exists() else []


def verdicts_in(out: Path) -> list[tuple[Known, str]]:
    """Return each verdict that was kept, in order, with what it is on."""
    kept = [json.loads(line) for line in lines(out)]
    verdicts = [json.dumps(each["verdict"], sort_keys=True) for each in kept]
    return [((k["student"], k["slug"]), v) for k, v in zip(kept, verdicts, strict=True)]


def gradebook_in(out: Path) -> dict[str, bytes]:
    """Return the files of a gradebook by name."""
    files = (path for path in out.rglob("*") if path.is_file() and path.name != "results.jsonl")
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


def killed(students: int, kills: int, seed: int) -> Iterator[str]:
    """Yield what was done; then what is lost, doubled or changed by kills, each in a line."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        handed_in, calm, wild = (Path(name, each) for each in ("submissions", "calm", "wild"))
        count = hand_in(handed_in, students, chance)
        start = time.monotonic()
        run_until(calm, handed_in, None)
        yield f"{count} attempts, undisturbed, in {time.monotonic() - start:.0f} s"
        when = sorted(chance.randrange(count) for _ in range(kills))
        hit = sum(run_until(wild, handed_in, verdicts) for verdicts in when)
        run_until(wild, handed_in, None)
        yield f"killed {hit} times, with seed {seed}"
        expected, found = dict(verdicts_in(calm)), verdicts_in(wild)
        times = Counter(known for known, _ in found)
        yield f"lost      {sum(known not in times for known in expected)}"
        yield f"doubled   {sum(number > 1 for number in times.values())}"
        yield f"changed   {sum(expected.get(known) != verdict for known, verdict in found)}"
        same = gradebook_in(calm) == gradebook_in(wild)
        yield f"gradebook {'the same to the byte' if same else 'ANOTHER'}"


def main() -> None:
    """Print the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="memory after 10,000 attempts, too")
    parser.add_argument(
        "--solutions", type=int, default=SOLUTIONS, help=f"of all exercises in turn; {SOLUTIONS}"
    )
    parser.add_argument("--kills", type=int, default=0, help="of a whole class; see above")
    parser.add_argument("--students", type=int, default=300, help="of that class")
    parser.add_argument("--seed", type=int, default=0, help="of when it is killed")
    options = parser.parse_args()
    if options.kills:
        for line in killed(options.students, options.kills, options.seed):
            print(line, flush=True)
        return
    marks = (500, 2000, 10_000) if options.long else (500, 2000)
    a_minute, used = speed()
    print(f"{ATTEMPTS} attempts at {SLUG}, isolated, {JOBS} processes", end="   ")
    print(f"{a_minute:,.0f} a minute of {WANTED:,}; load of the machine {os.getloadavg()[0]:.1f}")
    print(f"processor time of each, all processes together {1000 * used:8.0f} ms")
    full, at_once = fairness(options.solutions)
    print(f"solutions at full marks, beside {BUSY} busy processes", end="   ")
    print(f"{full} of {options.solutions}; {at_once} at the first try")
    for count, sizes in memory(marks):
        each = ", ".join(f"{size:.0f}" for size in sizes)
        print(f"memory of each worker after {count:>6,} attempts   {each} MB", flush=True)


if __name__ == "__main__":
    main()
