"""Finds the fewest known mistakes that together give an attempt's answers.

`find_candidates` asks each mutant alone, and keeps those that can be a part of the attempt. All are
asked a step before any is asked the next: where time is short, of all the first steps are known.
`find_group` looks through groups of one, two and three candidates. What each answers alone says of
most groups that they explain too little; of the others, a program with the mistakes of all is asked
anew (replayed) what the tests asked, and has to answer as the attempt does throughout.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, islice
from pathlib import Path
from typing import NamedTuple

from .comparison import NO_STEPS, Comparison, Steps
from .same import Aspect

MAX_MISTAKES = 3
LIKELIEST = 50
"""So many groups of three are tried before the pairs that leave steps unexplained."""
PATIENCE = 6
"""How many seconds a learner waits at most for one of processor time."""
CERTAIN_NUMBERS = 4
"""A group is named without a replay only if each mutant gives so many of the attempt's numbers:
fewer may agree by chance."""


class Budget:
    """An amount of processor time, in seconds, that is spent from the moment it is made.

    What else runs on the machine takes none of it; but a learner waits `PATIENCE` times that long
    at most.
    """

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds
        self._latest = time.monotonic() + PATIENCE * seconds

    def half(self) -> Budget:
        """Return half of what is left, which is spent from now on."""
        left = self._end - time.process_time(), (self._latest - time.monotonic()) / PATIENCE
        return Budget(min(left) / 2)

    @property
    def is_spent(self) -> bool:
        """Whether the time is up."""
        return time.process_time() > self._end or time.monotonic() > self._latest


@dataclass(frozen=True)
class Scope:
    """What is compared of an attempt's answers."""

    but: Aspect
    """The aspects that are left out."""
    forgiven: Steps
    """The steps that are left out."""
    wrong: Steps
    """The wrong steps that are left."""


class Bits(NamedTuple):
    """A candidate's steps as the bits of numbers, for there are tens of thousands of groups."""

    touched: int
    unlike: int
    """The steps that it touches and does not match."""
    goes_on: int
    unasked: int


def as_bits(steps: Steps) -> int:
    """Return a number in which the bit of each step is 1."""
    return sum(1 << i for i in steps)


@dataclass(frozen=True)
class Candidate:
    """A mutant that may be one of the attempt's mistakes: it spoils no answer that is right."""

    path: Path
    touched: Steps
    """The wrong steps that it answers otherwise than the solution."""
    matched: Steps
    """Those of them that it answers as the attempt does."""
    goes_on: Steps
    """Those of them in which the solution raises an exception and this mutant returns; a second
    mistake can surface there."""
    alike: int = 0
    """In touched steps that are not matched, how many numbers are the attempt's: a loss beside a
    gradient, say."""
    unasked: Steps = NO_STEPS
    """The steps that it was not asked, as the time did not allow it."""

    @cached_property
    def bits(self) -> Bits:
        """Its steps, as groups count them."""
        unlike = self.touched - self.matched
        sets = self.touched, unlike, self.goes_on, self.unasked
        return Bits(*map(as_bits, sets))


def find_candidates(comparison: Comparison, scope: Scope, budget: Budget) -> list[Candidate]:
    """Return the mutants that change a wrong answer and no right one, as far as the time allows.

    What is not asked all steps may change one that is left.
    """
    trials = [Trial(path, comparison, scope) for path in comparison.mutants]
    for i in range(len(comparison.steps)):
        if budget.is_spent:
            break
        trials = [each for each in trials if each.ask(i)]
    candidates = (each.as_candidate() for each in trials)
    return [each for each in candidates if each.touched or each.unasked]


def asked_all(candidate: Candidate, comparison: Comparison, scope: Scope) -> Candidate | None:
    """Return a candidate asked all steps; None if it changes a right answer."""
    trial = Trial(candidate.path, comparison, scope)
    return trial.as_candidate() if all(map(trial.ask, range(len(comparison.steps)))) else None


class Trial:
    """A mutant that is asked one step after the other, until it changes a right answer."""

    def __init__(self, path: Path, comparison: Comparison, scope: Scope) -> None:
        self._path = path
        self._comparison = comparison
        self._scope = scope
        self._answers = comparison.asked.answers((path,))
        self._asked = 0
        self._touched, self._matched, self._goes_on = set[int](), set[int](), set[int]()
        self._alike = 0

    def ask(self, i: int) -> bool:
        """Ask the next step, ``i``; return whether the mutant may be one of the mistakes still."""
        comparison, scope, answer = self._comparison, self._scope, next(self._answers)
        self._asked += 1
        if not comparison.changed.issuperset(answer.get("changed", ())):
            return False  # it would be told that it writes into what is left as it was
        if i in scope.forgiven or comparison.agrees_with_solution(i, answer, scope.but):
            return True
        if i not in scope.wrong:
            # If the attempt's is another right answer, in a check that passes, so may this one be.
            return not comparison.agrees_with_attempt(i, comparison.expected[i], scope.but)
        self._touched.add(i)
        if comparison.agrees_with_attempt(i, answer, scope.but):
            self._matched.add(i)
        else:
            self._alike += comparison.count_alike(i, answer, scope.but)
        if "raised" in comparison.expected[i] and "raised" not in answer:
            self._goes_on.add(i)
        return True

    def as_candidate(self) -> Candidate:
        """Return what is known of the mutant by now."""
        return Candidate(
            self._path,
            Steps(self._touched),
            Steps(self._matched),
            Steps(self._goes_on),
            self._alike,
            Steps(range(self._asked, len(self._comparison.steps))) - self._scope.forgiven,
        )


