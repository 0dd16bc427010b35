"""What one attempt may use, and how much of it unless said otherwise."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_SECONDS = 10.0
WAIT_FACTOR = 6
"""Seconds for which an attempt may wait, for each of processor time that it may use."""


@dataclass(frozen=True)
class Limits:
    """What one attempt may use."""

    seconds: float = DEFAULT_SECONDS
    """Of processor time, from its first line to its last answer; see `Meter`."""
    megabytes: int = 1024
    """Of memory, beyond what Python and its packages take."""

    @property
    def seconds_of_waiting(self) -> float:
        """For how long it may wait for anything but a processor: sleep, say."""
        return WAIT_FACTOR * self.seconds
