"""LayerNorm against BatchNorm at batch sizes from 2 to 128, in a Transformer and a CNN.

Every run sees the same number of digits. At each batch size each norm of each model has a grid of
learning rates; what is shown of it in full is the rate at which it has learned most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim import Adam

from normbook.experiments.data import batches, load_digits
from normbook.experiments.fit import accuracy, evaluation_loss, fit, means_between
from normbook.experiments.grid import Grid, doublings, summary
from normbook.experiments.models import BatchNormOverTime, DigitTransformer, digit_cnn
from normbook.experiments.parts import Parts, Task
from normbook.experiments.record import Record, main, measured
from normbook.nn import BatchNorm, LayerNorm

SEEDS = (0, 1, 2, 3, 4)
EXAMPLES = tuple(range(512, 8193, 512))  # 5.7 epochs; a multiple of each batch size
QUANTILES = np.linspace(0, 1, 5)
AT_END = ("evaluation", "test_loss")  # measured once, at the end of training
MODELS: dict[str, dict[str, Callable[[], nn.Module]]] = {
    "transformer": {
        "layer": lambda: DigitTransformer(32, 64, depth=2, norm=LayerNorm),
        "batch": lambda: DigitTransformer(32, 64, depth=2, norm=BatchNormOverTime),
    },
    "cnn": {
        "layer": lambda: digit_cnn(LayerNorm),
        "batch": lambda: digit_cnn(lambda shape: BatchNorm(shape[0])),
    },
}
# Learning rates, by model and batch size. Pilot runs chose them, so that the best rate of a grid is
# neither its first nor its last.
RATES = {
    "transformer": {
        2: doublings(2.5e-4, 4),
        8: doublings(5e-4, 4),
        32: doublings(1e-3, 5),
        128: doublings(2e-3, 5),
    },
    "cnn": {
        2: doublings(2e-3, 4),
        8: doublings(2e-3, 5),
        32: doublings(4e-3, 5),
        128: doublings(4e-3, 5),
    },
}


class Settings(NamedTuple):
    """How large the experiment is; ``QUICK`` is a small one, to test it."""

    batch_sizes: tuple[int, ...] = (2, 8, 32, 128)
    examples: tuple[int, ...] = EXAMPLES
    seeds: tuple[int, ...] = SEEDS

    @property
    def grids(self) -> dict[tuple[str, int], Grid]:
        """What is trained, by model and batch size."""
        return {
            (model, size): Grid(
                dict.fromkeys(norms, RATES[model][size]), self.seeds, f"{model}-{size}-"
            )
            for size in self.batch_sizes  # the longest first
            for model, norms in MODELS.items()
        }


QUICK = Settings(batch_sizes=(32, 128), examples=(128, 256), seeds=SEEDS[:2])


def run(quick: bool = False, parts: Parts | None = None) -> Record:
    """Train all models, norms, batch sizes and rates; ``quick`` on few examples, to test.

    Returns
    -------
    dict
        ``grid[model][norm][batch_size]`` holds :func:`normbook.experiments.grid.summary` of how
        training ended, its best rate that of the least mean ``evaluation``. At this rate,
        ``runs[model][norm][batch_size]`` holds what :func:`train` returns for the first seed, and
        ``by_seed[model][norm][batch_size]`` its ``loss`` and ``accuracy`` for each of ``seeds``.
    """
    settings = QUICK if quick else Settings()
    tasks: dict[str, Task] = {}
    for (model, size), grid in settings.grids.items():
        tasks |= grid.tasks(partial(train, model, size, settings.examples))
    return measured("training", SEEDS[0], tasks, partial(_assemble, settings), parts)


def _assemble(settings: Settings, results: dict[str, Any]) -> Record:
    kinds = ("grid", "runs", "by_seed")
    found: Record = {
        kind: {model: {"layer": {}, "batch": {}} for model in MODELS} for kind in kinds
    }
    for (model, size), grid in settings.grids.items():
        for norm, by_rate in grid.gather(results).items():
            ends = {rate: _ends(run) for rate, run in by_rate.items()}
            summed = summary(ends, key="evaluation")
            best = by_rate[summed["best"]]
            first = {key: values[0] for key, values in best.items() if key not in AT_END}
            curves = {key: best[key] for key in ("loss", "accuracy")}
            for kind, value in zip(kinds, (summed, first, curves), strict=True):
                found[kind][model][norm][str(size)] = value
    return {
        "models": list(MODELS),
        "norms": ["layer", "batch"],
        "batch_sizes": list(settings.batch_sizes),
        "examples": list(settings.examples),
        "quantiles": QUANTILES.tolist(),
        "seeds": list(settings.seeds),
        **found,
    }


def _ends(run: Record) -> Record:
    """Return how training ended, by seed."""
    curves = {key: [values[-1] for values in run[key]] for key in ("loss", "accuracy")}
    return curves | {key: run[key] for key in AT_END}


def train(
    model_name: str, batch_size: int, examples: tuple[int, ...], norm: str, rate: float, seed: int
) -> Record:
    """Train with Adam until the last of ``examples`` is seen, and measure at each.

    Returns
    -------
    dict
        ``loss``, the mean training loss since the measurement before; ``accuracy`` on the test
        images, in evaluation mode; ``weight`` and ``bias``, for each norm layer by name, the
        quantiles of its parameter. At the end, ``evaluation`` and ``test_loss``: the mean
        cross-entropy of all training images and of the test images, in evaluation mode.
    """
    torch.manual_seed(seed)
    model = MODELS[model_name][norm]()
    digits = load_digits(standardize=True)
    names = [
        name for name, module in model.named_modules() if isinstance(module, LayerNorm | BatchNorm)
    ]
    record: Record = {
        "accuracy": [],
        "weight": {name: [] for name in names},
        "bias": {name: [] for name in names},
    }

    def look() -> None:
        record["accuracy"].append(accuracy(model, digits.test_images, digits.test_labels))
        for kind in ("weight", "bias"):
            for name in names:
                parameter = model.get_parameter(f"{name}.{kind}")
                record[kind][name].append(quantiles(parameter))

    optimizer = Adam(model.parameters(), lr=rate, fused=True)
    steps = [seen // batch_size for seen in examples]
    losses = fit(model, optimizer, batches(digits, batch_size, seed), steps, look)
    return {
        "loss": means_between(losses, steps),
        **record,
        "evaluation": evaluation_loss(model, digits.train_images, digits.train_labels),
        "test_loss": evaluation_loss(model, digits.test_images, digits.test_labels),
    }


def quantiles(parameter: Tensor) -> list[float]:
    """Return the quantiles of all elements.

    Examples
    --------
    >>> quantiles(torch.arange(9.0))
    [0.0, 2.0, 4.0, 6.0, 8.0]
    """
    values: list[float] = np.quantile(parameter.detach().numpy(), QUANTILES).tolist()
    return values


if __name__ == "__main__":
    main("training", run)
