"""Compares an attempt's answers with the solution's and with those of known mistakes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from .attempt import Step
from .load import LoadError
from .loaded import numpy_is_loaded
from .replay import Answer, Asked, CannotCombineError, Program
from .same import (
    NO_ASPECT,
    ROUNDING,
    Aspect,
    as_array,
    aspect_of,
    changes,
    count_alike,
    distance,
    is_number,
    leaves,
    same,
    same_answer,
    size_of,
    tolerance_for,
)
from .tolerance import largest

Steps = frozenset[int]
"""A set of steps, by their places in what the tests asked."""
NO_STEPS: Steps = frozenset()
Results = frozenset[tuple[int, int]]
"""A set of results: each by the place of its step, and its own place in the tuple of results."""
WHOLE = -1
"""The place of an answer that is no tuple of as many results as the other."""

NO_CODE = re.compile(r'""".*?"""|#[^\n]*', re.DOTALL)
"""What is said in a source beside its code: docstrings and comments."""
WORD_OR_SIGN = re.compile(r"\w+|\S")


class Comparison:
    """An attempt's answers beside the solution's, step by step.

    Parameters
    ----------
    asked
        What the tests asked of the attempt.
    accepted
        The steps of checks that pass. The attempt's answers to these are right, and may be others
        than the solution's.
    """

    def __init__(self, asked: Asked, accepted: Steps) -> None:
        self.asked = asked
        self.steps = asked.steps
        self.mutants = simplest_first(asked.exercise.solution, *asked.exercise.mutants)
        self.received = [step.answer for step in asked.steps]
        """The attempt's answers."""
        self.expected = list(asked.answers())
        """The solution's answers."""
        self.seconds = asked.seconds()
        """The processor time that they took, now or for another attempt."""
        self._accepted = accepted
        self._tolerances = [tolerance_for(step.given) for step in asked.steps]
        self._compared: dict[tuple[int, int, Aspect], tuple[Answer, bool]] = {}

    # ---- sets of steps

    @cached_property
    def wrong(self) -> Steps:
        """The steps of failing checks that the attempt answers otherwise than the solution."""
        return self.wrong_but(NO_ASPECT)

    def wrong_but(self, aspects: Aspect) -> Steps:
        """Return the wrong steps if some aspects of the answers are not compared."""
        return self._failing(
            not self.agrees_with_attempt(i, answer, aspects)
            for i, answer in enumerate(self.expected)
        )

    def wrong_in(self, aspect: Aspect) -> Steps:
        """Return the steps of failing checks whose answers have one aspect wrong."""
        pairs = zip(self.received, self.expected, strict=True)
        return self._failing(differ_in(aspect, a, b) for a, b in pairs)

    @cached_property
    def raised(self) -> Steps:
        """The steps in which the attempt, and not the solution, raises an exception."""
        pairs = zip(self.received, self.expected, strict=True)
        return _where("raised" in a and "raised" not in b for a, b in pairs)

    @cached_property
    def changed(self) -> frozenset[str]:
        """The names of the arguments that the attempt changes in any step."""
        return frozenset(name for answer in self.received for name in answer.get("changed", ()))

    def _failing(self, flags: Iterable[bool]) -> Steps:
        return _where(flags) - self._accepted

    def too_small(self, steps: Steps) -> Steps:
        """Return those of some steps in which an expected result is so small that any passes."""
        return Steps(i for i in steps if any(map(_is_tiny, leaves(self.expected[i].get("value")))))

    # ---- one answer to one step

    def agrees_with_attempt(self, i: int, answer: Answer, but: Aspect) -> bool:
        """Return whether an answer to step ``i`` is the attempt's, some aspects left out."""
        key = i, id(answer), but
        if key not in self._compared:
            agrees = same_answer(self.received[i], answer, but, self._tolerances[i])
            self._compared[key] = answer, agrees  # as long as it is held, its id is its own
        return self._compared[key][1]

    def agrees_with_solution(self, i: int, answer: Answer, but: Aspect) -> bool:
        """Return whether an answer to step ``i`` is the solution's, some aspects left out."""
        return same_answer(answer, self.expected[i], but, self._tolerances[i])

    def count_alike(self, i: int, answer: Answer, but: Aspect) -> int:
        """Return how many numbers of an answer are the attempt's, and not the solution's.

        They are compared place by place, as far as the shorter of the answers goes: an attempt may
        have one loss too many, and of a row for each step another mistake may spoil all but one.
        """
        answers = self.received[i], answer, self.expected[i]
        received, given, expected = (leaves(each.get("value")) for each in answers)
        return sum(
            count_alike(a, b, c, but, self._tolerances[i])
            for a, b, c in zip(received, given, expected, strict=False)
        )

    # ---- all answers of a program: the solution with the mistakes of some mutants

    def gives_all(self, program: Program, but: Aspect, forgiven: Steps = NO_STEPS) -> bool:
        """Return whether a program answers as the attempt does, in all steps but the forgiven.

        In a check that passes, it may as well answer as the solution does.
        """
        try:
            return all(
                i in forgiven
                or self.agrees_with_attempt(i, answer, but)
                or (i in self._accepted and self.agrees_with_solution(i, answer, but))
                for i, answer in enumerate(self.asked.answers(program))
            )
        except (CannotCombineError, LoadError):
            return False

    def answers_of(self, program: Program) -> list[Answer]:
        """Return a program's answers; none, if its mistakes cannot be combined."""
        try:
            return list(self.asked.answers(program))
        except (CannotCombineError, LoadError):
            return []

    def unlike(self, answers: Sequence[Answer], but: Aspect) -> Steps:
        """Return the steps that the attempt answers otherwise, some aspects left out."""
        return _where(
            not self.agrees_with_attempt(i, answer, but) for i, answer in enumerate(answers)
        )

    def results_unlike(
        self, answers: Sequence[Answer], others: Sequence[Answer], but: Aspect
    ) -> Results:
        """Return the results in which two programs' answers differ, some aspects left out."""
        return frozenset(
            (i, place)
            for i, (answer, other) in enumerate(zip(answers, others, strict=True))
            for place, a, b in _paired(answer, other)
            if not same_answer(a, b, but, self._tolerances[i])
        )

    def received_results(self, results: Results) -> list[Answer]:
        """Return the attempt's own for some results, each as an answer."""
        return [{"value": self.received[i]["value"][place]} for i, place in results]

    def raises_anew(self, program: Program) -> bool:
        """Return whether a program raises an exception that none of its mutants raises alone."""
        alone = zip(*(self.asked.answers((path,)) for path in program), strict=True)
        pairs = zip(self.asked.answers(program), alone, strict=True)
        return any(
            "raised" in answer and not any("raised" in each for each in answers)
            for answer, answers in pairs
        )

    def returns_an_argument_anew(self, program: Program) -> bool:
        """Return whether a result of a program is an argument as it came, and of no mutant alone.

        What each of them does to it is undone by the others: the answer shows nothing of it.
        """
        alone = zip(*(self.asked.answers((path,)) for path in program), strict=True)
        answers = zip(self.steps, self.asked.answers(program), self.expected, alone, strict=True)
        return any(
            returned - _arguments_in(step, expected).union(*(_arguments_in(step, e) for e in each))
            for step, answer, expected, each in answers
            if (returned := _arguments_in(step, answer))
        )

    def distance(self, mutant: Path) -> tuple[int, float]:
        """Return how far a mutant is from the attempt: in answers that differ, then in numbers."""
        pairs = list(zip(self.received, self.asked.answers((mutant,)), strict=True))
        others = sum(not same_answer(a, b) for a, b in pairs)
        return others, max(distance(a.get("value"), b.get("value")) for a, b in pairs)

    def is_wrong_alone_in(self, aspect: Aspect, mutant: Path) -> bool:
        """Return whether a mutant is wrong in one aspect alone, and there as the attempt is."""
        answers = list(self.asked.answers((mutant,)))
        return all(
            self.agrees_with_solution(i, answer, aspect) for i, answer in enumerate(answers)
        ) and not any(differ_in(aspect, a, b) for a, b in zip(self.received, answers, strict=True))

    def is_wrong_wherever_the_attempt_is(self, aspect: Aspect, mutant: Path) -> bool:
        """Return whether a mutant has one aspect wrong in each step in which the attempt has it so.

        Where it raises an exception, it may have.
        """
        answers = list(self.asked.answers((mutant,)))
        wrong = self.wrong_in(aspect)
        returned = [i for i in wrong if "value" in answers[i]]
        return bool(returned) and not any(
            differ_in(aspect, self.received[i], answers[i]) for i in returned
        )

    def count_numbers(self, steps: Steps) -> int:
        """Return how many numbers the attempt's answers to some steps hold."""
        return sum(count_numbers(self.received[i]) for i in steps)


