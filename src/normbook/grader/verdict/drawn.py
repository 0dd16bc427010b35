"""Asks the tests' questions again with other numbers, so that answers learnt by heart fail.

A seed draws the numbers. The solution says what the right answers are, so that no test has to know
of this, nor has an exercise of one's own. Answers are compared coarsely: the question is whether an
attempt computes at all, and precision is for the tests. A check that lets a known mistake through
on its own numbers lets it through here, too.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .attempt import Channel, Gone, Step
from .deadline import Bound
from .find import Exercise
from .host import THE_ATTEMPT
from .loaded import is_tensor
from .replay import Answer, Asked
from .run import CheckResult, quiet
from .same import as_array, is_number, leaves, plain, same, within_floats
from .show import show_answer, show_operation
from .tolerance import Tolerance, largest
from .wire import Handle, pack

DRAWS = 100
"""How often moves are drawn at most, until no two numbers come too close together."""
LEAST_MOVE, MOST_MOVE = 0.05, 0.25
"""The bounds of a move, as a share of the number itself or of the span of all, if that is less."""
SHARE_OF_LARGEST = 0.01
"""By how much numbers of an answer may differ, as a share of its largest: more than rounding makes
of them, and less than a move does."""
MIN_SPAN_ULPS = 1000
"""An array whose numbers span no more steps of their dtype (ULPs) is not redrawn, as rounding
decides what correct solutions make of such numbers."""
MIN_APART_ULPS = 300
"""Redrawn values stay at least so many ULPs apart unless the originals were closer, so that correct
solutions round them alike."""
LARGEST_DRAWN_INTEGER = 1000
"""Whole numbers above it are not redrawn: they test what rounds."""
LEARNT = (
    "Right for the numbers of this check, and not for others. Does it compute its answer, and keep "
    "nothing of an earlier call?"
)


def ask_anew(
    exercise: Exercise,
    steps: Sequence[Step],
    checks: Sequence[CheckResult],
    channel: Channel,
    seed: int,
    bound: Bound = nullcontext,
) -> tuple[CheckResult, ...]:
    """Return the checks, those that pass with the verdict on their questions with other numbers.

    Parameters
    ----------
    exercise
        Its solution, variants and mutants are asked the same.
    steps
        What the tests asked of the attempt, with its answers.
    checks
        The verdicts of the tests.
    channel
        The way to the attempt.
    seed
        Decides which numbers are drawn.
    bound
        Opens the context in which each check is asked and compared.
    """
    drawn = Drawn(exercise, steps, seed)
    return tuple(
        _asked_anew(check, drawn, channel, bound) if check.status == "pass" else check
        for check in checks
    )


def _asked_anew(check: CheckResult, drawn: Drawn, channel: Channel, bound: Bound) -> CheckResult:
    try:
        channel.next_check()
        with bound(), quiet():
            answers = list(drawn.ask(check.asked, channel.perform))
            wrong = drawn.first_wrong(check.asked, answers)
    except Gone as gone:
        return replace(check, status=gone.status, points=0, message=str(gone))
    if wrong is None:
        return check
    return replace(check, status="fail", points=0, message=wrong)


class Drawn:
    """What the tests asked of an attempt, with other numbers.

    Parameters
    ----------
    exercise
        Its solution says what is right.
    steps
        What the tests asked, with the attempt's answers.
    seed
        Decides which numbers are drawn.
    """

    def __init__(self, exercise: Exercise, steps: Sequence[Step], seed: int) -> None:
        self._exercise = exercise
        self._steps = steps
        with quiet():
            self._right = list(Asked(exercise, steps).answers())
        pairs = zip(steps, self._right, strict=True)
        self._drawn = [redraw(step.operation, right, seed) for step, right in pairs]
        self._again = [replace(s, operation=o) for s, o in zip(steps, self._drawn, strict=True)]

    @cached_property
    def _right_now(self) -> list[Answer]:
        """The solution's answers to the redrawn questions."""
        return list(Asked(self._exercise, self._again).answers())

    @cached_property
    def _other_ways(self) -> list[list[Answer]]:
        """The answers of each variant to the redrawn questions."""
        asked = Asked(self._exercise, self._again)
        return [list(asked.answers((variant,))) for variant in self._exercise.variants]

    def is_drawn(self, check: CheckResult) -> bool:
        """Return whether a question of a check has other numbers now."""
        return any(pack(self._steps[i].operation) != pack(self._drawn[i]) for i in check.asked)

    def ask(self, asked: range, perform: Callable[[dict[str, Any]], Answer]) -> Iterator[Answer]:
        """Yield the answers to a check's redrawn questions, in order.

        What a call made has another number than before; later questions are put about that. It ends
        where a question is about something that was not made this time.
        """
        objects, outputs = {THE_ATTEMPT: THE_ATTEMPT}, dict[int, int]()  # numbers before, and now
        for i in asked:
            operation, before = self._drawn[i], self._steps[i].answer
            known, key = (outputs, "output") if "output" in operation else (objects, "on")
            if operation[key] not in known:
                return
            answer = perform({**operation, key: known[operation[key]]})
            yield answer
            if "output" in before and "output" in answer:
                outputs[before["output"]] = answer["output"]
            made = before.get("value"), answer.get("value")
            if isinstance(made[0], Handle) and isinstance(made[1], Handle):
                objects[made[0].number] = made[1].number

    def first_wrong(self, asked: range, answers: Sequence[Answer]) -> str | None:
        """Return what a learner is told of the first wrong answer, or None if no answer is wrong.

        None as well if a mutant gives these answers: a known mistake keeps the check's points.
        """
        right = self._right_now
        pairs = list(zip(asked, answers, strict=False))
        wrong = [
            (i, answer)
            for i, answer in pairs
            if roughly_same(self._steps[i].answer, self._right[i])  # a right one may be another
            and is_fair(right[i], self._right[i])
            and not roughly_same(answer, right[i])
            and self._is_settled(i)
        ]
        if not wrong or any(self._gives(mutant, pairs) for mutant in self._exercise.mutants):
            return None
        i, answer = wrong[0]
        return (
            f"{LEARNT}\ncalled {show_operation(self._drawn[i], self._exercise.entry)}\n"
            f"received {show_answer(answer)}\nexpected {show_answer(right[i])}"
        )

    def _is_settled(self, i: int) -> bool:
        """Return whether all variants agree with the solution on a step's redrawn question.

        They may not where rounding crosses a bound.
        """
        return all(roughly_same(answers[i], self._right_now[i]) for answers in self._other_ways)

    def _gives(self, mutant: Path, pairs: Sequence[tuple[int, Answer]]) -> bool:
        """Return whether a mutant answers these steps as the attempt does, before and now."""
        before = list(Asked(self._exercise, self._steps).answers((mutant,)))
        if not all(roughly_same(self._steps[i].answer, before[i]) for i, _ in pairs):
            return False
        now = list(Asked(self._exercise, self._again).answers((mutant,)))
        return all(roughly_same(answer, now[i]) for i, answer in pairs)


