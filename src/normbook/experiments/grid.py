"""Every variant at every learning rate of a grid, from several seeds."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from normbook.experiments.parts import Task
from normbook.experiments.record import Record


class Grid(NamedTuple):
    """What is trained."""

    variants: tuple[str, ...]
    rates: tuple[float, ...]
    seeds: tuple[int, ...]

    def tasks(self, train: Callable[[str, float, int], Record]) -> dict[str, Task]:
        """Return what trains each, by a name."""
        return {
            name(variant, rate, seed): partial(train, variant, rate, seed)
            for variant in self.variants
            for rate in self.rates
            for seed in self.seeds
        }

    def gather(self, results: dict[str, Any]) -> dict[str, dict[float, list[Record]]]:
        """Return the results of the tasks by variant and rate, a list over seeds each."""
        return {
            variant: {
                rate: [results[name(variant, rate, seed)] for seed in self.seeds]
                for rate in self.rates
            }
            for variant in self.variants
        }


def name(variant: str, rate: float, seed: int) -> str:
    """Return the name of a task."""
    return f"{variant}-{rate:g}-{seed}"


def best_rate(by_rate: dict[float, Record]) -> float:
    """Return the rate of the least mean loss over seeds, of those whose losses are all finite.

    Examples
    --------
    >>> best_rate({0.001: {"loss": [1.0, 2.0]}, 0.01: {"loss": [0.1, math.nan]}})
    0.001
    """

    def mean_loss(rate: float) -> float:
        loss = math.fsum(by_rate[rate]["loss"])
        return loss if math.isfinite(loss) else math.inf

    return min(by_rate, key=mean_loss)
