"""Search exercises for wrong answers that have full marks.

Usage: python tools/find_holes.py [exercise ...] [--rounds N] [--jobs N] [--tries N]

Right answers, the solution and ``variants/``, are changed a little (`changes`); known mistakes are
combined in pairs, and made in the variants. What then passes all tests is asked what they ask, with
other values, sizes, dtypes, layouts and options (`questions`). A question counts where all right
answers agree: where they do not, or fail, the prompt leaves open what is right. What differs there
is a hole: a test has to fail it, or ``unasked.toml`` says why no prompt asks that.

Each exercise has a process of its own, and a line in what is printed, if the process dies, too. The
status is 0 where all were searched and there is no hole. ``--tries 500`` draws so many changes of
each, always the same ones: an answer in a minute or two, where all of them take ten.
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
from normbook.grader.verdict.report import show_answer, show_operation
from normbook.grader.verdict.run import quiet
from normbook.grader.verdict.same import is_number, leaves, same_answer
from normbook.grader.verdict.wire import WireError, pack, unpack

UNASKED = Path(__file__).with_name("unasked.toml")
SECONDS = 2.0
"""Of the processor, that a changed answer may take for all tests, or for a round of questions."""
SLOW, OFTEN = 0.1, 2
"""What takes the right answers more seconds of the processor together counts in so many rounds."""
MEMORY = 3 * 2**30
"""Bytes that a process may take: a changed answer may ask for any number, beside three others."""
ROUNDING = 1e-3
"""What rounding may make of the largest number of an answer, where others cancel."""
APART = multiprocessing.get_context("spawn")
"""Starts a search's process with nothing of this one."""
Answer = dict[str, Any]
TOO_MUCH = {"raised": {"type": "TooLongError"}}
"""What an answer is that takes all time or memory."""


class TooLongError(BaseException):
    """A changed answer does not end."""


@dataclass(frozen=True)
class Hole:
    """A change with full marks, and a question to which its answer is wrong."""

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
    """What the search in an exercise came to."""

    exercise: str
    tried: int = 0
    passed: int = 0
    """Of these, those with full marks."""
    holes: list[Hole] = field(default_factory=list)
    asked: int = 0
    counted: int = 0
    """Of the questions asked, those that count."""
    died: str = ""
    """Why there is no result."""

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
        Whose tests and right answers are asked.
    rounds
        How often all that the tests ask is asked otherwise.
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
            list(self._settled(list(self._asked.ask(seed)), seed < OFTEN)) for seed in range(rounds)
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
        """Yield the answers; where they do not end, an exception for each that is left."""
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
        """Yield each question with what all right answers give, or with None."""
        files = [self.exercise.solution, *self.exercise.variants]
        hosts = [Host(load(path, self.exercise.entry), path) for path in files]
        for operation in questions:
            question, start = pack(operation), time.process_time()
            given = [pack(host.perform(unpack(question))) for host in hosts]
            slow = time.process_time() - start > SLOW
            first, *others = map(unpack, given)
            settled = self._is_meant(first) and all(alike(each, first) for each in others)
            settled = settled and (slow_too or not slow) and not self._is_unasked(operation)
            yield question, given[0] if settled else None

    def _is_unasked(self, operation: Operation) -> bool:
        """Return whether a call of the answer is one that no prompt asks for."""
        given = self._asked.arguments(operation)
        return given is not None and any(eval(each, {"np": np}, given) for each in self._unasked)

    def _is_meant(self, answer: Answer) -> bool:
        """Return whether an answer is of finite numbers, or an exception that a line raises."""
        if "raised" in answer:
            number = answer["raised"]["line"].partition("line ")[2].partition(":")[0]
            lines = self.exercise.solution.read_text(encoding="utf-8").splitlines()
            return number.isdigit() and lines[int(number) - 1].lstrip().startswith("raise ")
        return all(np.isfinite(array).all() for array in arrays(answer))


def unasked(slug: str) -> list[str]:
    """Return what calls of an exercise's answer no prompt asks for, each in Python."""
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
    """Return an oracle that computes each result once: tests ask it the same of every answer."""
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
    """Raise a TooLongError in what takes too long."""

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
    """Return both answers as they are shown, or None where they differ by rounding alone."""
    if "raised" in received and "raised" in expected:
        types = received["raised"]["type"], expected["raised"]["type"]  # no prompt asks for more
        return None if types[0] == types[1] else types
    a, b = mapped(received, as_float), mapped(expected, as_float)
    if same_answer(a, b) or (same_answer(mapped(a, zero), mapped(b, zero)) and near(a, b)):
        return None
    return show_answer(received), show_answer(expected)


def alike(a: Answer, b: Answer) -> bool:
    """Return whether two right answers are the same; NumPy's float is Python's, too."""
    return same_answer(mapped(a, as_float), mapped(b, as_float))


def near(a: Answer, b: Answer) -> bool:
    """Return whether the numbers differ by no more than rounding makes of the largest of them."""
    received, expected = list(arrays(a)), list(arrays(b))
    most = ROUNDING * max((np.abs(x).max(initial=0) for x in expected), default=0)
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


# ---- searching


def changed(exercise: Exercise) -> Iterator[Change]:
    """Yield right answers with a change, and known mistakes two at a time."""
    for path in (exercise.solution, *exercise.variants):
        yield from changes(f"{exercise.slug}/{path.stem}", path.read_text(encoding="utf-8"))
    pairs = (*combinations(exercise.mutants, 2), *product(exercise.variants, exercise.mutants))
    for pair in pairs:
        if (source := merge(exercise.solution, pair)) is not None:
            names = " + ".join(path.stem for path in pair)
            yield Change(f"{exercise.slug}/solution", "", names, source)


def search(exercise: Exercise, rounds: int, tried: Iterator[Change]) -> Found:
    """Return which of the changes tried are holes of an exercise."""
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
    """Send what the search in an exercise came to."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    exercise = find(slug)
    with quiet():
        tried = changed(exercise)
        if tries is not None:
            every = list(tried)
            tried = iter(random.Random(0).sample(every, min(tries, len(every))))
        found = search(exercise, rounds, tried)
    sender.send(found)


def search_apart(slug: str, rounds: int, tries: int | None) -> Found:
    """Search an exercise in a process of its own, and return what came of it, or how it died."""
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
    """Return in words how a process ended that sent nothing."""
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
