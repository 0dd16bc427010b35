"""Print how many wrong answers, as people write them, are diagnosed rightly.

Usage: python tools/bench_diagnosis.py [exercise ...] [--failures] [--seconds S] [--jobs N]

The answers are those of ``tests/diagnosis/corpus``. Each says in its docstring which mistakes it
makes, and ``labels.toml`` says which mutants describe each of these. About a fifth is kept aside:
diagnosis is not adjusted to these, and ``--failures`` lists none of them, so that their share is
what a stranger's answers can expect. An answer is kept aside for its own name, a hash of exercise
and file, so that a new file moves no other.

It ends with 1, and marks the line, where a share misses its limit.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import re
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from normbook.grader import find
from normbook.grader.verdict import diagnose
from normbook.grader.verdict.grade import grade_file

FOLDER = Path(__file__).parent.parent / "tests" / "diagnosis"
ASIDE = 5
"""One of so many answers is kept aside."""
COUNT = {1: "one mistake", 2: "two", 3: "three"}
"""What answers are called that make so many mistakes."""
LEAST = {1: 85, 2: 65}
"""Of how many in a hundred answers with so many mistakes each is to be named, and nothing else."""
LEAST_WITH_ONE = 85
"""In how many of a hundred answers one mistake at least is to be named."""
MOST_FALSE = 1
"""In how many of a hundred answers something false may be named."""


@dataclass(frozen=True)
class Answer:
    """An answer of the corpus."""

    path: Path
    mistakes: tuple[str, ...]
    """The labels of the mistakes that it makes."""
    aside: bool
    """Whether it is kept aside."""

    @property
    def exercise(self) -> str:
        """The slug of its exercise."""
        return self.path.parent.name


@dataclass(frozen=True)
class Outcome:
    """What diagnosis says of an answer."""

    answer: Answer
    described: tuple[bool, ...]
    """For each of its mistakes, whether a mutant that describes it is named."""
    false: tuple[str, ...]
    """The mutants that are named and describe none of its mistakes."""
    bugs: tuple[str, ...]
    """All mutants that are named."""
    symptoms: tuple[str, ...]
    """What is said of the answer where no mutant is named."""
    seconds: float
    """How long the verdict took."""

    @property
    def exact(self) -> bool:
        """Whether all its mistakes are named, and nothing else is."""
        return all(self.described) and not self.false


def answers(exercises: Sequence[str]) -> Iterator[Answer]:
    """Yield the answers to these exercises, or to all."""
    for folder in sorted((FOLDER / "corpus").iterdir()):
        if exercises and folder.name not in exercises:
            continue
        for path in sorted(folder.glob("*.py")):
            docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            line = re.search(r"^mistakes: (.+)$", docstring, re.MULTILINE)
            assert line, f"{path} does not say which mistakes it makes"
            mistakes = tuple(each.strip() for each in line[1].split(","))
            yield Answer(path, mistakes, is_aside(f"{folder.name}/{path.name}"))


def is_aside(name: str) -> bool:
    """Return whether the answer of this name, ``exercise/file.py``, is kept aside."""
    return hashlib.sha256(name.encode()).digest()[0] % ASIDE == 0


def diagnosed(answer: Answer) -> Outcome:
    """Grade an answer, and compare what is said of it with what it says of itself."""
    labels = tomllib.loads((FOLDER / "labels.toml").read_text(encoding="utf-8"))[answer.exercise]
    start = time.perf_counter()
    diagnosis = grade_file(find(answer.exercise), answer.path).diagnosis
    seconds = time.perf_counter() - start
    bugs = diagnosis.bugs if diagnosis is not None else ()
    together = set(labels.get(", ".join(answer.mistakes), ()))
    right = [together | set(labels[mistake]) for mistake in answer.mistakes]
    return Outcome(
        answer,
        tuple(bool(mutants.intersection(bugs)) for mutants in right),
        tuple(bug for bug in bugs if not any(bug in mutants for mutants in right)),
        bugs,
        tuple(each.explanation for each in diagnosis.findings if not each.bug) if diagnosis else (),
        seconds,
    )


def give_time(seconds: float) -> None:
    """Set how much processor time diagnosis has for combinations of mistakes."""
    diagnose.SECONDS = seconds


@dataclass(frozen=True)
class Share:
    """Of how many outcomes something is true, and of how many in a hundred it should be."""

    text: str
    found: Sequence[bool]
    least: float = 0
    most: float = 100

    @property
    def percent(self) -> float:
        """The share in a hundred; that of no outcomes is 0."""
        return 100 * sum(self.found) / max(len(self.found), 1)

    @property
    def is_missed(self) -> bool:
        """Whether the share is beyond a limit; that of no outcomes is not."""
        return bool(self.found) and not self.least <= self.percent <= self.most

    def __str__(self) -> str:
        """Return the line of the table."""
        limit = f"; at least {self.least} %" if self.least else ""
        limit += f"; at most {self.most} %" if self.most < 100 else ""
        missed = ": missed" if self.is_missed else ""
        count = f"{sum(self.found):4} of {len(self.found):3} {self.percent:5.1f} %"
        return f"{self.text:42} {count}{limit}{missed}"


def shares(outcomes: Sequence[Outcome]) -> Iterator[Share]:
    """Yield the shares of some outcomes, each a line of their table."""
    for count, name in COUNT.items():
        exact = [each.exact for each in outcomes if len(each.answer.mistakes) == count]
        yield Share(f"{name:12} each named, and nothing else", exact, LEAST.get(count, 0))
    named = [any(each.described) for each in outcomes]
    yield Share("at least one named", named, LEAST_WITH_ONE)
    yield Share("something false named", [bool(each.false) for each in outcomes], most=MOST_FALSE)
    for text, is_read in ("only the numbers read", True), ("nothing said", False):
        found = [not each.bugs and bool(each.symptoms) == is_read for each in outcomes]
        yield Share(text, found)


def main() -> int:
    """Print the tables, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exercises", nargs="*")
    parser.add_argument("--failures", action="store_true", help="list what was not named exactly")
    parser.add_argument("--seconds", type=float, help="for combinations, if not as shipped")
    parser.add_argument("--jobs", type=int, help="processes; as many as processors unless given")
    options = parser.parse_args()
    limit = options.seconds or diagnose.SECONDS
    with ProcessPoolExecutor(options.jobs, initializer=give_time, initargs=(limit,)) as pool:
        outcomes = list(pool.map(diagnosed, answers(options.exercises), chunksize=4))
    if options.failures:
        for each in outcomes:
            if not each.exact and not each.answer.aside:
                name = f"{each.answer.exercise}/{each.answer.path.name}"
                print(f"{name}: {', '.join(each.answer.mistakes)}")
                print(f"  named {', '.join(each.bugs) or '-'}", *each.symptoms, sep="\n  ")
    fine = True
    for text, aside in (("Answers that diagnosis was made with", False), ("Kept aside", True)):
        some = [each for each in outcomes if each.answer.aside == aside]
        print(f"\n{text}")
        for share in shares(some):
            print(f"  {share}")
            fine &= not share.is_missed
        seconds = sorted(outcome.seconds for outcome in some) or [0.0]
        median = seconds[len(seconds) // 2]
        print(f"  seconds a verdict: median {median:.2f}, most {seconds[-1]:.2f}")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
