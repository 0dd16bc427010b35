"""The comparisons of other experiments once more, on text: a check of what digits alone have shown.

Transformers read eight characters of a play and tell the next one. Compared are LayerNorm and
BatchNorm by batch size, as in ``training``; three placements, as in ``placement``; and what can
stand in a norm's place, as in ``beyond``. Each variant has a grid of learning rates.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import torch
from torch.optim import Adam

from normbook.experiments import beyond
from normbook.experiments.data import batches, load_text
from normbook.experiments.fit import ending, evaluation_loss, fit
from normbook.experiments.grid import Grid, doublings, summary
from normbook.experiments.models import BatchNormOverTime, TextTransformer
from normbook.experiments.parts import Parts, Task
from normbook.experiments.record import Record, main, measured
from normbook.nn import LayerNorm
from normbook.nn.residual import NormFactory, Placement

SEEDS = (0, 1, 2)
EXAMPLES = 8192  # seen by each norm at each batch size
ASKED = 2000  # training contexts whose loss is also measured in evaluation mode
LAST_EXAMPLES = 800  # examples at the end of training, whose mean loss is the training loss


class Comparison(NamedTuple):
    """Transformers that differ in one thing."""

    d_model: int
    d_ff: int
    depth: int
    batch_size: int
    steps: int
    warmup: int
    variants: dict[str, tuple[Placement, NormFactory]]
    rates: dict[str, tuple[float, ...]]
    """Learning rates, by variant. Pilot runs chose them, so that the best is never at an end."""


NORMS: dict[str, tuple[Placement, NormFactory]] = {
    "layer": ("pre", LayerNorm),
    "batch": ("pre", BatchNormOverTime),
}
PLACEMENTS: dict[str, tuple[Placement, NormFactory]] = {
    "pre": ("pre", LayerNorm),
    "post": ("post", LayerNorm),
    "deepnorm": ("deepnorm", LayerNorm),
}


def _norms(batch_size: int, rates: tuple[float, ...]) -> Comparison:
    steps = EXAMPLES // batch_size
    return Comparison(32, 64, 2, batch_size, steps, 1, NORMS, dict.fromkeys(NORMS, rates))


COMPARISONS = {
    "norms in batches of 2": _norms(2, doublings(5e-4, 3)),
    "norms in batches of 32": _norms(32, doublings(1e-3, 5)),
    "norms in batches of 128": _norms(128, doublings(4e-3, 5)),
    "placements": Comparison(
        *(64, 256, 12, 32, 300, 30),
        variants=PLACEMENTS,
        rates={
            "pre": doublings(5e-4, 4),
            "post": doublings(2.5e-4, 4),
            "deepnorm": doublings(5e-4, 4),
        },
    ),
    "variants": Comparison(
        *(beyond.D_MODEL, beyond.D_FF, 4, 32, 300, 1),
        variants=beyond.VARIANTS,
        rates=dict.fromkeys(beyond.VARIANTS, doublings(2e-3, 5)) | {"none": doublings(5e-4, 6)},
    ),
}


class Settings(NamedTuple):
    """How large the experiment is; ``QUICK`` is a small one, to test it."""

    comparisons: tuple[str, ...] = tuple(COMPARISONS)
    seeds: tuple[int, ...] = SEEDS
    most_steps: int = EXAMPLES

    @property
    def grids(self) -> dict[str, Grid]:
        """All training runs, by comparison."""
        return {
            name: Grid(COMPARISONS[name].rates, self.seeds, f"{name}-") for name in self.comparisons
        }


QUICK = Settings(("norms in batches of 128",), SEEDS[:2], most_steps=4)


def run(quick: bool = False, parts: Parts | None = None) -> Record:
    """Train all variants of all comparisons; ``quick`` in miniature, to test.

    Returns
    -------
    dict
        ``grid[comparison][variant]``: what :func:`normbook.experiments.grid.summary` returns of
        what :func:`train` does, the best rate that of the least mean ``evaluation``.
    """
    settings = QUICK if quick else Settings()
    tasks: dict[str, Task] = {}
    for name, grid in settings.grids.items():
        tasks |= grid.tasks(partial(train, settings.most_steps, name))
    return measured("text", SEEDS[0], tasks, partial(_assemble, settings), parts)


def _assemble(settings: Settings, results: dict[str, Any]) -> Record:
    return {
        "comparisons": {
            name: {key: getattr(comparison, key) for key in Comparison._fields[:6]}
            for name, comparison in COMPARISONS.items()
            if name in settings.comparisons
        },
        "seeds": list(settings.seeds),
        "grid": {
            name: {
                variant: summary(by_rate, key="evaluation")
                for variant, by_rate in grid.gather(results).items()
            }
            for name, grid in settings.grids.items()
        },
    }


def train(most_steps: int, comparison: str, variant: str, rate: float, seed: int) -> Record:
    """Train one variant.

    Returns
    -------
    dict
        What :func:`normbook.experiments.fit.ending` returns, and ``evaluation``, the mean
        cross-entropy of ``ASKED`` contexts of those to train on, in evaluation mode.
    """
    its = COMPARISONS[comparison]
    where, norm = its.variants[variant]
    text = load_text()
    torch.manual_seed(seed)
    model = TextTransformer(its.d_model, its.d_ff, its.depth, placement=where, norm=norm)
    optimizer = Adam(model.parameters(), lr=rate, fused=True)
    steps = min(its.steps, most_steps)
    stream = batches(text, its.batch_size, seed)
    losses = fit(model, optimizer, stream, (steps,), warmup=its.warmup)
    asked = text.train_contexts[:ASKED], text.train_next[:ASKED]
    return {
        **ending(model, text, losses, max(1, LAST_EXAMPLES // its.batch_size)),
        "evaluation": evaluation_loss(model, *asked),
    }


if __name__ == "__main__":
    main("text", run)