# ---- other numbers ----


def redraw(operation: dict[str, Any], answer: Answer, seed: int) -> dict[str, Any]:
    """Return an operation with other numbers.

    Whole numbers stay beside arrays, and where an object is made (the answer is its handle): there
    they are sizes, axes and classes.
    """
    if operation["do"] == "get":
        return operation
    if operation["do"] == "gradients":
        return {**operation, "gradient": Draw(seed)(operation["gradient"])}
    given = operation["arguments"], operation["keywords"]
    arrays = any(hasattr(leaf, "shape") for part in given for leaf in leaves(part))
    draw = Draw(seed, whole=not arrays and not isinstance(answer.get("value"), Handle))
    arguments = tuple(draw(each) for each in given[0])
    return {**operation, "arguments": arguments, "keywords": draw(given[1])}


@dataclass(frozen=True)
class Draw:
    """Moves numbers a little, and keeps what they have in common.

    Equal numbers stay equal, zeros, signs and shapes stay, and numbers close together and far from
    0 stay close together and far from 0. Constant arrays and numbers alone are not moved.
    """

    seed: int
    whole: bool = False
    """Whether lists of whole numbers are drawn, too."""

    def __call__(self, value: Any) -> Any:
        """Return a value with other numbers."""
        if isinstance(value, dict):
            return {key: self(each) for key, each in value.items()}
        if isinstance(value, (list, tuple)):
            kinds = {type(each) for each in value}
            if kinds == {float}:
                return type(value)(self._moved(as_array(value)).tolist())
            if kinds == {int} and self.whole:
                return type(value)(self._stretched(value))
            return type(value)(self(each) for each in value)
        if is_tensor(value):
            return self._tensor(value)
        if getattr(getattr(value, "dtype", None), "kind", None) == "f" and value.ndim:
            return self._moved(value)
        return value

    def _moved(self, array: np.ndarray) -> np.ndarray:
        """Return an array with each of its different numbers moved up or down."""
        values, places = np.unique(array.astype(np.float64), return_inverse=True)
        finite = values[np.isfinite(values)]
        if not finite.size:
            return array
        step, span = _ulp(finite, array.dtype), finite[-1] - finite[0]
        if span <= MIN_SPAN_ULPS * step:
            return array
        rng = np.random.default_rng([self.seed, zlib.crc32(values.tobytes())])
        least = min(MIN_APART_ULPS * step, _least_distance(finite))
        with np.errstate(all="ignore"):
            for _ in range(DRAWS):
                moves = rng.uniform(LEAST_MOVE, MOST_MOVE, values.size) * rng.choice(
                    [-1.0, 1.0], values.size
                )
                drawn = values + moves * np.minimum(np.abs(values), span)
                if _least_distance(drawn[np.isfinite(drawn)]) >= least:
                    break
            moved = drawn[places].reshape(array.shape).astype(array.dtype)
        kept: np.ndarray = np.where(np.isfinite(moved), moved, array)
        return kept

    def _tensor(self, tensor: Any) -> Any:
        if not tensor.is_floating_point() or not tensor.ndim:
            return tensor
        moved = self._moved(as_array(tensor))
        again = tensor.detach().clone()
        again.copy_(again.new_tensor(moved))
        return again.requires_grad_(tensor.requires_grad)

    def _stretched(self, numbers: Sequence[int]) -> list[int]:
        """Return whole numbers times one factor, plus one summand.

        0, 1 and negative ones stay, for they often mean something else than an amount.
        """
        rng = np.random.default_rng([self.seed, zlib.crc32(repr(list(numbers)).encode())])
        times, more = int(rng.integers(1, 4)), int(rng.integers(1, 6))
        return [times * n + more if 1 < n <= LARGEST_DRAWN_INTEGER else n for n in numbers]


