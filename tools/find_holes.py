"""Search exercises for wrong answers that have full marks.

Usage: python tools/find_holes.py [exercise ...] [--rounds N] [--jobs N] [--tries N]

Right answers, the solution and ``variants/``, are changed a little (`changes`); known mistakes are
combined in pairs, and made in the variants. A changed answer that passes all tests is asked what
these ask, with other values, sizes, dtypes, layouts and options (`questions`). A question counts if
all right answers agree on it: where they do not, or fail, the prompt leaves open what is right. A
changed answer that is wrong on a question that counts is a hole: a test has to fail it, or
``unasked.toml`` says why no prompt asks that.

Each exercise is searched in a process of its own. It has a line in what is printed, even if that
process dies. The exit status is 0 if all were searched and there is no hole. ``--tries 500`` draws
so many changes of each exercise, always the same ones, which takes a minute or two; all take ten.
"""

from __future__ import annotations

import argparse
import importlib.util
import inspect
import multiprocessing
import os
import random
import resource
import signal
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial, wraps
from itertools import combinations, product
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from changes import Change, changes
from questions import Operation, Questions, as_array

from normbook.grader import Exercise, find, find_all
from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.host import THE_ATTEMPT, Host
from normbook.grader.verdict.load import LoadError, execute, load
from normbook.grader.verdict.merge import merge
from normbook.grader.verdict.run import quiet
from normbook.grader.verdict.same import is_number, leaves, same_answer
from normbook.grader.verdict.show import show_answer, show_operation
from normbook.grader.verdict.wire import WireError, pack, unpack

UNASKED = Path(__file__).with_name("unasked.toml")
SECONDS = 2.0
"""The processor time that a changed answer may take for one test, or for one question."""
SLOW_SECONDS = 0.1
"""A question is slow if the right answers together take more processor time for it."""
ROUNDS_WITH_SLOW = 2
"""Slow questions count in the first so many rounds alone."""
MAX_MEMORY_BYTES = 3 * 2**30
"""The memory that a process may take: a changed answer may ask for any amount."""
ROUNDING_OF_LARGEST = 1e-3
"""By how much rounding may change numbers that cancel, as a share of the largest of an answer."""
APART = multiprocessing.get_context("spawn")
"""Starts a process that shares nothing with this one."""
Answer = dict[str, Any]
"""What `Host.perform` returns."""
TOO_MUCH = {"raised": {"type": "TooLongError"}}
"""Stands for the answer to a question that takes too much time or memory."""


class TooLongError(BaseException):
    """A changed answer does not end."""


@dataclass(frozen=True)
class Hole:
    """A changed answer with full marks, and a question that it answers wrong."""

    change: Change
    question: str
    received: str
    expected: str

    def __str__(self) -> str:
        return (
            f"{self.change.place}\n  - {self.change.before}\n  + {self.change.after}\n"
            f"    {self.question}\n    received {self.received}\n    expected {self.expected}"
        )


@dataclass
class Found:
    """The result of the search in one exercise."""

    exercise: str
    tried: int = 0
    """How many changed answers were tried."""
    passed: int = 0
    """How many of these have full marks."""
    holes: list[Hole] = field(default_factory=list)
    asked: int = 0
    """How many questions there are beside the tests'."""
    counted: int = 0
    """How many of these count."""
    died: str = ""
    """How the process ended, if there is no result."""

    def __str__(self) -> str:
        if self.died:
            return f"{self.exercise:24} no result: {self.died}"
        found = f"{self.tried:6} tried, {self.passed:4} pass, {len(self.holes):3} wrong"
        return f"{self.exercise:24} {found}; {self.counted} of {self.asked} questions count"


