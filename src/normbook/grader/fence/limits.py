"""How much time and memory one attempt may use."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_SECONDS = 10.0
"""Processor seconds that an attempt may use unless a command says otherwise."""
WAIT_FACTOR = 6
"""Seconds that an attempt may spend waiting, for each processor second that it may use."""


@dataclass(frozen=True)
class Limits:
    """How much one attempt may use."""

    seconds: float = DEFAULT_SECONDS
    """Processor time, from the attempt's first line to its last answer; see `Meter`."""
    megabytes: int = 1024
    """Memory beyond what Python and the loaded packages take, in units of 2**20 bytes."""

    @property
    def seconds_of_waiting(self) -> float:
        """Time that it may spend neither computing nor waiting for a processor: asleep, say."""
        return WAIT_FACTOR * self.seconds
