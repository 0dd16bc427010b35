"""LayerNorm, its successors and nothing, at an equal budget, in a Transformer that reads digits.

All variants have the same architecture, see the same batches and train for the same number of steps
with Adam, at each rate of one grid, without warm-up. DyT and Derf come with several first values of
their alpha. DeepNorm is post-norm with its own weights at the start; the others are pre-norm. nGPT,
which needs another optimizer and other layers, is not here.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.optim import Adam

from normbook.experiments.data import batches, load_digits
from normbook.experiments.fit import ending, fit, means_between
from normbook.experiments.grid import Grid, doublings, summary
from normbook.experiments.models import DigitTransformer
from normbook.experiments.parts import Parts
from normbook.experiments.record import Record, main, measured
from normbook.nn import DynamicErf, DynamicTanh, LayerNorm, RMSNorm, ScaleNorm
from normbook.nn.residual import NormFactory, Placement

SEEDS = (0, 1, 2, 3, 4)
D_MODEL, D_FF = 32, 64
BATCH_SIZE = 32
TRAINED_LOSS = math.log(10) / 2  # a final loss below half of a guess's counts as trained
ALPHAS = (0.5, 1.0, 2.0)  # first values of alpha in Derf, and in DyT, which has a smaller one, too
VARIANTS: dict[str, tuple[Placement, NormFactory]] = {
    "layer": ("pre", LayerNorm),
    "rms": ("pre", RMSNorm),
    "scale": ("pre", ScaleNorm),
    **{f"tanh {alpha:g}": ("pre", partial(DynamicTanh, alpha0=alpha)) for alpha in (0.25, *ALPHAS)},
    **{f"erf {alpha:g}": ("pre", partial(DynamicErf, alpha0=alpha)) for alpha in ALPHAS},
    "deepnorm": ("deepnorm", LayerNorm),
    "none": ("pre", lambda features: nn.Identity()),
}


class Settings(NamedTuple):
    """How large the experiment is; ``QUICK`` is a small one, to test it."""

    depth: int = 4
    seeds: tuple[int, ...] = SEEDS
    rates: tuple[float, ...] = doublings(5e-4, 7)
    steps: int = 300
    last: int = 25  # steps whose loss is one value

    @property
    def grid(self) -> Grid:
        """All training runs of the experiment."""
        return Grid(dict.fromkeys(VARIANTS, self.rates), self.seeds)


QUICK = Settings(depth=1, seeds=SEEDS[:2], rates=(1e-3, 3e-3), steps=4, last=2)


def run(quick: bool = False, parts: Parts | None = None) -> Record:
    """Train all variants at all rates; ``quick`` in miniature, to test.

    Returns
    -------
    dict
        ``grid[variant]``: what :func:`normbook.experiments.grid.summary` returns, of what
        :func:`normbook.experiments.fit.ending` does. ``curve[variant]``, at the best rate by seed,
        the mean training loss of the steps up to each of ``loss_steps``. ``largest_rate[variant]``:
        the largest rate at which every seed's final loss is below ln(10)/2, or None.
    """
    settings = QUICK if quick else Settings()
    tasks = settings.grid.tasks(partial(train, settings))
    return measured("beyond", SEEDS[0], tasks, partial(_assemble, settings), parts)


def _assemble(settings: Settings, results: dict[str, Any]) -> Record:
    runs = settings.grid.gather(results)
    curves = {
        variant: {rate: run.pop("curve") for rate, run in by_rate.items()}
        for variant, by_rate in runs.items()
    }
    grid = {variant: summary(by_rate) for variant, by_rate in runs.items()}
    return {
        "depth": settings.depth,
        "d_model": D_MODEL,
        "batch_size": BATCH_SIZE,
        "steps": settings.steps,
        "seeds": list(settings.seeds),
        "variants": list(VARIANTS),
        "learning_rates": list(settings.rates),
        "loss_steps": _loss_steps(settings),
        "grid": grid,
        "curve": {variant: curves[variant][found["best"]] for variant, found in grid.items()},
        "largest_rate": {variant: largest_rate(by_rate) for variant, by_rate in runs.items()},
    }


def _loss_steps(settings: Settings) -> list[int]:
    return list(range(settings.last, settings.steps + 1, settings.last))


def largest_rate(by_rate: dict[float, Record]) -> float | None:
    """Return the largest rate at which every seed trains, or None.

    Examples
    --------
    >>> largest_rate({0.001: {"loss": [1.0, 1.1]}, 0.01: {"loss": [0.1, 2.3]}})
    0.001
    """
    return max(
        (rate for rate, run in by_rate.items() if all(loss < TRAINED_LOSS for loss in run["loss"])),
        default=None,
    )


def train(settings: Settings, variant: str, rate: float, seed: int) -> Record:
    """Train one variant.

    Returns
    -------
    dict
        What :func:`normbook.experiments.fit.ending` returns, and ``curve`` as in :func:`run`.
    """
    digits = load_digits(standardize=True)
    placement, norm = VARIANTS[variant]
    torch.manual_seed(seed)
    model = DigitTransformer(D_MODEL, D_FF, settings.depth, placement=placement, norm=norm)
    optimizer = Adam(model.parameters(), lr=rate, fused=True)
    losses = fit(model, optimizer, batches(digits, BATCH_SIZE, seed), (settings.steps,))
    return {
        **ending(model, digits, losses, settings.last),
        "curve": means_between(losses, _loss_steps(settings)),
    }


if __name__ == "__main__":
    main("beyond", run)