class Judge:
    """Tells whether an answer passes an exercise's tests, and whether it is right.

    Parameters
    ----------
    exercise
        The exercise with the tests and the right answers.
    rounds
        How often all that the tests ask is varied.
    """

    def __init__(self, exercise: Exercise, rounds: int) -> None:
        self.exercise = exercise
        self._tests = list(tests(exercise))
        self._unasked = unasked(exercise.slug)
        solution = load(exercise.solution, exercise.entry)
        attempt = Attempt(Direct(solution))
        for test in self._tests:
            test(attempt)
        operations = [step.operation for step in attempt.steps]
        self._asked = Questions(operations, inspect.signature(solution))
        self.rounds = [
            list(self._settled(list(self._asked.ask(seed)), seed < ROUNDS_WITH_SLOW))
            for seed in range(rounds)
        ]
        self.asked = sum(map(len, self.rounds))
        counted = [[pair for pair in pairs if pair[1] is not None] for pairs in self.rounds]
        self.counted = sum(map(len, counted))
        if all(each["do"] == "call" and each["on"] == THE_ATTEMPT for each in operations):
            self.rounds = counted  # no question needs what another made

    def passes(self, answer: Any) -> bool:
        """Return whether an answer has full marks."""
        attempt = Attempt(Direct(answer))
        for test in self._tests:
            try:
                with time_limit():
                    test(attempt)
            except (Exception, pytest.fail.Exception, TooLongError):
                self._tests.remove(test)
                self._tests.insert(0, test)  # it may well fail the next one
                return False
        return True

    def wrong(self, answer: Any) -> tuple[str, str, str] | None:
        """Return the shortest question that is answered wrong, what was received and expected."""
        for questions in self.rounds:
            received = list(self._answers(answer, [question for question, _ in questions]))
            found = [
                (show_operation(unpack(question), self.exercise.entry), *pair)
                for (question, expected), given in zip(questions, received, strict=True)
                if expected not in (None, given)
                and (pair := difference(unpack(given), unpack(expected)))
            ]
            if found:
                return min(found, key=lambda each: len(each[0]))
        return None

    def _answers(self, answer: Any, questions: Sequence[bytes]) -> Iterator[bytes]:
        """Yield the answers to questions; once one takes too long, `TOO_MUCH` for all the rest."""
        host = Host(answer)
        for i, question in enumerate(questions):
            try:
                with time_limit():
                    yield pack(host.perform(unpack(question)))
            except (TooLongError, MemoryError, RecursionError):
                yield from [pack(TOO_MUCH)] * (len(questions) - i)
                return

    def _settled(
        self, questions: Sequence[Operation], slow_too: bool
    ) -> Iterator[tuple[bytes, bytes | None]]:
        """Yield each question with what all right answers give, or None if it does not count."""
        files = [self.exercise.solution, *self.exercise.variants]
        hosts = [Host(load(path, self.exercise.entry), path) for path in files]
        for operation in questions:
            question, start = pack(operation), time.process_time()
            given = [pack(host.perform(unpack(question))) for host in hosts]
            slow = time.process_time() - start > SLOW_SECONDS
            first, *others = map(unpack, given)
            settled = self._is_meant(first) and all(agree(each, first) for each in others)
            settled = settled and (slow_too or not slow) and not self._is_unasked(operation)
            yield question, given[0] if settled else None

    def _is_unasked(self, operation: Operation) -> bool:
        """Return whether a call of the answer is one that no prompt asks for."""
        given = self._asked.arguments(operation)
        return given is not None and any(eval(each, {"np": np}, given) for each in self._unasked)

    def _is_meant(self, answer: Answer) -> bool:
        """Return whether all numbers of an answer are finite, or a ``raise`` statement gives it."""
        if "raised" in answer:
            number = answer["raised"]["line"].partition("line ")[2].partition(":")[0]
            lines = self.exercise.solution.read_text(encoding="utf-8").splitlines()
            return number.isdigit() and lines[int(number) - 1].lstrip().startswith("raise ")
        return all(np.isfinite(array).all() for array in arrays(answer))


def unasked(slug: str) -> list[str]:
    """Return conditions on a call, as Python expressions: no prompt asks for such calls."""
    kept = tomllib.loads(UNASKED.read_text(encoding="utf-8"))
    return list(kept.get(slug, {}).values())


def tests(exercise: Exercise) -> Iterator[Callable[[Attempt], None]]:
    """Yield the tests of an exercise, to be called as functions: it is faster than pytest."""
    spec = importlib.util.spec_from_file_location(f"{exercise.slug}.tests", exercise.tests)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, value in list(vars(module).items()):
        if name.endswith("by_hand"):
            setattr(module, name, kept(value))
    yield from (getattr(module, name) for name in exercise.checks)


def kept(oracle: Callable[..., Any]) -> Callable[..., Any]:
    """Return an oracle that keeps its results, as tests ask it the same for every answer."""
    results: dict[bytes, bytes] = {}

    @wraps(oracle)
    def ask(*arguments: Any, **keywords: Any) -> Any:
        try:
            question = pack([arguments, keywords])
            if question not in results:
                results[question] = pack(oracle(*arguments, **keywords))
        except WireError:  # a function is among them, say
            return oracle(*arguments, **keywords)
        return unpack(results[question])

    return ask


@contextmanager
def time_limit() -> Iterator[None]:
    """Raise TooLongError where the code inside takes more than `SECONDS`."""

    def stop(*_: object) -> None:
        raise TooLongError

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS, SECONDS)  # again, where an exception is lost
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


# ---- comparing


