"""Every variant at each learning rate of a grid of its own, from several seeds."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from normbook.data import spread
from normbook.experiments.parts import Task
from normbook.experiments.record import Record, by_seed


class Grid(NamedTuple):
    """Training runs: each variant at each of its learning rates, from each seed."""

    rates: dict[str, tuple[float, ...]]
    """Learning rates, by variant."""
    seeds: tuple[int, ...]
    prefix: str = ""
    """What the names of its tasks begin with, to tell them from another grid's."""

    def tasks(self, train: Callable[[str, float, int], Record]) -> dict[str, Task]:
        """Return a task for each run, by name; ``train`` takes variant, rate and seed."""
        return {
            self._name(variant, rate, seed): partial(train, variant, rate, seed)
            for variant, rates in self.rates.items()
            for rate in rates
            for seed in self.seeds
        }

    def gather(self, results: dict[str, Any]) -> dict[str, dict[float, Record]]:
        """Return the results of the tasks by variant and rate, a list over seeds for each key."""
        return {
            variant: {
                rate: by_seed([results[self._name(variant, rate, seed)] for seed in self.seeds])
                for rate in rates
            }
            for variant, rates in self.rates.items()
        }

    def _name(self, variant: str, rate: float, seed: int) -> str:
        return f"{self.prefix}{variant}-{rate:g}-{seed}"


def doublings(first: float, count: int) -> tuple[float, ...]:
    """Return ``count`` learning rates, each twice the one before.

    Examples
    --------
    >>> doublings(0.001, 3)
    (0.001, 0.002, 0.004)
    """
    return tuple(first * 2**i for i in range(count))


def best_rate(by_rate: dict[float, Record], key: str = "loss") -> float:
    """Return the rate of the least mean loss over seeds, of those whose losses are all finite.

    Examples
    --------
    >>> best_rate({0.001: {"loss": [1.0, 2.0]}, 0.01: {"loss": [0.1, math.nan]}})
    0.001
    """

    def mean_loss(rate: float) -> float:
        loss = math.fsum(by_rate[rate][key])
        return loss if math.isfinite(loss) else math.inf

    return min(by_rate, key=mean_loss)


def summary(by_rate: dict[float, Record], key: str = "loss") -> Record:
    """Return the part of a record that is on one variant.

    Parameters
    ----------
    by_rate : dict
        The variant's runs, as :meth:`Grid.gather` returns them.
    key : str
        Name of the loss by which the best rate is chosen.

    Returns
    -------
    dict
        ``best``, the rate of :func:`best_rate`. ``runs``, the given runs, by the rate as text.
        ``at``, the mean, the least and the greatest of ``key`` over seeds, by the rate as a
        multiple of the best one.

    Examples
    --------
    >>> runs = {0.001: {"loss": [1.0, 2.0]}, 0.002: {"loss": [3.0, 5.0]}}
    >>> summary(runs)["best"], summary(runs)["at"]
    (0.001, {'1': [1.5, 1.0, 2.0], '2': [4.0, 3.0, 5.0]})
    """
    best = best_rate(by_rate, key)
    losses = {f"{rate / best:g}": run[key] for rate, run in by_rate.items()}
    return {
        "best": best,
        "runs": {f"{rate:g}": run for rate, run in by_rate.items()},
        "at": {
            multiple: [float(value) for value in spread(each)] for multiple, each in losses.items()
        },
    }
