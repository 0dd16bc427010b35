"""The weight and the bias of each LayerNorm of a Transformer through training; and without them.

Transformers with pre-norm read digits. Three variants have the same other weights at the start and
see the same batches: LayerNorms with weight and bias, with a weight alone, and with neither.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.optim import Adam

from normbook.experiments.data import batches, load_digits
from normbook.experiments.fit import ending, fit, means_between
from normbook.experiments.models import DigitTransformer
from normbook.experiments.parts import Parts
from normbook.experiments.record import Record, by_seed, main, measured
from normbook.nn import LayerNorm

SEEDS = (0, 1, 2, 3, 4)
D_MODEL, D_FF = 32, 64
BATCH_SIZE = 32
LEARNING_RATE = 2e-3
QUANTILES = (0.05, 0.5, 0.95)
VARIANTS: dict[str, dict[str, Any]] = {
    "affine": {"elementwise_affine": True},
    "weight": {"elementwise_affine": True, "bias": False},
    "none": {"elementwise_affine": False},
}


class Settings(NamedTuple):
    """How large the experiment is; ``QUICK`` is a small one, to test it."""

    depth: int = 4
    steps: tuple[int, ...] = (0, 10, 25, 50, 100, 200, 400, 600, 800)
    seeds: tuple[int, ...] = SEEDS
    last: int = 50  # steps whose loss is the final one


QUICK = Settings(depth=1, steps=(0, 2, 4), seeds=SEEDS[:2], last=2)


def run(quick: bool = False, parts: Parts | None = None) -> Record:
    """Train all variants; ``quick`` in miniature, to test.

    Returns
    -------
    dict
        ``weight[layer]`` and ``bias[layer]``, of "affine": by seed and step, the quantiles over
        features. ``runs[variant]``: by seed, ``loss``, the mean training loss up to each of
        ``loss_steps`` since the one before, and what
        :func:`normbook.experiments.fit.ending` returns, its ``loss`` as ``final_loss``.
    """
    settings = QUICK if quick else Settings()
    tasks = {
        f"{variant}-{seed}": partial(train, settings, variant, seed)
        for variant in VARIANTS
        for seed in settings.seeds
    }
    return measured("affine_evolution", SEEDS[0], tasks, partial(_assemble, settings), parts)


def _assemble(settings: Settings, results: dict[str, Any]) -> Record:
    runs = {
        variant: by_seed([results[f"{variant}-{seed}"] for seed in settings.seeds])
        for variant in VARIANTS
    }
    return {
        "depth": settings.depth,
        "d_model": D_MODEL,
        "batch_size": BATCH_SIZE,
        "learning_rate": LEARNING_RATE,
        "seeds": list(settings.seeds),
        "variants": list(VARIANTS),
        "layers": layer_names(settings.depth),
        "steps": list(settings.steps),
        "loss_steps": list(settings.steps[1:]),
        "quantiles": list(QUANTILES),
        **{
            kind: {
                layer: [by_layer[layer] for by_layer in runs["affine"][kind]]
                for layer in layer_names(settings.depth)
            }
            for kind in ("weight", "bias")
        },
        "runs": {
            variant: {key: run[key] for key in ("loss", "final_loss", "test_loss", "accuracy")}
            for variant, run in runs.items()
        },
    }


def layer_names(depth: int) -> list[str]:
    """Return the names of a pre-norm Transformer's norms, from its input to its output.

    Examples
    --------
    >>> layer_names(1)
    ['1 attention', '1 feed-forward', 'final']
    """
    sublayers = ("attention", "feed-forward")
    return [f"{i} {name}" for i in range(1, depth + 1) for name in sublayers] + ["final"]


def train(settings: Settings, variant: str, seed: int) -> Record:
    """Train one variant with Adam.

    Returns
    -------
    dict
        ``weight`` and ``bias``: by layer and step, the quantiles; none where there is no such
        parameter. ``loss``, ``final_loss``, ``test_loss`` and ``accuracy`` as in :func:`run`.
    """
    digits = load_digits(standardize=True)
    torch.manual_seed(seed)
    norm = partial(LayerNorm, **VARIANTS[variant])
    model = DigitTransformer(D_MODEL, D_FF, settings.depth, norm=norm)
    norms = [module for module in model.modules() if isinstance(module, LayerNorm)]
    layers = dict(zip(layer_names(settings.depth), norms, strict=True))
    record: Record = {kind: {layer: [] for layer in layers} for kind in ("weight", "bias")}

    def look() -> None:
        for kind in ("weight", "bias"):
            for layer, module in layers.items():
                parameter = getattr(module, kind)
                if parameter is not None:
                    record[kind][layer].append(quantiles(parameter))

    optimizer = Adam(model.parameters(), lr=LEARNING_RATE)
    losses = fit(model, optimizer, batches(digits, BATCH_SIZE, seed), settings.steps, look)
    end = ending(model, digits, losses, settings.last)
    return {
        **record,
        "loss": means_between(losses, settings.steps[1:]),
        "final_loss": end["loss"],
        "test_loss": end["test_loss"],
        "accuracy": end["accuracy"],
    }


def quantiles(parameter: Tensor) -> list[float]:
    """Return the quantiles of all elements.

    Examples
    --------
    >>> quantiles(torch.arange(21.0))
    [1.0, 10.0, 19.0]
    """
    values: list[float] = np.quantile(parameter.detach().numpy(), QUANTILES).tolist()
    return values


if __name__ == "__main__":
    main("affine_evolution", run)
