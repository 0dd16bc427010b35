"""How far a layer's inputs drift while the layers below it learn, with and without a norm.

Networks of four hidden layers learn digits by SGD and differ in the norm before each ReLU alone.
All are measured on the same images, between steps of training.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.optim import SGD

from normbook.experiments.data import batches, load_digits
from normbook.experiments.fit import accuracy, fit
from normbook.experiments.parts import Parts
from normbook.experiments.record import Record, main, measured
from normbook.nn import BatchNorm, LayerNorm, RMSNorm

SEEDS = (0, 1, 2)
SEED = SEEDS[0]
BATCH_SIZE = 32
LEARNING_RATE = 0.05
WIDTH = 64  # of the images and of all hidden layers
HIDDEN_LAYERS = 4
PROBE = 256  # training images that the layers are measured on
EDGES = np.linspace(-7, 7, 29)  # of the histograms' bins
STEPS = (
    *(0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36),
    *(48, 60, 75, 95, 120, 150, 190, 240, 300, 380, 480, 600),
)
QUICK_STEPS = STEPS[:6]
QUICK_SEEDS = SEEDS[:2]
NORMS: dict[str, Callable[[int], nn.Module]] = {
    "none": lambda features: nn.Identity(),
    "batch": BatchNorm,
    "layer": LayerNorm,
    "rms": RMSNorm,
}


def run(quick: bool = False, parts: Parts | None = None) -> Record:
    """Measure all norms; ``quick`` over a few steps, to test.

    Returns
    -------
    dict
        ``runs[norm]`` holds what :func:`train` returns for the first seed, a list over ``steps``
        for each key; ``by_seed[norm]`` holds ``loss``, ``drift`` and ``unit_drift`` for each of
        ``seeds``.
    """
    steps, seeds = (QUICK_STEPS, QUICK_SEEDS) if quick else (STEPS, SEEDS)
    tasks = {
        f"{norm}-{seed}": partial(train, norm, steps, seed) for norm in NORMS for seed in seeds
    }
    return measured("drift", SEED, tasks, partial(_assemble, steps, seeds), parts)


def _assemble(steps: tuple[int, ...], seeds: tuple[int, ...], runs: dict[str, Any]) -> Record:
    return {
        "norms": list(NORMS),
        "layers": list(range(1, HIDDEN_LAYERS + 1)),
        "steps": list(steps),
        "learning_rate": LEARNING_RATE,
        "batch_size": BATCH_SIZE,
        "edges": EDGES.tolist(),
        "runs": {norm: runs[f"{norm}-{SEED}"] for norm in NORMS},
        "seeds": list(seeds),
        "by_seed": {
            norm: {
                key: [runs[f"{norm}-{seed}"][key] for seed in seeds]
                for key in ("loss", "drift", "unit_drift")
            }
            for norm in NORMS
        },
    }


def build(norm: str, seed: int = SEED) -> nn.Sequential:
    """Return an MLP with Xavier's weights: four times linear, norm, ReLU; then logits."""
    torch.manual_seed(seed)
    layers: list[nn.Module] = [nn.Flatten()]
    for _ in range(HIDDEN_LAYERS):
        layers += [nn.Linear(WIDTH, WIDTH), NORMS[norm](WIDTH), nn.ReLU()]
    layers.append(nn.Linear(WIDTH, 10))
    for layer in layers:
        if isinstance(layer, nn.Linear):
            nn.init.xavier_normal_(layer.weight)
            nn.init.zeros_(layer.bias)
    return nn.Sequential(*layers)


@torch.no_grad()
def look(model: nn.Sequential, images: Tensor) -> tuple[list[Tensor], Tensor]:
    """Return what each ReLU receives, ``(N, WIDTH)`` each, and the logits, of one training batch.

    BatchNorm uses the statistics of these images; the model's running statistics stay as they are.
    """
    received = []
    x = images
    for layer in deepcopy(model):
        if isinstance(layer, nn.ReLU):
            received.append(x)
        x = layer(x)
    return received, x