def difference(received: Answer, expected: Answer) -> tuple[str, str] | None:
    """Return both answers as text, or None if they differ by rounding alone."""
    if "raised" in received and "raised" in expected:
        types = received["raised"]["type"], expected["raised"]["type"]  # no prompt asks for more
        return None if types[0] == types[1] else types
    a, b = mapped(received, as_float), mapped(expected, as_float)
    if same_answer(a, b) or (
        same_answer(mapped(a, zero), mapped(b, zero)) and differ_by_rounding(a, b)
    ):
        return None
    return show_answer(received), show_answer(expected)


def agree(a: Answer, b: Answer) -> bool:
    """Return whether two right answers are the same, Python's float and NumPy's being one type."""
    return same_answer(mapped(a, as_float), mapped(b, as_float))


def differ_by_rounding(a: Answer, b: Answer) -> bool:
    """Return whether all numbers differ by a small share of the largest, as rounding may do."""
    received, expected = list(arrays(a)), list(arrays(b))
    most = ROUNDING_OF_LARGEST * max((np.abs(x).max(initial=0) for x in expected), default=0)
    return len(received) == len(expected) and all(
        bool((np.abs(x - y) <= most).all()) for x, y in zip(received, expected, strict=True)
    )


def arrays(answer: Answer) -> Iterator[np.ndarray]:
    """Yield the numbers of an answer, and the gradients that its tensors have."""
    for leaf in leaves(answer.get("value")):
        if is_number(leaf):
            yield as_array(leaf)
            if getattr(leaf, "grad", None) is not None:
                yield as_array(leaf.grad)


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a value with a function applied to all that it holds."""
    if isinstance(value, dict):
        return {key: mapped(each, change) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(mapped(each, change) for each in value)
    return change(value)


def as_float(value: Any) -> Any:
    """Return a float64 of NumPy's as a float of Python's, and anything else as it is."""
    return float(value) if isinstance(value, np.float64) else value


def zero(value: Any) -> Any:
    """Return 0 for a float, or as many for an array of them, and anything else as it is."""
    is_float = isinstance(value, float) or "float" in str(getattr(value, "dtype", ""))
    return value * 0 if is_float else value


# ---- searching


def changed(exercise: Exercise) -> Iterator[Change]:
    """Yield right answers with one change, and programs with two known mistakes."""
    for path in (exercise.solution, *exercise.variants):
        yield from changes(f"{exercise.slug}/{path.stem}", path.read_text(encoding="utf-8"))
    pairs = (*combinations(exercise.mutants, 2), *product(exercise.variants, exercise.mutants))
    for pair in pairs:
        if (source := merge(exercise.solution, pair)) is not None:
            names = " + ".join(path.stem for path in pair)
            yield Change(f"{exercise.slug}/solution", "", names, source)


def search(exercise: Exercise, rounds: int, tried: Iterator[Change]) -> Found:
    """Return which of some changes are holes of an exercise."""
    judge = Judge(exercise, rounds)
    found = Found(exercise.slug, asked=judge.asked, counted=judge.counted)
    for change in tried:
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
    return found


def search_all(slug: str, rounds: int, tries: int | None, sender: Connection) -> None:
    """Send the result of the search in an exercise."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    exercise = find(slug)
    with quiet():
        tried = changed(exercise)
        if tries is not None:
            every = list(tried)
            tried = iter(random.Random(0).sample(every, min(tries, len(every))))
        found = search(exercise, rounds, tried)
    sender.send(found)


def search_apart(slug: str, rounds: int, tries: int | None) -> Found:
    """Return the result of a search in a process of its own, or how that died."""
    receiver, sender = APART.Pipe(duplex=False)
    process = APART.Process(target=search_all, args=(slug, rounds, tries, sender))
    process.start()
    sender.close()
    try:
        found: Found = receiver.recv()
    except EOFError:
        process.join()
        return Found(slug, died=cause(process.exitcode or 0))
    return found


def cause(exitcode: int) -> str:
    """Return in words how a process without a result ended."""
    if exitcode >= 0:
        return f"its process ended with status {exitcode}; the error is above"
    name = signal.Signals(-exitcode).name
    memory = ", as the system does where memory is short" if name == "SIGKILL" else ""
    return f"{name} ended its process{memory}"


def main() -> bool:
    """Search; print the holes and how many changes were tried; return whether there is none."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("exercises", nargs="*", metavar="exercise")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tries", type=int, help="changes of each exercise; without it, all")
    options = parser.parse_args()
    slugs = options.exercises or [each.slug for each in find_all()]
    look = partial(search_apart, rounds=options.rounds, tries=options.tries)
    results = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(look, slugs):
            print(*found.holes, found, sep="\n", flush=True)
            results.append(found)
    return not any(found.holes or found.died for found in results)


if __name__ == "__main__":
    sys.exit(not main())
