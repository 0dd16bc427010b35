"""Asks the solution and the mutants of an exercise what its tests asked of an attempt.

Tests ask most attempts the same, so answers are kept for the next attempt.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from .attempt import Step
from .find import Exercise
from .host import Host
from .load import execute, load
from .merge import merge
from .wire import decode, encode, pack

MAX_KEPT_ANSWERS = 20_000
"""Of all exercises together; if more are kept when an attempt comes, all are forgotten."""

Answer = dict[str, Any]
"""What `Host.perform` returns."""
Program = tuple[Path, ...]
"""The solution with the mistakes of these mutants; with none, the solution itself."""
Files = tuple[tuple[Path, int], ...]
"""The files of a program, each with the time of its last change, in nanoseconds."""


class Kept(NamedTuple):
    """An answer that is kept for the next attempt."""

    answer: Answer
    seconds: float
    """The processor time that it took."""


_kept: dict[tuple[Files, bytes], Kept] = {}
"""Answers by the program and by the digest of all that it was asked since it was started."""
_distinct: dict[bytes, Answer] = {}
"""The same answers by the digest of what they hold. Mutants answer most questions alike: what they
do is one object, so that `Comparison` compares it once."""


class CannotCombineError(Exception):
    """Two mutants change the same place of the solution."""


class Asked:
    """What the tests asked of an attempt, to be asked of the solution and of mutants.

    Where the attempt was started anew, so is what is asked in its place.

    Parameters
    ----------
    exercise
        Its solution and mutants are asked.
    steps
        What was asked, with the attempt's answers.
    """

    def __init__(self, exercise: Exercise, steps: Sequence[Step]) -> None:
        if len(_kept) > MAX_KEPT_ANSWERS:
            _kept.clear()
            _distinct.clear()
        self.exercise = exercise
        self.steps = steps
        # Of each program its host, and the place of the next step that this is to be asked.
        self._begun: dict[Program, tuple[Host, int]] = {}
        starts = [step.start for step in steps]
        self._firsts = [starts.index(start) for start in starts]
        self._operations = [encode(step.operation) for step in steps]
        self._digests = list(digests(starts, [pack(step.operation) for step in steps]))

    def answers(self, program: Program = ()) -> Iterator[Answer]:
        """Yield a program's answers to the steps, in order.

        Raises
        ------
        CannotCombineError
            If two of its mutants change the same place of the solution.
        """
        return (each.answer for each in self._answered(program))

    def seconds(self) -> float:
        """Return the processor time of the solution's answers, given now or to another attempt."""
        return sum(each.seconds for each in self._answered(()))

    def _answered(self, program: Program) -> Iterator[Kept]:
        """Yield a program's answers, and how long each took, be it now or for another attempt."""
        files = program or (self.exercise.solution,)
        key = tuple((path, path.stat().st_mtime_ns) for path in files)
        for i, digest in enumerate(self._digests):
            if (key, digest) not in _kept:
                begin = time.process_time()
                answer = self._perform(program, i)
                _kept[key, digest] = Kept(answer, time.process_time() - begin)
            yield _kept[key, digest]

    def _perform(self, program: Program, number: int) -> Answer:
        """Return a program's answer to a step, once it was asked all steps before since the start.

        These may have made the object that the step is about.
        """
        first = self._firsts[number]
        if program not in self._begun or self._begun[program][1] <= first:
            self._begun[program] = Host(self._load(program)), first
        host, done = self._begun[program]
        *_, answer = (host.perform(decode(each)) for each in self._operations[done : number + 1])
        self._begun[program] = host, number + 1
        encoded = encode(answer)
        digest = hashlib.sha256(repr(encoded).encode()).digest()
        if digest not in _distinct:
            _distinct[digest] = decode(encoded)  # a copy: a module may change what it returned
        return _distinct[digest]

    def _load(self, program: Program) -> Any:
        entry = self.exercise.entry
        solution = self.exercise.solution
        if len(program) < 2:
            return load(program[0] if program else solution, entry)
        source = merge(solution, program)
        if source is None:
            raise CannotCombineError
        return execute(source, solution, entry)


def digests(starts: Sequence[int], packed: Sequence[bytes]) -> Iterator[bytes]:
    """Yield for each step a digest of all operations since the start, with its own.

    Parameters
    ----------
    starts
        Of each step, how often the attempt had been started anew.
    packed
        Of each step, its operation as bytes.
    """
    for _, since_start in groupby(zip(starts, packed, strict=True), key=itemgetter(0)):
        so_far = hashlib.sha256()
        for _, operation in since_start:
            so_far.update(len(operation).to_bytes(8, "big") + operation)
            yield so_far.digest()
