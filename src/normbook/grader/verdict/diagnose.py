"""Names the misconceptions behind a wrong answer: one, or two or three at once.

What the tests asked of the attempt is asked again of the solution and of each mutant. A mutant
whose answers are the attempt's throughout, and not the solution's, is its bug. Where there is none,
mistakes are combined: each that changes an answer which the attempt has right is left out, and of
the rest those are named that together give the attempt's numbers. A dtype, a shape, or an argument
that was written to is compared apart from the numbers, as a mistake of its own. What no known
mistake explains is read for what it has in common with what was expected (`symptoms`).
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations, product
from operator import or_
from pathlib import Path
from typing import Any

from . import symptoms
from .attempt import Step
from .find import Exercise, explain
from .load import LoadError
from .replay import Answer, Asked, CannotCombineError, Program
from .report import show_operation
from .run import CheckResult, quiet
from .same import (
    NO_ASPECT,
    NUMBERS_ALONE,
    Aspect,
    as_array,
    aspect_of,
    distance,
    is_number,
    leaves,
    rounding,
    same,
    same_answer,
    size_of,
)
from .wire import Handle

MAX_MISTAKES = 3
SECONDS = 1.0
"""For combinations of mistakes; those that are left then are not tried."""
ROUNDS = 1.5
"""How often there is time for all mutants, where that is longer: for networks that train, say."""

CERTAIN = 4
"""Numbers that a mistake has to give as the attempt does, to be named unseen."""

Bits = int
"""A set of steps: bit i stands for step i."""


@dataclass(frozen=True)
class Finding:
    """A mistake, or what the numbers show of one, and the smallest step that shows it."""

    explanation: str
    """What a learner is told."""
    step: Step
    expected: Answer
    """The solution's answer to that step."""
    bug: str = ""
    """The mutant's name; none where the numbers alone were read."""
    checks: tuple[str, ...] = ()
    """The checks that it stands for: those that fail where it shows, and of no finding before it.

    Numbers that were read leave the first to say what it asks.
    """
    before: tuple[Step, ...] = ()
    """What made the object that the step asks something of, and changed it; of the attempt none."""


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong with an attempt."""

    entry: str
    """What is called."""
    findings: tuple[Finding, ...]
    """First the one that most checks fail with."""

    @property
    def bugs(self) -> tuple[str, ...]:
        """The names of the mutants."""
        return tuple(finding.bug for finding in self.findings if finding.bug)


@dataclass(frozen=True)
class Cause:
    """A finding, by the steps that it concerns."""

    explanation: str
    touched: Bits
    """The steps whose answers it changes."""
    shown: Bits
    """Of these, those that show it alone."""
    bug: str = ""


@dataclass(frozen=True)
class Known:
    """A mutant that changes no answer which the attempt has right."""

    path: Path
    touched: Bits
    """Where it gives other numbers than the solution."""
    matched: Bits
    """Where these are the attempt's."""
    let_in: Bits
    """Where the solution raises an exception, and this goes on: other mistakes then show there."""
    parts: int = 0
    """Of the answers that are not the attempt's, how many parts are: a loss beside a gradient."""


def diagnose(
    exercise: Exercise, steps: Sequence[Step], checks: Sequence[CheckResult] = ()
) -> Diagnosis | None:
    """Return what the recorded steps show, or None.

    Parameters
    ----------
    exercise
        Whose solution and mutants are asked.
    steps
        What the tests asked of the attempt, and what came of it.
    checks
        What became of the tests.
    """
    with quiet():
        search = Search(Asked(exercise, steps), steps_of_passing(checks))
        findings = tuple(_with_checks(search, checks))
    return Diagnosis(exercise.entry, findings) if findings else None


def _with_checks(search: Search, checks: Sequence[CheckResult]) -> Iterator[Finding]:
    """Yield the findings, first the known mistake that most checks fail with."""
    failing = {
        check.name: reduce(or_, (1 << i for i in check.asked), 0)
        for check in checks
        if check.status in ("fail", "error")  # what ended the attempt, no mutant does
    }

    causes = search.causes()
    unexplained = search.wrong & ~reduce(or_, (cause.touched for cause in causes), 0)

    def fails(cause: Cause) -> list[str]:
        return [
            name
            for name, asked in failing.items()
            if asked & cause.touched and not asked & unexplained  # which fails for another reason
        ]

    # A mistake that is known says more than numbers that were read.
    for cause in sorted(causes, key=lambda each: (not each.bug, -len(fails(each)))):
        names = fails(cause)
        shown = search.shortest(cause)
        step = search.asked.steps[shown]
        says_all = cause.bug or "raised" in step.answer
        yield Finding(
            cause.explanation,
            step,
            search.expected[shown],
            cause.bug,
            tuple(names if says_all else names[1:]),
            history_of(search.asked.steps, shown),
        )
        for name in names:
            del failing[name]