def simplest_first(solution: Path, *mutants: Path) -> list[Path]:
    """Return mutants, first those whose code adds the fewest words and signs to the solution's.

    Of mistakes that give the same answers, one that leaves something out is likelier than one that
    writes something else.
    """
    right = count_words(solution)
    return sorted(mutants, key=lambda mutant: (count_words(mutant) - right).total())


def count_words(path: Path) -> Counter[str]:
    """Return how often a file's code has each word and each sign."""
    return _count_words(path, path.stat().st_mtime_ns)


@lru_cache(2048)
def _count_words(path: Path, changed: int) -> Counter[str]:
    return Counter(WORD_OR_SIGN.findall(NO_CODE.sub("", path.read_text(encoding="utf-8"))))


def _paired(a: Answer, b: Answer) -> Iterator[tuple[int, Answer, Answer]]:
    """Yield the results of two answers side by side, each as an answer, with their places."""
    x, y = a.get("value"), b.get("value")
    if isinstance(x, tuple) and isinstance(y, tuple) and len(x) == len(y):
        for place, (left, right) in enumerate(zip(x, y, strict=True)):
            yield place, {"value": left}, {"value": right}
    else:
        yield WHOLE, a, b


def _arguments_in(step: Step, answer: Answer) -> frozenset[tuple[int, int]]:
    """Return which results are arguments of their call: the places of either.

    A single number may be one by chance, where it is all that there is.
    """
    value = answer.get("value")
    if isinstance(value, tuple):
        results = list(enumerate(value))
    elif is_number(value) and size_of(value) > 1:
        results = [(WHOLE, value)]
    else:
        return frozenset()
    given = [(place, each) for place, each in enumerate(step.given) if is_number(each)]
    return frozenset((place, of) for place, each in results for of, x in given if same(each, x))


