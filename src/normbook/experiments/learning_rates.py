"""The networks of the chapter on covariate shift, each at every rate of a grid.

Networks that differ in their norm differ in the size of their gradients, so that one rate is not
one step. Here each is given its own best rate, and is asked how far from it it still learns.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from torch.optim import SGD

from normbook.experiments.data import batches, load_digits
from normbook.experiments.drift import BATCH_SIZE, NORMS, build
from normbook.experiments.fit import ending, fit
from normbook.experiments.grid import Grid, best_rate
from normbook.experiments.parts import Parts
from normbook.experiments.record import Record, by_seed, main, measured

SEEDS = (0, 1, 2, 3, 4)


class Settings(NamedTuple):
    """How large the experiment is; ``QUICK`` is a small one, to test it."""

    rates: tuple[float, ...] = (0.0125, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
    steps: tuple[int, ...] = (60, 300)
    seeds: tuple[int, ...] = SEEDS
    last: int = 10  # steps whose mean loss is the training loss

    @property
    def grid(self) -> Grid:
        """All training runs of the experiment."""
        return Grid(dict.fromkeys(NORMS, self.rates), self.seeds)


QUICK = Settings(rates=(0.05, 0.1), steps=(2, 4), seeds=SEEDS[:2], last=2)


def run(quick: bool = False, parts: Parts | None = None) -> Record:
    """Train all networks at all rates; ``quick`` in miniature, to test.

    Returns
    -------
    dict
        ``runs[norm][steps][learning_rate]``: by seed, what
        :func:`normbook.experiments.fit.ending` returns after so many steps.
        ``best[norm][steps]``: the rate of the least mean training loss.
    """
    settings = QUICK if quick else Settings()
    tasks = settings.grid.tasks(partial(train, settings))
    return measured("learning_rates", SEEDS[0], tasks, partial(_assemble, settings), parts)


def _assemble(settings: Settings, results: dict[str, Any]) -> Record:
    runs = {
        norm: {
            str(steps): {rate: by_seed(results[str(steps)]) for rate, results in by_rate.items()}
            for steps in settings.steps
        }
        for norm, by_rate in settings.grid.gather(results).items()
    }
    return {
        "batch_size": BATCH_SIZE,
        "learning_rates": list(settings.rates),
        "steps": list(settings.steps),
        "seeds": list(settings.seeds),
        "runs": {
            norm: {
                steps: {f"{rate:g}": run for rate, run in by_rate.items()}
                for steps, by_rate in by_steps.items()
            }
            for norm, by_steps in runs.items()
        },
        "best": {
            norm: {steps: best_rate(by_rate) for steps, by_rate in by_steps.items()}
            for norm, by_steps in runs.items()
        },
    }


def train(settings: Settings, norm: str, rate: float, seed: int) -> Record:
    """Train one network; return by number of steps how it stood then."""
    digits = load_digits(standardize=True)
    model = build(norm, seed)
    optimizer = SGD(model.parameters(), lr=rate)
    stream = batches(digits, BATCH_SIZE, seed)
    found = {}
    for before, after in pairwise((0, *settings.steps)):
        losses = fit(model, optimizer, stream, (after - before,))
        found[str(after)] = ending(model, digits, losses, settings.last)
    return found


if __name__ == "__main__":
    main("learning_rates", run)
