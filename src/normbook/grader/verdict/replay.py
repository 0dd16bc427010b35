"""Asks answers that are known, the solution and the mutants, what the tests asked of an attempt.

Tests ask most attempts the same, so that what was answered is kept for the next one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from .attempt import Step
from .find import Exercise
from .host import Host
from .load import execute, load
from .merge import merge
from .wire import pack, unpack

MAX_KEPT = 20_000
"""Answers, of all exercises together; beyond that all are forgotten."""

Answer = dict[str, Any]
Program = tuple[Path, ...]
"""The mutants whose mistakes it has: of the solution, none."""
_kept: dict[tuple[tuple[tuple[Path, int], ...], bytes], Answer] = {}
"""Answers by the files behind them, their times, and the digest of all that was asked so far."""


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
        self._packed = [pack(step.operation) for step in steps]
        self._digests = digests(self._packed)

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
        if program not in self._begun:
            self._begun[program] = Host(self._load(program)), 0
        host, done = self._begun[program]
        *_, answer = (host.perform(unpack(each)) for each in self._packed[done : number + 1])
        self._begun[program] = host, number + 1
        kept: Answer = unpack(pack(answer))  # what a module hands out, it may change later
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


def digests(packed: Sequence[bytes]) -> list[bytes]:
    """Return for each operation, as bytes, the digest of it and of all before it."""
    so_far, found = hashlib.sha256(), []
    for operation in packed:
        so_far.update(len(operation).to_bytes(8, "big") + operation)
        found.append(so_far.digest())
    return found