def differ_in(aspect: Aspect, a: Answer, b: Answer) -> bool:
    """Return whether two answers hold as many numbers, and differ in an aspect of these."""
    if "value" not in a or "value" not in b:
        return False
    if aspect is Aspect.CHANGES:
        return changes(a) != changes(b)
    x, y = (list(leaves(each["value"])) for each in (a, b))
    if len(x) != len(y) or not all(map(is_number, [*x, *y])):
        return False
    return any(aspect_of(i, aspect) != aspect_of(j, aspect) for i, j in zip(x, y, strict=True))


def has_nonzero_number(answer: Answer) -> bool:
    """Return whether a number in an answer is neither 0 nor NaN, which many mistakes give."""
    return any(map(_has_nonzero, filter(is_number, leaves(answer.get("value")))))


def _has_nonzero(number: object) -> bool:
    if not numpy_is_loaded():  # it is a plain one
        return number == number and number != 0
    array = as_array(number)
    return bool((array[array == array] != 0).any())


def _is_tiny(result: object) -> bool:
    """Return whether all numbers of a result are below the tolerance, and not all are 0."""
    if not is_number(result) or not numpy_is_loaded():
        return False
    return 0 < largest(as_array(result)) < ROUNDING.absolute


def count_numbers(answer: Answer) -> int:
    """Return how many numbers an answer holds. The more agree, the less it is by chance."""
    return sum(map(size_of, filter(is_number, leaves(answer.get("value")))))


def union(sets: Iterable[Steps]) -> Steps:
    """Return the steps that are in one of some sets, or in several."""
    return NO_STEPS.union(*sets)


def _where(flags: Iterable[bool]) -> Steps:
    """Return the places at which something is true."""
    return frozenset(i for i, flag in enumerate(flags) if flag)