def _least_distance(values: np.ndarray) -> float:
    """Return the distance of the two numbers that lie closest together."""
    return float(np.diff(np.sort(values)).min(initial=np.inf))


def _ulp(values: np.ndarray, dtype: np.dtype) -> float:
    """Return the distance of the largest of some numbers to its neighbour in a dtype."""
    with np.errstate(all="ignore"):
        return float(np.spacing(np.abs(values).max().astype(dtype)))


# ---- answers ----


def roughly_same(received: Answer, right: Answer) -> bool:
    """Return whether an answer is a right one, but for what correct solutions may round."""
    if "raised" in received or "raised" in right:
        both = "raised" in received and "raised" in right
        return both and received["raised"]["type"] == right["raised"]["type"]
    return _roughly_same_values(plain(received["value"]), plain(right["value"]))


def _roughly_same_values(a: Any, b: Any) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_roughly_same_values(a[key], b[key]) for key in a)
    x, y = _numbers(a), _numbers(b)
    if x is not None and y is not None:
        return x.shape == y.shape and Tolerance(0.0, SHARE_OF_LARGEST * largest(y)).agree(x, y)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(_roughly_same_values, a, b))
    if isinstance(a, Handle) and isinstance(b, Handle):
        return True
    return same(a, b)


def _numbers(value: Any) -> np.ndarray | None:
    """Return a number, an array, or a list of plain numbers as an array; None of others."""
    if isinstance(value, (list, tuple)) and all(type(each) in (int, float) for each in value):
        return as_array([within_floats(each) for each in value])
    return as_array(value) if is_number(value) else None


def is_fair(now: Answer, before: Answer) -> bool:
    """Return whether a redrawn question may be asked, by the solution's answers to it and before.

    It may not where the solution refuses it now, or answers with NaN or infinity.
    """
    if "raised" in now:
        return "raised" in before
    found = [_numbers(leaf) for leaf in leaves(plain(now["value"]))]
    return all(np.isfinite(numbers).all() for numbers in found if numbers is not None)
