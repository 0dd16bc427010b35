"""LayerNorm against BatchNorm (bn_vs_ln) at batch sizes from 2 to 128, in a Transformer and a CNN.

Every run sees the same number of digits; Adam's rate grows with the root of the batch size, and
both norms get the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim import Adam

from normbook.experiments.data import batches, load_digits
from normbook.experiments.fit import accuracy, fit, means_between
from normbook.experiments.models import BatchNormOverTime, DigitTransformer, digit_cnn
from normbook.experiments.parts import Parts
from normbook.experiments.record import Record, main, measured
from normbook.nn import BatchNorm, LayerNorm

SEEDS = (0, 1, 2)
SEED = SEEDS[0]
LEARNING_RATE = 2e-3  # at a batch size of REFERENCE
REFERENCE = 32
BATCH_SIZES = (2, 4, 8, 32, 128)
EXAMPLES = tuple(range(512, 8193, 512))  # 5.7 epochs; a multiple of each batch size
QUANTILES = np.linspace(0, 1, 9)
QUICK_BATCH_SIZES = (32, 128)
QUICK_EXAMPLES = (128, 256)
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


def run(quick: bool = False, parts: Parts | None = None) -> Record:
    """Train all models, norms and batch sizes; ``quick`` on few examples, to test.

    Returns
    -------
    dict
        ``runs[model][norm][batch_size]`` holds what :func:`train` returns for the first seed;
        ``by_seed[model][norm][batch_size]`` holds its ``loss`` and ``accuracy`` for each of
        ``seeds``.
    """
    sizes = QUICK_BATCH_SIZES if quick else BATCH_SIZES
    examples = QUICK_EXAMPLES if quick else EXAMPLES
    tasks = {
        f"{model}-{norm}-{size}-{seed}": partial(train, model, norm, size, examples, seed)
        for size in sizes  # the longest first
        for seed in SEEDS
        for model, norms in MODELS.items()
        for norm in norms
    }
    return measured("training", SEED, tasks, partial(_assemble, sizes, examples), parts)


def _assemble(sizes: tuple[int, ...], examples: tuple[int, ...], runs: dict[str, Any]) -> Record:
    def each(pick: Callable[[str], Any]) -> Record:
        return {
            model: {
                norm: {str(size): pick(f"{model}-{norm}-{size}") for size in sizes}
                for norm in norms
            }
            for model, norms in MODELS.items()
        }

    return {
        "models": list(MODELS),
        "norms": ["layer", "batch"],
        "batch_sizes": list(sizes),
        "examples": list(examples),
        "quantiles": QUANTILES.tolist(),
        "learning_rates": [learning_rate(size) for size in sizes],
        "runs": each(lambda run: runs[f"{run}-{SEED}"]),
        "seeds": list(SEEDS),
        "by_seed": each(
            lambda run: {
                key: [runs[f"{run}-{seed}"][key] for seed in SEEDS] for key in ("loss", "accuracy")
            }
        ),
    }


def learning_rate(batch_size: int) -> float:
    """Return Adam's rate, in proportion to the root of the batch size.

    Examples
    --------
    >>> learning_rate(32), learning_rate(8)
    (0.002, 0.001)
    """
    return LEARNING_RATE * math.sqrt(batch_size / REFERENCE)


def train(
    model_name: str, norm: str, batch_size: int, examples: tuple[int, ...], seed: int = SEED
) -> Record:
    """Train with Adam until the last of ``examples`` is seen, and measure at each.

    Returns
    -------
    dict
        ``loss``, the mean training loss since the measurement before; ``accuracy`` on the test
        images, in evaluation mode; ``weight`` and ``bias``, for each norm layer by name, the
        quantiles of its parameter.
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

    optimizer = Adam(model.parameters(), lr=learning_rate(batch_size))
    steps = [seen // batch_size for seen in examples]
    losses = fit(model, optimizer, batches(digits, batch_size, seed), steps, look)
    return {"loss": means_between(losses, steps), **record}


def quantiles(parameter: Tensor) -> list[float]:
    """Return the quantiles of all elements.

    Examples
    --------
    >>> quantiles(torch.arange(9.0))
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]
    """
    values: list[float] = np.quantile(parameter.detach().numpy(), QUANTILES).tolist()
    return values


if __name__ == "__main__":
    main("training", run)
