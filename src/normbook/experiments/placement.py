"""Where a Transformer normalizes: gradients and variances, layer by layer, at rest and in training.

The Transformers read digits and differ in the placement of their norms and in depth alone. All
weights of their blocks are drawn by Xavier's rule, with a gain of 1; DeepNorm's own gain is lower.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.optim import Adam

from normbook.experiments.data import Digits, batches, load_digits
from normbook.experiments.fit import accuracy, ending, fit, means_between
from normbook.experiments.models import DigitTransformer
from normbook.experiments.parts import Parts
from normbook.experiments.record import Record, by_seed, main, measured
from normbook.nn.residual import Placement

SEED = 0
BATCH_SIZE = 32
LEARNING_RATE = 1e-3
PLACEMENTS: tuple[Placement, ...] = ("pre", "post", "sandwich", "olmo2", "deepnorm")
PROBE = 256  # training images that the layers are measured on


class Settings(NamedTuple):
    """How far the experiment goes."""

    d_model: int = 64
    d_ff: int = 256
    depths: tuple[int, ...] = (6, 12, 24, 48)
    trained_depths: tuple[int, ...] = (6, 12, 24)
    seeds: tuple[int, ...] = (0, 1, 2)  # at initialization and in the grid
    steps: tuple[int, ...] = (0, 10, 40, 150)
    warmup: int = 75
    loss_every: int = 5
    grid_depths: tuple[int, ...] = (6, 12)
    grid_rates: tuple[float, ...] = (3e-4, 1e-3, 3e-3)
    grid_last: int = 25  # steps whose loss the grid holds


QUICK = Settings(
    *(8, 16, (1, 2), (1,), (0, 1), (0, 2, 4, 6)),
    warmup=3,
    loss_every=2,
    grid_depths=(1,),
    grid_rates=(1e-3, 3e-3),
    grid_last=2,
)


def run(quick: bool = False, parts: Parts | None = None) -> Record:
    """Measure all placements; ``quick`` in miniature, to test.

    Returns
    -------
    dict
        ``init[placement][depth]`` holds ``gradient`` and ``variance`` of :func:`measure_layers`,
        the mean over ``seeds``; ``training[placement][depth]["warmup" or "none"]`` holds what
        :func:`train` returns for the first seed; ``grid["runs"][placement][depth]["warmup" or
        "none"][learning_rate]`` holds what :func:`train_only` returns, for each seed.
    """
    settings = QUICK if quick else Settings()
    placements = PLACEMENTS
    starts = {"warmup": settings.warmup, "none": 1}
    tasks: dict[str, partial[Record]] = {}
    for placement in placements:
        for depth in sorted(settings.depths, reverse=True):  # the longest first
            tasks[f"init-{placement}-{depth}"] = partial(
                measure_at_init, settings, placement, depth
            )
        for depth in sorted(settings.trained_depths, reverse=True):
            for start, warmup in starts.items():
                tasks[f"training-{placement}-{depth}-{start}"] = partial(
                    train, settings, placement, depth, warmup
                )
        for depth in settings.grid_depths:
            for start, warmup in starts.items():
                for rate in settings.grid_rates:
                    for seed in settings.seeds:
                        tasks[f"grid-{placement}-{depth}-{start}-{rate:g}-{seed}"] = partial(
                            train_only, settings, placement, depth, warmup, rate, seed
                        )
    return measured("placement", SEED, tasks, partial(_assemble, settings, placements), parts)


def _assemble(
    settings: Settings, placements: tuple[Placement, ...], results: dict[str, Any]
) -> Record:
    starts = ("warmup", "none")
    return {
        "placements": list(placements),
        "depths": list(settings.depths),
        "steps": list(settings.steps),
        "learning_rate": LEARNING_RATE,
        "batch_size": BATCH_SIZE,
        "warmup_steps": settings.warmup,
        "init": {
            placement: {
                str(depth): results[f"init-{placement}-{depth}"] for depth in settings.depths
            }
            for placement in placements
        },
        "training": {
            placement: {
                str(depth): {
                    start: results[f"training-{placement}-{depth}-{start}"] for start in starts
                }
                for depth in settings.trained_depths
            }
            for placement in placements
        },
        "seeds": list(settings.seeds),
        "grid": {
            "depths": list(settings.grid_depths),
            "learning_rates": list(settings.grid_rates),
            "runs": {
                placement: {
                    str(depth): {
                        start: {
                            f"{rate:g}": by_seed(
                                [
                                    results[f"grid-{placement}-{depth}-{start}-{rate:g}-{seed}"]
                                    for seed in settings.seeds
                                ]
                            )
                            for rate in settings.grid_rates
                        }
                        for start in starts
                    }
                    for depth in settings.grid_depths
                }
                for placement in placements
            },
        },
    }


def build(settings: Settings, placement: Placement, depth: int, seed: int) -> DigitTransformer:
    """Return a Transformer with Xavier's weights in its blocks."""
    torch.manual_seed(seed)
    model = DigitTransformer(settings.d_model, settings.d_ff, depth, placement=placement)
    if placement != "deepnorm":  # which draws its own, by the same rule
        for name, weight in model.classifier.blocks.named_parameters():
            if weight.ndim == 2:
                matrices = 3 if "in_proj" in name else 1  # queries, keys and values in one
                for matrix in weight.detach().chunk(matrices):
                    nn.init.xavier_normal_(matrix)
    return model


