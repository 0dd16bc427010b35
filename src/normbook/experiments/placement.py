"""Where a Transformer normalizes: gradients and variances, layer by layer, at rest and in training.

The Transformers read digits and differ in the placement of their norms and in depth alone. All
weights of their blocks are drawn by Xavier's rule, with a gain of 1; DeepNorm's own gain is lower.
NormFormer, which is pre with more norms inside, is a wiring of its own.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.optim import Adam

from normbook.experiments.data import Digits, batches, load_digits
from normbook.experiments.fit import accuracy, ending, fit, means_between
from normbook.experiments.grid import Grid, doublings, summary
from normbook.experiments.models import DigitTransformer, draw_xavier, into_normformer
from normbook.experiments.parts import Parts, Task
from normbook.experiments.record import Record, main, measured
from normbook.nn import TransformerBlock
from normbook.nn.residual import Placement

SEED = 0
BATCH_SIZE = 32
LEARNING_RATE = 1e-3
PLACEMENTS: tuple[Placement, ...] = ("pre", "post", "sandwich", "olmo2", "deepnorm")
WIRINGS = (*PLACEMENTS, "normformer")
PROBE = 256  # training images that the layers are measured on
# Learning rates of the grids, by wiring. Pilot runs chose them, so that the best rate of a grid is
# neither its first nor its last.
SHALLOW = dict.fromkeys(WIRINGS, doublings(5e-4, 4)) | {"post": doublings(2.5e-4, 5)}
DEEP = dict.fromkeys(WIRINGS, doublings(2.5e-4, 4)) | {
    "post": doublings(3.125e-5, 6),
    "deepnorm": doublings(5e-4, 4),
}
# By depth and start: "warmup", or "none" for training at the whole rate from the first step.
RATES: dict[tuple[int, str], dict[str, tuple[float, ...]]] = {
    (24, "warmup"): DEEP,
    (24, "none"): {placement: DEEP[placement] for placement in PLACEMENTS},
    (6, "warmup"): SHALLOW,
}


class Settings(NamedTuple):
    """How large the experiment is; ``QUICK`` is a small one, to test it."""

    d_model: int = 64
    d_ff: int = 256
    depths: tuple[int, ...] = (6, 12, 24, 48)
    trained_depths: tuple[int, ...] = (6, 12, 24)
    seeds: tuple[int, ...] = (0, 1, 2)  # at initialization and in the grid
    steps: tuple[int, ...] = (0, 10, 40, 150)
    warmup: int = 15
    loss_every: int = 5
    rates: dict[tuple[int, str], dict[str, tuple[float, ...]]] = RATES
    grid_last: int = 25  # steps whose loss the grid holds

    @property
    def starts(self) -> dict[str, int]:
        """Steps of warm-up, by name."""
        return {"warmup": self.warmup, "none": 1}

    @property
    def grids(self) -> dict[tuple[int, str], Grid]:
        """Training runs at more than one learning rate, by depth and start."""
        return {
            (depth, start): Grid(rates, self.seeds, f"grid-{depth}-{start}-")
            for (depth, start), rates in self.rates.items()  # the longest first
        }


QUICK = Settings(
    *(8, 16, (1, 2), (1,), (0, 1), (0, 2, 4, 6)),
    warmup=3,
    loss_every=2,
    rates={(1, "none"): dict.fromkeys(WIRINGS, (1e-3, 2e-3))},
    grid_last=2,
)


def run(quick: bool = False, parts: Parts | None = None) -> Record:
    """Measure all placements; ``quick`` in miniature, to test.

    Returns
    -------
    dict
        ``init[wiring][depth]`` holds ``gradient`` and ``variance`` of :func:`measure_layers`, the
        mean over ``seeds``; ``training[wiring][depth]["warmup" or "none"]`` holds what
        :func:`train` returns for the first seed; ``grid[depth]["warmup" or "none"][wiring]`` holds
        :func:`normbook.experiments.grid.summary` of what :func:`train_only` returns.
    """
    settings = QUICK if quick else Settings()
    tasks: dict[str, Task] = {}
    for (depth, start), grid in settings.grids.items():
        tasks |= grid.tasks(partial(train_only, settings, depth, settings.starts[start]))
    for wiring in WIRINGS:
        for depth in settings.depths:
            tasks[f"init-{wiring}-{depth}"] = partial(measure_at_init, settings, wiring, depth)
        for depth in settings.trained_depths:
            for start, warmup in settings.starts.items():
                tasks[f"training-{wiring}-{depth}-{start}"] = partial(
                    train, settings, wiring, depth, warmup
                )
    return measured("placement", SEED, tasks, partial(_assemble, settings), parts)


def _assemble(settings: Settings, results: dict[str, Any]) -> Record:
    grid: Record = {}
    for (depth, start), each in settings.grids.items():
        by_wiring = each.gather(results)
        grid.setdefault(str(depth), {})[start] = {
            wiring: summary(runs) for wiring, runs in by_wiring.items()
        }
    return {
        "placements": list(PLACEMENTS),
        "wirings": list(WIRINGS),
        "depths": list(settings.depths),
        "steps": list(settings.steps),
        "learning_rate": LEARNING_RATE,
        "batch_size": BATCH_SIZE,
        "warmup_steps": settings.warmup,
        "init": {
            wiring: {str(depth): results[f"init-{wiring}-{depth}"] for depth in settings.depths}
            for wiring in WIRINGS
        },
        "training": {
            wiring: {
                str(depth): {
                    start: results[f"training-{wiring}-{depth}-{start}"]
                    for start in settings.starts
                }
                for depth in settings.trained_depths
            }
            for wiring in WIRINGS
        },
        "seeds": list(settings.seeds),
        "grid": grid,
    }


def build(settings: Settings, wiring: str, depth: int, seed: int) -> DigitTransformer:
    """Return a Transformer with Xavier's weights in its blocks."""
    torch.manual_seed(seed)
    placement = cast(Placement, "pre" if wiring == "normformer" else wiring)
    model = DigitTransformer(settings.d_model, settings.d_ff, depth, placement=placement)
    blocks = model.classifier.blocks
    if placement != "deepnorm":  # which draws its own, by the same rule
        draw_xavier(blocks)
    if wiring == "normformer":
        for block in blocks:
            into_normformer(cast(TransformerBlock, block))
    return model