def steps_of_passing(checks: Sequence[CheckResult]) -> Bits:
    """Return the steps of the tests that passed: their answers are right, and may be others."""
    return reduce(or_, (1 << i for each in checks if each.status == "pass" for i in each.asked), 0)


class Search:
    """Looks for what explains the answers of an attempt."""

    def __init__(self, asked: Asked, accepted: Bits) -> None:
        self.asked = asked
        self._accepted = accepted
        self.received = [step.answer for step in asked.steps]
        self._atol = [rounding(step.given) for step in asked.steps]
        begin = time.process_time()
        self.expected = list(asked.answers())
        once = time.process_time() - begin
        self._seconds = max(SECONDS, ROUNDS * once * len(asked.exercise.mutants))
        self._deadline = math.inf  # until single mistakes have been tried

    def causes(self) -> list[Cause]:
        """Return what explains the answers, as far as anything does."""
        wrong = self.wrong
        if not wrong:
            return []
        twins = [path for path in self.asked.exercise.mutants if self._gives((path,), NO_ASPECT)]
        if twins:
            path = min(twins, key=self._distance)
            return [Cause(explain(path), wrong, wrong, path.stem)]
        if not any(map(tells, self.received)):
            return self._in_part([], self._differing(self.expected, NUMBERS_ALONE) & ~self._raised)
        self._deadline = time.process_time() + self._seconds
        levels = [Aspect.DTYPE | Aspect.CHANGES]
        if self._differing_in(Aspect.SHAPE):
            levels.append(NUMBERS_ALONE)
        for but, forgiven in product(levels, dict.fromkeys((0, self._raised))):
            wrong = self._differing(self.expected, but) & ~forgiven
            if not wrong and not forgiven:
                return list(self._aspects(but))
            known = self._known(wrong, but, forgiven)
            if group := self._explaining(known, wrong, but, forgiven):
                beside = self._exceptions() if forgiven else ()
                return [*_causes(group), *self._aspects(but), *beside]
        return self._in_part(known, wrong)

    def shortest(self, cause: Cause) -> int:
        """Return the step that shows a cause best: alone, on numbers, with little to read."""
        best: list[tuple[bool, bool, bool, int, int]] = []
        for i in bits(cause.touched | cause.shown):
            text = show_operation(self.asked.steps[i].operation, self.asked.exercise.entry)
            is_silent = not tells(self.received[i])
            best.append(("nan" in text, not cause.shown >> i & 1, is_silent, len(text), i))
        return min(best)[-1]

    @cached_property
    def wrong(self) -> Bits:
        """The steps whose answers are not the solution's."""
        return self._differing(self.expected, NO_ASPECT)

    @cached_property
    def _raised(self) -> Bits:
        """The steps in which the attempt, and not the solution, raised an exception."""
        pairs = zip(self.received, self.expected, strict=True)
        return to_bits("raised" in a and "raised" not in b for a, b in pairs)

    def _differing(self, answers: Sequence[Answer], but: Aspect) -> Bits:
        """Return the steps with other answers than the attempt's, in tests that it fails."""
        each = zip(self.received, answers, self._atol, strict=True)
        return to_bits(not same_answer(a, b, but, atol) for a, b, atol in each) & ~self._accepted

    def _gives(self, program: Program, but: Aspect, forgiven: Bits = 0) -> bool:
        """Return whether a program's answers are the attempt's, but for some steps."""
        try:
            return all(
                forgiven >> i & 1 or self._same(i, answer, but)
                for i, answer in enumerate(self.asked.answers(program))
            )
        except (CannotCombineError, LoadError):
            return False

    def _same(self, i: int, answer: Answer, but: Aspect) -> bool:
        """Return whether an answer to a step is the attempt's, or as right as that is."""
        return same_answer(self.received[i], answer, but, self._atol[i]) or (
            bool(self._accepted >> i & 1)
            and same_answer(self.expected[i], answer, but, self._atol[i])
        )

    def _explaining(
        self, known: Sequence[Known], wrong: Bits, but: Aspect, forgiven: Bits
    ) -> tuple[Known, ...]:
        """Return the fewest mistakes that together give the attempt's numbers; none, if none do."""
        for size in range(1, MAX_MISTAKES + 1):
            groups = [
                (*asked, group)
                for group in combinations(known, size)
                if (asked := _contested(group, wrong)) is not None
            ]
            for _, contested, group in sorted(groups, key=_order):
                if not contested and (size == 1 or self._is_certain(group)):
                    return group
                if time.process_time() > self._deadline:
                    return ()
                program = tuple(each.path for each in group)
                if self._gives(program, but, forgiven) and not self._breaks(program):
                    return group
        return ()

    def _breaks(self, program: Program) -> bool:
        """Return whether mistakes raise an exception together that none of them raises alone."""
        apart = zip(*(self.asked.answers((path,)) for path in program), strict=True)
        pairs = zip(self.asked.answers(program), apart, strict=True)
        return any(
            "raised" in answer and not any("raised" in each for each in parts)
            for answer, parts in pairs
        )

    def _is_certain(self, group: Sequence[Known]) -> bool:
        """Return whether each mistake gives so many of the answers that it is no chance."""
        return all(self._weight(each.matched) >= CERTAIN for each in group)

    def _weight(self, steps: Bits) -> int:
        return sum(numbers(self.received[i]) for i in bits(steps))

    def _known(self, wrong: Bits, but: Aspect, forgiven: Bits) -> list[Known]:
        """Return the mutants that explain some wrong answer and spoil no right one."""
        known = (self._tried(path, wrong, but, forgiven) for path in self.asked.exercise.mutants)
        return [each for each in known if each is not None]

    def _tried(self, path: Path, wrong: Bits, but: Aspect, forgiven: Bits) -> Known | None:
        """Return what a mutant explains, or None if that is nothing, or if it spoils an answer."""
        touched = matched = let_in = parts = 0
        if time.process_time() > self._deadline:
            return None
        for i, answer in enumerate(self.asked.answers((path,))):
            bit, atol = 1 << i & ~forgiven, self._atol[i]
            if not same_answer(answer, self.expected[i], but, atol):
                if bit & ~wrong:
                    if same_answer(self.received[i], self.expected[i], but, atol):
                        return None
                    continue  # another answer than the solution's, in a test that it passes
                touched |= bit
                if same_answer(self.received[i], answer, but, atol):
                    matched |= bit
                else:
                    parts += self._parts(i, answer, but)
                if "raised" in self.expected[i] and "raised" not in answer:
                    let_in |= bit
        return Known(path, touched, matched, let_in, parts) if touched else None

    def _parts(self, i: int, answer: Answer, but: Aspect) -> int:
        """Return how many parts of an answer are the attempt's, and not the solution's."""
        answers = self.received[i], answer, self.expected[i]
        received, given, expected = (list(leaves(each.get("value"))) for each in answers)
        if not len(received) == len(given) == len(expected) > 1:
            return 0
        return sum(
            same(a, b, but, self._atol[i]) and not same(b, c, but, self._atol[i])
            for a, b, c in zip(received, given, expected, strict=True)
        )

    def _differing_in(self, aspect: Aspect) -> Bits:
        """Return the steps of whose answers an aspect is not as expected."""
        pairs = zip(self.received, self.expected, strict=True)
        return to_bits(differ(a, b, aspect) for a, b in pairs) & ~self._accepted

    def _aspects(self, but: Aspect) -> Iterator[Cause]:
        """Yield what is wrong beside the numbers."""
        for aspect in Aspect:
            if aspect in but and (differing := self._differing_in(aspect)):
                yield self._aspect(aspect, differing)

    def _aspect(self, aspect: Aspect, differing: Bits) -> Cause:
        """Name the mutant that changes this aspect as the attempt does, or say what differs."""
        for path in self.asked.exercise.mutants:
            if time.process_time() > self._deadline:
                break
            answers = list(self.asked.answers((path,)))
            each = zip(answers, self.expected, self._atol, strict=True)
            if all(same_answer(a, b, aspect, atol) for a, b, atol in each) and not any(
                differ(a, b, aspect) for a, b in zip(self.received, answers, strict=True)
            ):
                return Cause(explain(path), differing, differing, path.stem)
        first = next(bits(differing))
        text = symptoms.of_aspect(aspect, self.received[first], self.expected[first])
        return Cause(text, differing, 1 << first)

    def _distance(self, path: Path) -> tuple[int, float]:
        """Return how many of a mutant's answers are others, and how far its numbers are at most."""
        pairs = list(zip(self.received, self.asked.answers((path,)), strict=True))
        others = sum(not same_answer(a, b, NO_ASPECT) for a, b in pairs)
        return others, max(distance(a.get("value"), b.get("value")) for a, b in pairs)

    def _in_part(self, known: Sequence[Known], wrong: Bits) -> list[Cause]:
        """Return what explains some of the answers, where nothing known explains all of them."""
        best = _most_telling(known, wrong)
        if best is not None and self._weight(best.matched) >= 2 * CERTAIN:
            cause = Cause(explain(best.path), best.matched, best.matched, best.path.stem)
            return [cause, *self._exceptions()]
        is_result = not self._differing_in(Aspect.SHAPE)  # and no number in place of an array
        beside = self._aspects(Aspect.DTYPE | Aspect.CHANGES) if is_result else ()
        return [*self._read(symptoms.read, wrong), *beside, *self._exceptions()]

    def _exceptions(self) -> Iterator[Cause]:
        """Yield the exception that most of those steps end with that should have a result."""
        yield from self._read(symptoms.of_exceptions, self._raised)

    def _read(self, read: symptoms.Read, steps: Bits) -> Iterator[Cause]:
        """Yield what the answers to some steps have in common, if they have something."""
        places = list(bits(steps))
        found = read([(self.asked.steps[i], self.expected[i]) for i in places])
        if found is not None:
            text, shown = found
            common = reduce(or_, (1 << places[i] for i in shown))
            yield Cause(text, common, common)


