"""Search exercises for wrong answers that have full marks.

Usage: python tools/find_holes.py [exercise ...] [--rounds N] [--jobs N]

Right answers, the solution and ``variants/``, are changed a little (`changes`); known mistakes are
combined in pairs, and made in the variants. What then passes all tests is asked what they ask, with
other values, sizes, dtypes, layouts and options (`questions`). A question counts where all right
answers agree: where they do not, or fail, the prompt leaves open what is right. What differs there
is a hole: a test has to fail it, or ``right_answers.toml`` says why it is right.
"""

from __future__ import annotations

import argparse
import importlib.util
import inspect
import resource
import signal
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, product
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from changes import Change, changes
from mutation import MEMORY, Equivalence
from questions import Operation, Questions, as_array

from normbook.grader import Exercise, find, find_all
from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.host import Host
from normbook.grader.verdict.load import LoadError, execute, load
from normbook.grader.verdict.merge import merge
from normbook.grader.verdict.report import show_answer, show_operation
from normbook.grader.verdict.run import quiet
from normbook.grader.verdict.same import is_number, leaves, same_answer
from normbook.grader.verdict.wire import pack, unpack

RIGHT = Path(__file__).with_name("right_answers.toml")
SECONDS = 2.0
"""That a changed answer may take for the tests, or for a round of questions."""
ROUNDING = 1e-3
"""What rounding may make of the largest number of an answer, where others cancel."""
Answer = dict[str, Any]


class TooLongError(BaseException):
    """A changed answer does not end."""


@dataclass(frozen=True)
class Hole:
    """A change with full marks, and the question that it answers otherwise than right answers."""

    change: Change
    question: str
    received: str
    expected: str

    def __str__(self) -> str:
        before, after = self.change.before, self.change.after
        return (
            f"{self.change.place}\n  - {before}\n  + {after}\n"
            f"    {self.question}\n    gives {self.received}\n    right {self.expected}"
        )


@dataclass
class Found:
    """What the search in an exercise came to."""

    slug: str
    tried: int = 0
    passed: int = 0
    holes: list[Hole] = field(default_factory=list)
    seconds: float = 0.0


class Judge:
    """Tells whether an answer passes an exercise's tests, and whether it is right.

    Parameters
    ----------
    exercise
        Whose tests and right answers are asked.
    rounds
        How often all that the tests ask is asked otherwise.
    """

    def __init__(self, exercise: Exercise, rounds: int) -> None:
        spec = importlib.util.spec_from_file_location(f"tests_of_{exercise.slug}", exercise.tests)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self.exercise = exercise
        self._tests = [getattr(module, name) for name in exercise.checks]
        solution = Attempt(Direct(load(exercise.solution, exercise.entry)))
        for test in self._tests:
            test(solution)
        asked = [step.operation for step in solution.steps]
        questions = Questions(asked, inspect.signature(load(exercise.solution, exercise.entry)))
        self._rounds = [list(self._settled(list(questions.ask(seed)))) for seed in range(rounds)]
        self.settled = sum(answer is not None for each in self._rounds for _, answer in each)
        self.asked = sum(map(len, self._rounds))

    def passes(self, answer: Any) -> bool:
        """Return whether an answer has full marks."""
        attempt = Attempt(Direct(answer))
        try:
            with time_limit():
                for i, test in enumerate(self._tests):
                    test(attempt)
        except (Exception, pytest.fail.Exception, TooLongError):
            self._tests.insert(0, self._tests.pop(i))  # it may well fail the next one
            return False
        return True

    def wrong(self, answer: Any) -> tuple[str, str, str] | None:
        """Return the shortest question that an answer gets wrong, what it gives, and the right."""
        for questions in self._rounds:
            found = []
            host = Host(answer)
            try:
                with time_limit():
                    received = [pack(host.perform(unpack(question))) for question, _ in questions]
            except TooLongError:
                received = [pack({"raised": {"type": "TooLongError"}})] * len(questions)
            for (question, expected), given in zip(questions, received, strict=True):
                if expected not in (None, given):
                    answers = unpack(given), unpack(expected)
                    if not near(*answers):
                        text = show_operation(unpack(question), self.exercise.entry)
                        found.append((text, *map(show_answer, answers)))
            if found:
                return min(found, key=lambda each: len(each[0]))
        return None

    def _settled(self, questions: Sequence[Operation]) -> Iterator[tuple[bytes, bytes | None]]:
        """Yield each question with what all right answers give, or with None."""
        files = [self.exercise.solution, *self.exercise.variants]
        hosts = [Host(load(path, self.exercise.entry), path) for path in files]
        for question in map(pack, questions):
            packed = [pack(host.perform(unpack(question))) for host in hosts]
            answers = [unpack(each) for each in packed]
            settled = all(same_answer(each, answers[0]) for each in answers)
            yield question, packed[0] if settled and self._is_meant(answers[0]) else None

    def _is_meant(self, answer: Answer) -> bool:
        """Return whether an answer is of finite numbers, or an exception that a line raises."""
        if "raised" in answer:
            number = answer["raised"]["line"].partition("line ")[2].partition(":")[0]
            lines = self.exercise.solution.read_text(encoding="utf-8").splitlines()
            return number.isdigit() and lines[int(number) - 1].lstrip().startswith("raise ")
        return all(np.isfinite(array).all() for array in arrays(answer))