def last_layer(block: TransformerBlock) -> nn.Linear:
    """Return the last linear layer of a block's feed-forward network."""
    return cast(nn.Linear, cast(nn.Sequential, block.feed_forward.sublayer)[-1])


def measure_layers(model: DigitTransformer, digits: Digits) -> Record:
    """Measure each of the L blocks on the first training images.

    Returns
    -------
    dict
        ``gradient`` (L): the L2 norm, not scaled further, of the gradient of the mean cross-entropy
        with respect to the weight of the feed-forward network's last linear layer.
        ``variance`` (L + 1): that of the residual stream over batch, time and features, before the
        first block and after each.
    """
    streams: list[Tensor] = []
    blocks = model.classifier.blocks
    handles = [
        blocks[0].register_forward_pre_hook(lambda _, x: streams.append(x[0])),
        *(block.register_forward_hook(lambda _, x, y: streams.append(y)) for block in blocks),
    ]
    logits = model(digits.train_images[:PROBE])
    for handle in handles:
        handle.remove()
    weights = [last_layer(cast(TransformerBlock, block)).weight for block in blocks]
    loss = F.cross_entropy(logits, digits.train_labels[:PROBE])
    gradients = torch.autograd.grad(loss, weights)
    return {
        "gradient": [gradient.norm().item() for gradient in gradients],
        "variance": [x.var(correction=0).item() for x in streams],
    }


def measure_at_init(settings: Settings, wiring: str, depth: int) -> Record:
    """Return the mean over seeds of :func:`measure_layers` before training."""
    digits = load_digits(standardize=True)
    layers = [
        measure_layers(build(settings, wiring, depth, seed), digits) for seed in settings.seeds
    ]
    return {key: np.mean([each[key] for each in layers], axis=0).tolist() for key in layers[0]}


def train(settings: Settings, wiring: str, depth: int, warmup: int) -> Record:
    """Train with Adam, its rate rising linearly over the first ``warmup`` steps.

    Returns
    -------
    dict
        ``gradient`` and ``variance`` of :func:`measure_layers` at each of ``settings.steps``;
        ``loss``, the mean of the training loss over the ``loss_every`` steps up to each of
        ``loss_steps``; ``accuracy`` on the test images at the end.
    """
    digits = load_digits(standardize=True)
    model = build(settings, wiring, depth, SEED)
    layers: list[Record] = []
    losses = fit(
        model,
        Adam(model.parameters(), lr=LEARNING_RATE, fused=True),
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
    settings: Settings, depth: int, warmup: int, wiring: str, rate: float, seed: int
) -> Record:
    """Train as :func:`train` does, at another rate and from another seed.

    Returns
    -------
    dict
        What :func:`normbook.experiments.fit.ending` returns, of the ``grid_last`` last steps.
    """
    digits = load_digits(standardize=True)
    model = build(settings, wiring, depth, seed)
    optimizer = Adam(model.parameters(), lr=rate, fused=True)
    steps = settings.steps[-1:]
    losses = fit(model, optimizer, batches(digits, BATCH_SIZE, seed), steps, warmup=warmup)
    return ending(model, digits, losses, settings.grid_last)


if __name__ == "__main__":
    main("placement", run)
