"""Where a Transformer normalizes: gradients and variances, layer by layer, at rest and in training.

The Transformers read digits and differ in the placement of their norms and in depth alone. All
weights of their blocks are drawn by Xavier's rule, with a gain of 1; DeepNorm's own gain is lower.
"""

from __future__ import annotations

from itertools import islice, pairwise
from typing import NamedTuple, get_args

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.optim import Adam
from torch.optim.lr_scheduler import LambdaLR

from normbook.experiments.data import Digits, batches, load_digits
from normbook.experiments.fit import accuracy, update
from normbook.experiments.models import DigitTransformer
from normbook.experiments.record import Record, main, measured
from normbook.nn.residual import Placement

SEED = 0
BATCH_SIZE = 32
LEARNING_RATE = 1e-3
PROBE = 256  # training images that the layers are measured on


class Settings(NamedTuple):
    """How far the experiment goes."""

    d_model: int = 64
    d_ff: int = 256
    depths: tuple[int, ...] = (6, 12, 24, 48)
    trained_depths: tuple[int, ...] = (6, 12, 24)
    seeds: int = 3  # whose mean is taken at initialization
    steps: tuple[int, ...] = (0, 10, 40, 150)
    warmup: int = 75
    loss_every: int = 5


QUICK = Settings(8, 16, (1, 2), (1,), seeds=1, steps=(0, 2, 4, 6), warmup=3, loss_every=2)


def run(quick: bool = False) -> Record:
    """Measure all placements; ``quick`` in miniature, to test.

    Returns
    -------
    dict
        ``init[placement][depth]`` holds ``gradient`` and ``variance`` of :func:`measure_layers`;
        ``training[placement][depth]["warmup" or "none"]`` holds what :func:`train` returns.
    """
    return measured("placement", SEED, lambda: _compare(QUICK if quick else Settings()))


def _compare(settings: Settings) -> Record:
    digits = load_digits(standardize=True)
    placements: tuple[Placement, ...] = get_args(Placement)
    return {
        "placements": list(placements),
        "depths": list(settings.depths),
        "steps": list(settings.steps),
        "learning_rate": LEARNING_RATE,
        "batch_size": BATCH_SIZE,
        "warmup_steps": settings.warmup,
        "init": {
            placement: {
                str(depth): measure_at_init(settings, digits, placement, depth)
                for depth in settings.depths
            }
            for placement in placements
        },
        "training": {
            placement: {
                str(depth): {
                    "warmup": train(settings, digits, placement, depth, settings.warmup),
                    "none": train(settings, digits, placement, depth, warmup=1),
                }
                for depth in settings.trained_depths
            }
            for placement in placements
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


def measure_at_init(settings: Settings, digits: Digits, placement: Placement, depth: int) -> Record:
    """Return the mean over seeds of :func:`measure_layers` before training."""
    layers = [
        measure_layers(build(settings, placement, depth, seed), digits)
        for seed in range(SEED, SEED + settings.seeds)
    ]
    return {key: np.mean([each[key] for each in layers], axis=0).tolist() for key in layers[0]}


def train(
    settings: Settings, digits: Digits, placement: Placement, depth: int, warmup: int
) -> Record:
    """Train with Adam, its rate rising linearly over the first ``warmup`` steps.

    Returns
    -------
    dict
        ``gradient`` and ``variance`` of :func:`measure_layers` at each of ``settings.steps``;
        ``loss``, the mean of the training loss over the ``loss_every`` steps up to each of
        ``loss_steps``; ``accuracy`` on the test images at the end.
    """
    model = build(settings, placement, depth, SEED)
    optimizer = Adam(model.parameters(), lr=LEARNING_RATE)
    schedule = LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / warmup))
    stream = batches(digits, BATCH_SIZE, SEED)
    layers, losses = [measure_layers(model, digits)], []
    for start, stop in pairwise(settings.steps):
        for images, labels in islice(stream, stop - start):
            losses.append(update(model, optimizer, images, labels))
            schedule.step()
        layers.append(measure_layers(model, digits))
    every = settings.loss_every
    return {
        "gradient": [each["gradient"] for each in layers],
        "variance": [each["variance"] for each in layers],
        "loss": np.reshape(losses, (-1, every)).mean(axis=1).tolist(),
        "loss_steps": list(range(every, len(losses) + 1, every)),
        "accuracy": accuracy(model, digits.test_images, digits.test_labels),
    }


if __name__ == "__main__":
    main("placement", run)
