"""Asks answers that are known, the solution and the mutants, what the tests asked of an attempt.

Tests ask most attempts the same, so that what was answered is kept for the next one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from .attempt import Step
from .find import Exercise
from .host import Host
from .load import execute, load
from .merge import merge
from .wire import decode, encode, pack

MAX_KEPT = 20_000
"""Answers, of all exercises together; beyond that all are forgotten."""

Answer = dict[str, Any]
Program = tuple[Path, ...]
"""The mutants whose mistakes it has: of the solution, none."""
_kept: dict[tuple[tuple[tuple[Path, int], ...], bytes], Answer] = {}
"""Answers by the files behind them, their times, and the digest of all that was asked so far.

So far since the attempt was started: where it was started anew, so are those that are asked."""


class CannotCombineError(Exception):
    """Mistakes that change the same place of the solution."""


class Asked:
    """What the tests asked of an attempt, to be asked of others.

    Parameters
    ----------
    exercise
        Whose solution and mutants are asked.
    steps
        What was asked, and what the attempt answered.
    """

    def __init__(self, exercise: Exercise, steps: Sequence[Step]) -> None:
        if len(_kept) > MAX_KEPT:
            _kept.clear()
        self.exercise = exercise
        self.steps = steps
        self._begun: dict[Program, tuple[Host, int]] = {}  # and how many steps it was asked
        starts = [step.start for step in steps]
        self._firsts = [starts.index(start) for start in starts]
        self._operations = [encode(step.operation) for step in steps]
        self._digests = list(digests(starts, [pack(step.operation) for step in steps]))

    def answers(self, program: Program = ()) -> Iterator[Answer]:
        """Yield what a program answers, step by step.

        Raises
        ------
        CannotCombineError
            If it has mistakes that change the same place.
        """
        files = program or (self.exercise.solution,)
        key = tuple((path, path.stat().st_mtime_ns) for path in files)
        for i, digest in enumerate(self._digests):
            if (key, digest) not in _kept:
                _kept[key, digest] = self._perform(program, i)
            yield _kept[key, digest]

    def _perform(self, program: Program, number: int) -> Answer:
        """Ask a program a step, after those before it, which may have made what it is about."""
        first = self._firsts[number]
        if program not in self._begun or self._begun[program][1] <= first:
            self._begun[program] = Host(self._load(program)), first
        host, done = self._begun[program]
        *_, answer = (host.perform(decode(each)) for each in self._operations[done : number + 1])
        self._begun[program] = host, number + 1
        kept: Answer = decode(encode(answer))  # what a module hands out, it may change later
        return kept

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
    """Yield for each step the digest of what it asks, and of all that was asked since the start."""
    for _, since_start in groupby(zip(starts, packed, strict=True), key=itemgetter(0)):
        so_far = hashlib.sha256()
        for _, operation in since_start:
            so_far.update(len(operation).to_bytes(8, "big") + operation)
            yield so_far.digest()