def history_of(steps: Sequence[Step], place: int) -> tuple[Step, ...]:
    """Return the step that made the object that another asks, and the calls of its methods since.

    These may change it; a call of the object itself does not.
    """
    asking = steps[place]
    number = asking.operation.get("on")
    history: list[Step] = []
    for step in steps[:place]:
        if step.start != asking.start:
            continue
        made, asked = step.answer.get("value"), step.operation
        is_made = isinstance(made, Handle) and made.number == number
        is_changed = asked["do"] == "call" and asked["on"] == number and asked["name"]
        if is_changed if history else is_made:
            history.append(step)
    return tuple(history)


def _most_telling(known: Sequence[Known], wrong: Bits) -> Known | None:
    """Return the mutant that gives more than half of the wrong answers, if one alone does.

    Another mistake may well change the rest of them; of fewer, chance could do the same.
    """
    most = max((each.matched.bit_count() for each in known), default=0)
    found = [each for each in known if each.matched.bit_count() == most]
    telling = most >= 2 and 2 * most > wrong.bit_count() and len(found) == 1
    return found[0] if telling else None


def _causes(known: Sequence[Known]) -> Iterator[Cause]:
    for each in known:
        others = reduce(or_, (other.touched for other in known if other is not each), 0)
        alone = each.touched & ~others
        yield Cause(explain(each.path), each.touched, alone, each.path.stem)


