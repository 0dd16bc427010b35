"""Run the parts of ``make test`` side by side, all of them, and sum up.

Usage: python tools/run_all.py PART [PART …]

A part is a command of ``book.py``. In ``html:test-site,test-browser`` two parts wait until another
has passed. Three parts run at a time, since two seldom keep two processors busy; the others begin
in the order in which they are named. What a part prints comes in one piece, when it ends.

A part that fails hides no other; the exit status is 1 if any failed. At the end there are tables of
the parts and of the slowest tests, from the reports in ``_build/tests/`` that the parts write.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from book import CALL

BOOK = Path(__file__).with_name("book.py")
REPORTS = Path("_build", "tests")
TOGETHER = 3
SLOWEST = 20


@dataclass(frozen=True)
class Result:
    """What became of a part."""

    part: str
    status: int
    seconds: float
    output: str


@dataclass(frozen=True)
class TestCase:
    """A test in a report: the part that ran it, its name, and how long it took."""

    part: str
    name: str
    seconds: float


def run(part: str) -> Result:
    """Run a part to its end."""
    print(f"{part} …", flush=True)
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, str(BOOK), part],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return Result(part, done.returncode, time.monotonic() - start, done.stdout)


def run_all(names: list[str]) -> Iterator[Result]:
    """Yield the result of each part as it ends, and of each that waited for a part that failed."""
    with ThreadPoolExecutor(TOGETHER) as pool:
        waiting = list(names)
        running: dict[Future[Result], list[str]] = {}  # with the parts that wait for it
        while waiting or running:
            while waiting and len(running) < TOGETHER:
                part, _, after_it = waiting.pop(0).partition(":")
                running[pool.submit(run, part)] = list(filter(None, after_it.split(",")))
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                result, dependents = future.result(), running.pop(future)
                yield result
                if result.status == 0:
                    waiting = dependents + waiting
                else:
                    yield from (
                        Result(part, 1, 0, f"not run: {result.part} failed\n")
                        for part in dependents
                    )


def test_cases(folder: Path) -> Iterator[TestCase]:
    """Yield the tests of all reports in a folder, which are JUnit's XML, named by their part."""
    for report in sorted(folder.glob("*.xml")):
        for case in ElementTree.parse(report).iter("testcase"):
            name = f"{case.get('classname', '')}::{case.get('name')}".removeprefix("test::")
            yield TestCase(report.stem, name, float(case.get("time", 0)))


def print_tables(results: list[Result], cases: list[TestCase]) -> None:
    """Print what became of the parts, and which tests took longest."""
    print(f"\n==== the {SLOWEST} slowest tests ====")
    for case in sorted(cases, key=lambda case: -case.seconds)[:SLOWEST]:
        print(f"{case.seconds:6.1f} s   {case.part:<13} {case.name}")
    print("\n==== the parts ====")
    for result in results:
        count = sum(case.part == result.part for case in cases)
        tests = f"{count:5} tests" if count else " " * 11
        verdict = "passed" if result.status == 0 else f"FAILED   (alone: {CALL} {result.part})"
        print(f"{result.part:<15} {result.seconds:5.0f} s {tests}   {verdict}")


def main(names: list[str]) -> int:
    """Run the parts; print what each printed, and the tables."""
    start = time.monotonic()
    REPORTS.mkdir(parents=True, exist_ok=True)
    for old in REPORTS.glob("*.xml"):
        old.unlink()
    results = []
    for result in run_all(names):
        print(f"\n==== {result.part} ====\n{result.output}", end="", flush=True)
        results.append(result)
    print_tables(results, list(test_cases(REPORTS)))
    failed = sum(result.status != 0 for result in results)
    print(f"\nin {time.monotonic() - start:.0f} s")
    print(f"{len(results) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:  # the parts had it, too
        sys.exit(130)
