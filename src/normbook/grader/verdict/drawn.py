"""Asks the tests' questions once more, with other numbers: what was learnt by heart then fails.

A seed draws the numbers. The solution says what is right; so no test has to know of this, nor has
an exercise of one's own. It is asked coarsely, whether an attempt computes at all: precision is for
the tests, and a known mistake that a check lets through on its own numbers keeps its points.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .attempt import Channel, Gone, Step
from .deadline import Bound
from .find import Exercise
from .replay import Answer, Asked
from .report import show_answer, show_operation
from .run import CheckResult, quiet
from .same import as_array, is_number, leaves, plain
from .wire import Handle, pack

if TYPE_CHECKING:
    import numpy as np

TRIES = 100
"""To move numbers so that none come too close together."""
LEAST, MOST = 0.05, 0.25
"""By how much a number is moved, as a share of itself or of the span beside it, if that is less."""
TOLERANCE = 0.01
"""Of the largest number of an answer: less than a move changes it, more than rounding does."""
RESOLVED = 1000
"""Numbers that lie closer together than so many steps of their dtype stay: all ways round there."""
APART = 300
"""So many steps of their dtype no two numbers come closer than, if they were not: again, all ways
round there."""
LARGEST = 1000
"""Of whole numbers that are drawn: beyond it they test what rounds."""
LEARNT = "Right for the numbers of this check, and not for others. Does it compute its answer?"


def ask_anew(
    exercise: Exercise,
    steps: Sequence[Step],
    checks: Sequence[CheckResult],
    channel: Channel,
    seed: int,
    bound: Bound = nullcontext,
) -> tuple[CheckResult, ...]:
    """Return the checks; of those that pass, with what became of them with other numbers.

    Parameters
    ----------
    exercise
        Whose solution and mutants are asked the same.
    steps
        What the tests asked of the attempt, and what came of it.
    checks
        What became of the tests.
    channel
        The way to the attempt.
    seed
        Which numbers are drawn.
    bound
        What each comparison is made in.
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
    """What the tests asked of an attempt, with other numbers."""

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
        return list(Asked(self._exercise, self._again).answers())

    @cached_property
    def _other_ways(self) -> list[list[Answer]]:
        """What the variants answer now."""
        asked = Asked(self._exercise, self._again)
        return [list(asked.answers((variant,))) for variant in self._exercise.variants]

    def is_drawn(self, check: CheckResult) -> bool:
        """Whether a check asks for anything that has other numbers now."""
        return any(pack(self._steps[i].operation) != pack(self._drawn[i]) for i in check.asked)

    def ask(self, asked: range, perform: Callable[[dict[str, Any]], Answer]) -> Iterator[Answer]:
        """Yield the answers to the steps of a check, as far as these are about its own objects."""
        objects, outputs = {0: 0}, dict[int, int]()
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
        """Return what a learner is told of the first answer that is wrong, if one is."""
        right = self._right_now
        pairs = list(zip(asked, answers, strict=False))
        wrong = [
            (i, answer)
            for i, answer in pairs
            if near(self._steps[i].answer, self._right[i])  # others may differ, and pass
            and tells(right[i], self._right[i])
            and not near(answer, right[i])
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
        """Whether all ways that are known to be right agree: rounding may cross a bound."""
        return all(near(answers[i], self._right_now[i]) for answers in self._other_ways)

    def _gives(self, mutant: Path, pairs: Sequence[tuple[int, Answer]]) -> bool:
        """Whether a known mistake answers as the attempt does, before and now."""
        before = list(Asked(self._exercise, self._steps).answers((mutant,)))
        if not all(near(self._steps[i].answer, before[i]) for i, _ in pairs):
            return False
        now = list(Asked(self._exercise, self._again).answers((mutant,)))
        return all(near(answer, now[i]) for i, answer in pairs)


# ---- other numbers ----


def redraw(operation: dict[str, Any], answer: Answer, seed: int) -> dict[str, Any]:
    """Return an operation with other numbers.

    Whole numbers are sizes, axes and classes where arrays stand beside them, or where an object is
    made that is asked later; there they stay.
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

    Equal numbers stay equal, a zero stays zero, a sign and a shape stay; numbers that lie close
    together far from 0 stay there; what is constant stays as it is, and so does a number alone.
    """

    seed: int
    whole: bool = False
    """Whether whole numbers are drawn, too."""

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
        if type(value).__name__ == "Tensor":
            return self._tensor(value)
        if getattr(getattr(value, "dtype", None), "kind", None) == "f" and value.ndim:
            return self._moved(value)
        return value

    def _moved(self, array: np.ndarray) -> np.ndarray:
        import numpy as np

        values, places = np.unique(array.astype(np.float64), return_inverse=True)
        finite = values[np.isfinite(values)]
        if not finite.size:
            return array
        step, span = _step(finite, array.dtype), finite[-1] - finite[0]
        if span <= RESOLVED * step:
            return array
        rng = np.random.default_rng([self.seed, zlib.crc32(values.tobytes())])
        least = min(APART * step, _least_distance(finite))
        with np.errstate(all="ignore"):
            for _ in range(TRIES):
                moves = rng.uniform(LEAST, MOST, values.size) * rng.choice([-1.0, 1.0], values.size)
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
        """Return other whole numbers; 0, 1 and those below often mean no amount, and stay."""
        import numpy as np

        rng = np.random.default_rng([self.seed, zlib.crc32(repr(list(numbers)).encode())])
        times, more = int(rng.integers(1, 4)), int(rng.integers(1, 6))
        return [times * n + more if 1 < n <= LARGEST else n for n in numbers]


def _least_distance(values: np.ndarray) -> float:
    """Return the distance of the two numbers that lie closest together."""
    import numpy as np

    return float(np.diff(np.sort(values)).min(initial=np.inf))


def _step(values: np.ndarray, dtype: np.dtype) -> float:
    """Return the distance of the largest of some numbers to the next one that a dtype has."""
    import numpy as np

    with np.errstate(all="ignore"):
        return float(np.spacing(np.abs(values).max().astype(dtype)))


# ---- answers ----


def near(a: Answer, b: Answer) -> bool:
    """Return whether two answers are alike, but for what other right ways may round."""
    if "raised" in a or "raised" in b:
        return "raised" in a and "raised" in b and a["raised"]["type"] == b["raised"]["type"]
    return _near(plain(a["value"]), plain(b["value"]))


def _near(a: Any, b: Any) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_near(a[key], b[key]) for key in a)
    x, y = _numbers(a), _numbers(b)
    if x is not None and y is not None:
        return x.shape == y.shape and _close(x, y)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(_near, a, b))
    if isinstance(a, Handle) and isinstance(b, Handle):
        return True
    return type(a) is type(b) and bool(a == b)


def _numbers(value: Any) -> np.ndarray | None:
    """Return a number, an array, or a list of plain numbers as an array; None of others."""
    listed = isinstance(value, (list, tuple)) and all(type(v) in (int, float) for v in value)
    return as_array(value) if listed or is_number(value) else None


def _close(a: np.ndarray, b: np.ndarray) -> bool:
    import numpy as np

    with np.errstate(all="ignore"):
        scale = np.max(np.abs(b), initial=0.0, where=np.isfinite(b))
        return bool(np.allclose(a, b, rtol=0.0, atol=TOLERANCE * scale, equal_nan=True))


def tells(now: Answer, before: Answer) -> bool:
    """Return whether the solution still has an answer: what it refuses now was no fair question."""
    import numpy as np

    if "raised" in now:
        return "raised" in before
    found = [_numbers(leaf) for leaf in leaves(plain(now["value"]))]
    return all(np.isfinite(numbers).all() for numbers in found if numbers is not None)
