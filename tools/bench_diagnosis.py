"""Print how many wrong answers, as people write them, are diagnosed rightly.

Usage: python tools/bench_diagnosis.py [exercise ...] [--failures] [--seconds S] [--jobs N]

The answers are those of ``tests/diagnosis/corpus``. Each says in its docstring which mistakes it
makes, and ``labels.toml`` says which mutants describe each of these. Of every five answers of an
exercise one is kept aside: diagnosis is not adjusted to these, and ``--failures`` lists none of
them, so that their share is what a stranger's answers can expect.
"""

from __future__ import annotations

import argparse
import ast
import re
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from normbook.grader import find
from normbook.grader.verdict import diagnose
from normbook.grader.verdict.grade import grade_file

FOLDER = Path(__file__).parent.parent / "tests" / "diagnosis"
ASIDE = 5
"""The last of so many answers of an exercise is kept aside."""
COUNT = {1: "one mistake", 2: "two", 3: "three"}
"""What answers are called that make so many mistakes."""


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
        for i, path in enumerate(sorted(folder.glob("*.py"))):
            docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            line = re.search(r"^mistakes: (.+)$", docstring, re.MULTILINE)
            assert line, f"{path} does not say which mistakes it makes"
            mistakes = tuple(each.strip() for each in line[1].split(","))
            yield Answer(path, mistakes, i % ASIDE == ASIDE - 1)


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


def share(outcomes: Iterable[Outcome], is_so: Callable[[Outcome], bool]) -> str:
    """Return of how many outcomes something is true, as a count and in percent."""
    found = [is_so(outcome) for outcome in outcomes]
    return f"{sum(found):4} of {len(found):3} {100 * sum(found) / max(len(found), 1):5.1f} %"


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the lines of the table for some outcomes."""
    for count, name in COUNT.items():
        some = [each for each in outcomes if len(each.answer.mistakes) == count]
        floor = {1: "; at least 85 %", 2: "; at least 65 %"}.get(count, "")
        yield f"{name:12} each named, and nothing else  {share(some, lambda o: o.exact)}{floor}"
    said = {
        "at least one named; at least 85 %": lambda o: any(o.described),
        "something false named; at most 1 %": lambda o: bool(o.false),
        "only the numbers read": lambda o: not o.bugs and bool(o.symptoms),
        "nothing said": lambda o: not o.bugs and not o.symptoms,
    }
    for text, is_so in said.items():
        yield f"{text:42} {share(outcomes, is_so)}"
    seconds = sorted(outcome.seconds for outcome in outcomes)
    yield f"seconds a verdict: median {seconds[len(seconds) // 2]:.2f}, most {seconds[-1]:.2f}"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exercises", nargs="*")
    parser.add_argument("--failures", action="store_true", help="list what was not named exactly")
    parser.add_argument("--seconds", type=float, help="for combinations, if not as shipped")
    parser.add_argument("--jobs", type=int, help="processes; as many as processors unless given")
    options = parser.parse_args()
    seconds = options.seconds or diagnose.SECONDS
    with ProcessPoolExecutor(options.jobs, initializer=give_time, initargs=(seconds,)) as pool:
        outcomes = list(pool.map(diagnosed, answers(options.exercises), chunksize=4))
    if options.failures:
        for each in outcomes:
            if not each.exact and not each.answer.aside:
                name = f"{each.answer.exercise}/{each.answer.path.name}"
                print(f"{name}: {', '.join(each.answer.mistakes)}")
                print(f"  named {', '.join(each.bugs) or '-'}", *each.symptoms, sep="\n  ")
    for text, aside in (("Answers that diagnosis was made with", False), ("Kept aside", True)):
        print(f"\n{text}")
        for line in table([each for each in outcomes if each.answer.aside == aside]):
            print(f"  {line}")


if __name__ == "__main__":
    main()