def measure_layers(model: DigitTransformer, digits: Digits) -> Record:
    """Measure each of the L blocks on the first training images.

    Returns
    -------
    dict
        ``gradient`` (L): the L2 norm, not scaled further, of the gradient of the mean cross-entropy
        with respect to the weight of the feed-forward network's second linear layer.
        ``variance`` (L + 1): that of the residual stream over batch, time and features, before the
        first block and after each.
    """
    streams: list[Tensor] = []
    handles = [
        model.classifier.blocks[0].register_forward_pre_hook(lambda _, x: streams.append(x[0])),
        *(
            block.register_forward_hook(lambda _, x, y: streams.append(y))
            for block in model.classifier.blocks
        ),
    ]
    logits = model(digits.train_images[:PROBE])
    for handle in handles:
        handle.remove()
    weights = [
        weight
        for name, weight in model.named_parameters()
        if name.endswith("feed_forward.sublayer.2.weight")
    ]
    loss = F.cross_entropy(logits, digits.train_labels[:PROBE])
    gradients = torch.autograd.grad(loss, weights)
    return {
        "gradient": [gradient.norm().item() for gradient in gradients],
        "variance": [x.var(correction=0).item() for x in streams],
    }


def measure_at_init(settings: Settings, placement: Placement, depth: int) -> Record:
    """Return the mean over seeds of :func:`measure_layers` before training."""
    digits = load_digits(standardize=True)
    layers = [
        measure_layers(build(settings, placement, depth, seed), digits) for seed in settings.seeds
    ]
    return {key: np.mean([each[key] for each in layers], axis=0).tolist() for key in layers[0]}


def train(settings: Settings, placement: Placement, depth: int, warmup: int) -> Record:
    """Train with Adam, its rate rising linearly over the first ``warmup`` steps.

    Returns
    -------
    dict
        ``gradient`` and ``variance`` of :func:`measure_layers` at each of ``settings.steps``;
        ``loss``, the mean of the training loss over the ``loss_every`` steps up to each of
        ``loss_steps``; ``accuracy`` on the test images at the end.
    """
    digits = load_digits(standardize=True)
    model = build(settings, placement, depth, SEED)
    layers: list[Record] = []
    losses = fit(
        model,
        Adam(model.parameters(), lr=LEARNING_RATE),
        batches(digits, BATCH_SIZE, SEED),
        settings.steps,
        lambda: layers.append(measure_layers(model, digits)),
        warmup,
    )
    every = settings.loss_every
    loss_steps = list(range(every, len(losses) + 1, every))
    return {
        "gradient": [each["gradient"] for each in layers],
        "variance": [each["variance"] for each in layers],
        "loss": means_between(losses, loss_steps),
        "loss_steps": loss_steps,
        "accuracy": accuracy(model, digits.test_images, digits.test_labels),
    }


def train_only(
    settings: Settings, placement: Placement, depth: int, warmup: int, rate: float, seed: int
) -> Record:
    """Train as :func:`train` does, at another rate and from another seed.

    Returns
    -------
    dict
        What :func:`normbook.experiments.fit.ending` returns, of the ``grid_last`` last steps.
    """
    digits = load_digits(standardize=True)
    model = build(settings, placement, depth, seed)
    optimizer = Adam(model.parameters(), lr=rate)
    steps = settings.steps[-1:]
    losses = fit(model, optimizer, batches(digits, BATCH_SIZE, seed), steps, warmup=warmup)
    return ending(model, digits, losses, settings.grid_last)


if __name__ == "__main__":
    main("placement", run)
