"""Every variant at each learning rate of a grid of its own, from several seeds."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from normbook.experiments.parts import Task
from normbook.experiments.record import Record, by_seed, spread


class Grid(NamedTuple):
    """What is trained."""

    rates: dict[str, tuple[float, ...]]
    """By variant."""
    seeds: tuple[int, ...]
    prefix: str = ""
    """Of the names of its tasks, to tell them from another grid's."""

    def tasks(self, train: Callable[[str, float, int], Record]) -> dict[str, Task]:
        """Return what trains each, by a name."""
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
    """Return what a record holds of a variant.

    Parameters
    ----------
    by_rate : dict
        Of :meth:`Grid.gather`.
    key : str
        The loss that chooses the best rate.

    Returns
    -------
    dict
        ``best``, the rate of :func:`best_rate`. ``runs``, what was given, by the rate as text.
        ``at``, the mean, the least and the greatest of ``key`` over seeds, by the multiple of the
        best rate.

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