@dataclass(frozen=True)
class Group:
    """Candidates that may together be the attempt's mistakes. Its steps are bits of numbers."""

    candidates: tuple[Candidate, ...]
    unexplained: int
    """The wrong steps that no candidate touches, or that one alone touches and does not match."""
    to_replay: int
    """The steps in which only a replay tells what the mistakes answer together: the unexplained
    ones, those that several candidates touch, those in which one goes on, and the unasked."""

    @property
    def program(self) -> tuple[Path, ...]:
        """The mutants, as they are replayed."""
        return tuple(each.path for each in self.candidates)

    @property
    def priority(self) -> tuple[bool, int, int]:
        """The key that sorts groups: first those that explain all, leave little, are alike."""
        alike = sum(each.alike for each in self.candidates)
        return bool(self.unexplained), self.to_replay.bit_count(), -alike


def as_group(candidates: tuple[Candidate, ...], wrong: int) -> Group | None:
    """Return candidates as a group; None if they leave too many wrong steps unexplained.

    Two may leave up to half of the wrong steps, in which the mistakes may act upon each other. One
    or three may leave none.
    """
    touched = several = unlike = goes_on = unasked = 0
    for each in candidates:
        bits = each.bits
        several |= touched & bits.touched
        touched |= bits.touched
        unlike |= bits.unlike
        goes_on |= bits.goes_on
        unasked |= bits.unasked
    unlike &= ~several
    unexplained = ((wrong & ~touched) | (unlike & ~goes_on)) & ~unasked
    if unexplained and (len(candidates) != 2 or 2 * unexplained.bit_count() > wrong.bit_count()):
        return None
    return Group(candidates, unexplained, several | unlike | unexplained | unasked)


def find_group(
    candidates: Sequence[Candidate], comparison: Comparison, scope: Scope, budget: Budget
) -> tuple[Candidate, ...]:
    """Return the fewest candidates that together answer as the attempt does; none, if none do.

    Of the groups of three the likeliest come before the pairs that leave steps unexplained: there
    are hundreds of these. If one answers so, it counts where no such pair does.
    """
    wrong = as_bits(scope.wrong)
    ones, twos = (list(_groups(candidates, size, wrong)) for size in (1, 2))
    whole = sum(not each.unexplained for each in twos)
    rest = twos[whole:]
    threes = _groups(candidates, 3, wrong)
    likely = chain(ones, twos[:whole], islice(threes, LIKELIEST))
    found = _first(likely, comparison, scope, budget)
    if len(found) == MAX_MISTAKES:
        rest.sort(key=lambda pair: -sum(each in found for each in pair.candidates))
        return _first(rest, comparison, scope, budget) or found
    return found or _first(chain(rest, threes), comparison, scope, budget)


def _first(
    groups: Iterable[Group], comparison: Comparison, scope: Scope, budget: Budget
) -> tuple[Candidate, ...]:
    """Return the first group that answers as the attempt does, as far as the time allows.

    Its candidates are then asked what they were not.
    """
    for group in groups:
        several = len(group.candidates) > 1
        if not group.to_replay and (not several or _is_certain(group, comparison)):
            return group.candidates
        if budget.is_spent:
            break
        if _replays_as_attempt(group, comparison, scope):
            found = [asked_all(each, comparison, scope) for each in group.candidates]
            whole = tuple(each for each in found if each is not None)
            if len(whole) == len(found):
                return whole
    return ()


def _groups(candidates: Sequence[Candidate], size: int, wrong: int) -> Iterator[Group]:
    """Yield the groups of a size in the order of their priority; they are formed at the first."""
    tried = (as_group(each, wrong) for each in combinations(candidates, size))
    found = [each for each in tried if each is not None]
    yield from sorted(found, key=lambda each: each.priority)


def _is_certain(group: Group, comparison: Comparison) -> bool:
    """Return whether each candidate gives so many of the attempt's numbers that it is no chance."""
    return all(
        comparison.count_numbers(each.matched) >= CERTAIN_NUMBERS for each in group.candidates
    )


def _replays_as_attempt(group: Group, comparison: Comparison, scope: Scope) -> bool:
    """Return whether the mistakes in one program answer as the attempt does.

    An exception that none of them raises alone explains nothing: merging may have broken the code.
    Neither does that a result is an argument as it came, where each of them alone changes it.
    """
    program = group.program
    return (
        comparison.gives_all(program, scope.but, scope.forgiven)
        and not comparison.raises_anew(program)
        and not comparison.returns_an_argument_anew(program)
    )