def _order(candidate: tuple[Bits, Bits, Sequence[Known]]) -> tuple[bool, int, int]:
    """Return what sorts groups: first what hides nothing, with little to ask, and parts alike."""
    hidden, contested, group = candidate
    return bool(hidden), contested.bit_count(), -sum(each.parts for each in group)


def _contested(group: Sequence[Known], wrong: Bits) -> tuple[Bits, Bits] | None:
    """Return two sets of steps, or None if the mistakes cannot explain the answers.

    The first are those that show otherwise than one mistake alone, or where none alone shows. The
    second are these, and those that several mistakes change.
    """
    once = several = 0
    for each in group:
        several |= once & each.touched
        once |= each.touched
    unlike = reduce(or_, (each.touched & ~each.matched & ~several for each in group))
    let_in = reduce(or_, (each.let_in for each in group))
    hidden = wrong & ~once | unlike & ~let_in
    if hidden and (len(group) != 2 or 2 * hidden.bit_count() > wrong.bit_count()):
        return None
    return hidden, several | unlike | hidden


def differ(a: Answer, b: Answer, aspect: Aspect) -> bool:
    """Return whether two answers are numbers, as many, and differ in an aspect."""
    if "value" not in a or "value" not in b:
        return False
    if aspect is Aspect.CHANGES:
        return sorted(a.get("changed", [])) != sorted(b.get("changed", []))
    x, y = (list(leaves(each["value"])) for each in (a, b))
    if len(x) != len(y) or not all(map(is_number, [*x, *y])):
        return False
    return any(aspect_of(i, aspect) != aspect_of(j, aspect) for i, j in zip(x, y, strict=True))


def tells(answer: Answer) -> bool:
    """Return whether an answer has a number that is not 0: all else may come of any mistake."""
    found = (each for each in leaves(answer.get("value")) if is_number(each))
    return any(_is_telling(each) for each in found)


def _is_telling(number: Any) -> bool:
    if "numpy" not in sys.modules:  # plain numbers alone
        return bool(number) and math.isfinite(number)
    array = as_array(number)
    return bool((array[array == array] != 0).any())  # NaN is not itself


def numbers(answer: Answer) -> int:
    """Return how many numbers an answer holds: the more, the less its likeness is chance."""
    found = (each for each in leaves(answer.get("value")) if is_number(each))
    return sum(size_of(each) for each in found)


def to_bits(flags: Iterator[bool]) -> Bits:
    """Return the set of the steps of which something is true."""
    return reduce(or_, (1 << i for i, flag in enumerate(flags) if flag), 0)


def bits(steps: Bits) -> Iterator[int]:
    """Yield the numbers of the steps in a set."""
    return (i for i in range(steps.bit_length()) if steps >> i & 1)