def near(a: Answer, b: Answer) -> bool:
    """Return whether two answers differ by no more than rounding makes of their largest numbers."""
    a, b = mapped(a, as_float), mapped(b, as_float)
    if same_answer(a, b):
        return True
    if "raised" in a or "raised" in b or not same_answer(mapped(a, zero), mapped(b, zero)):
        return False
    received, right = list(arrays(a)), list(arrays(b))
    return len(received) == len(right) and all(
        np.abs(x - y).max(initial=0) <= ROUNDING * np.abs(y).max(initial=0)
        for x, y in zip(received, right, strict=True)
    )


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a value with all that it holds changed."""
    if isinstance(value, dict):
        return {key: mapped(each, change) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(mapped(each, change) for each in value)
    return change(value)


def as_float(value: Any) -> Any:
    """Return what NumPy makes of a float as the float that it is."""
    return float(value) if isinstance(value, np.float64) else value


def zero(value: Any) -> Any:
    """Return a zero of each float: what an answer is but for its numbers."""
    is_float = isinstance(value, float) or "float" in str(getattr(value, "dtype", ""))
    return value * 0 if is_float else value


def arrays(answer: Answer) -> Iterator[np.ndarray]:
    """Yield the numbers of an answer, and the gradients that its tensors have."""
    for leaf in leaves(answer.get("value")):
        if is_number(leaf):
            yield as_array(leaf)
            if getattr(leaf, "grad", None) is not None:
                yield as_array(leaf.grad)


@contextmanager
def time_limit() -> Iterator[None]:
    """Raise a TooLongError where what is done takes too long."""

    def stop(*_: object) -> None:
        raise TooLongError

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def changed(exercise: Exercise) -> Iterator[Change]:
    """Yield right answers with a change, and known mistakes two at a time."""
    for path in (exercise.solution, *exercise.variants):
        place = f"{exercise.slug}/{path.stem}"
        yield from changes(place, path.read_text(encoding="utf-8"))
    pairs = (*combinations(exercise.mutants, 2), *product(exercise.variants, exercise.mutants))
    for pair in pairs:
        if (source := merge(exercise.solution, pair)) is not None:
            yield Change(f"{exercise.slug}/solution", "", " + ".join(p.stem for p in pair), source)


def search(slug: str, rounds: int) -> Found:
    """Return the holes of an exercise."""
    exercise = find(slug)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    begun = perf_counter()
    with quiet():
        judge, found = Judge(exercise, rounds), Found(exercise.slug)
        for change in changed(exercise):
            found.tried += 1
            try:
                with time_limit():
                    answer = execute(change.source, exercise.solution, exercise.entry)
            except (LoadError, TooLongError):
                continue
            if judge.passes(answer):
                found.passed += 1
                if wrong := judge.wrong(answer):
                    found.holes.append(Hole(change, *wrong))
    found.seconds = perf_counter() - begun
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("exercises", nargs="*")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    exercises = options.exercises or [each.slug for each in find_all()]
    with ProcessPoolExecutor(options.jobs, max_tasks_per_child=1) as pool:
        for found in pool.map(partial(search, rounds=options.rounds), exercises):
            for hole in found.holes:
                print(hole)
            print(f"{found.slug:25} {found.tried:5} tried {found.passed:5} passed {len(found.holes):4} holes {found.seconds:4.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
