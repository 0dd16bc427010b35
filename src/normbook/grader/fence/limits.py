"""What one attempt may use, and how much of it unless said otherwise."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_SECONDS = 10.0


@dataclass(frozen=True)
class Limits:
    """What one attempt may use."""

    seconds: float = DEFAULT_SECONDS
    """Of the clock, from its start to its last answer."""
    megabytes: int = 1024
    """Of memory, beyond what Python and its packages take."""