def train(norm: str, steps: tuple[int, ...], seed: int = SEED) -> Record:
    """Train with SGD and measure at each of ``steps``, the first of which is 0.

    Returns
    -------
    dict
        By step and hidden layer, what :func:`measure` returns; by step, ``loss``, the mean
        cross-entropy over the measured images, and ``accuracy`` on the test images.
    """
    digits = load_digits(standardize=True)
    images, labels = digits.train_images[:PROBE], digits.train_labels[:PROBE]
    model = build(norm, seed)
    start, _ = look(model, images)
    rows: list[Record] = []

    def look_again() -> None:
        received, logits = look(model, images)
        rows.append(
            {
                **measure(received, start),
                "loss": F.cross_entropy(logits, labels).item(),
                "accuracy": accuracy(model, digits.test_images, digits.test_labels),
            }
        )

    optimizer = SGD(model.parameters(), lr=LEARNING_RATE)
    fit(model, optimizer, batches(digits, BATCH_SIZE, seed), steps, look_again)
    return {key: [row[key] for row in rows] for key in rows[0]}


def measure(received: list[Tensor], start: list[Tensor]) -> Record:
    """Compare what the ReLU of each hidden layer receives with what it received at step 0.

    Returns
    -------
    dict
        By hidden layer: ``histogram``, per mille of all values, those beyond the edges in the
        outer bins; ``mean`` and ``std`` of all values; ``drift``, the Wasserstein-1 distance
        between all values now and at step 0, in units of their std at step 0; ``unit_drift``, the
        mean over units of the distance of a unit's mean from that at step 0, in units of its std
        at step 0; ``input_drift``, the same of the units that feed the layer and varied at step 0.
        The first layer is fed by the pixels, which stay the same.
    """
    fed = [torch.relu(x) for x in received[:-1]]
    fed_at_start = [torch.relu(x) for x in start[:-1]]
    return {
        "histogram": [histogram(x) for x in received],
        "mean": [x.mean().item() for x in received],
        "std": [x.std(correction=0).item() for x in received],
        "drift": [drift(x, x0) for x, x0 in zip(received, start, strict=True)],
        "unit_drift": [unit_drift(x, x0) for x, x0 in zip(received, start, strict=True)],
        "input_drift": [
            0.0,
            *(unit_drift(x, x0) for x, x0 in zip(fed, fed_at_start, strict=True)),
        ],
    }


def histogram(x: Tensor) -> list[int]:
    """Return how many of a thousand values fall between each two edges."""
    counts, _ = np.histogram(np.clip(x.numpy(), EDGES[0], EDGES[-1]), EDGES)
    per_mille: list[int] = np.rint(1000 * counts / counts.sum()).astype(int).tolist()
    return per_mille


def drift(x: Tensor, start: Tensor) -> float:
    """Return the Wasserstein-1 distance of two samples of one size, in stds of the second.

    Examples
    --------
    >>> drift(torch.tensor([5.0, 3.0]), torch.tensor([1.0, 3.0]))  # moved by 2, std 1
    2.0
    """
    distance = (x.flatten().sort().values - start.flatten().sort().values).abs().mean()
    return (distance / start.std(correction=0)).item()


def unit_drift(x: Tensor, start: Tensor) -> float:
    """Return the mean over units of the distance of their means, in stds of ``start``.

    Units, on the last axis, that are constant in ``start`` are left out.

    Examples
    --------
    >>> unit_drift(torch.tensor([[5.0, 1.0], [3.0, 3.0]]), torch.tensor([[1.0, 3.0], [3.0, 1.0]]))
    1.0
    """
    std = start.std(dim=0, correction=0)
    distance = (x.mean(dim=0) - start.mean(dim=0)).abs()
    return (distance / std)[std > 0].mean().item()


if __name__ == "__main__":
    main("drift", run)
