"""Where a network breaks: its norm, its first weights, its learning rate.

Sixty steps on the digits, live: the spread of what each ReLU receives, before and after, and the
loss on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
import torch
from torch import nn
from torch.optim import SGD

from normbook.experiments.data import Digits, batches, load_digits
from normbook.experiments.drift import BATCH_SIZE, NORMS, SEED, look
from normbook.experiments.fit import update
from normbook.experiments.shift import build
from normbook.figures import MUTED, TEAL, VERMILION

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ALT = (
    "Without a norm the spread falls from layer to layer before training, and is largest in the "
    "upper layers after it; the loss stays near 2.3 for some ten steps before it falls."
)

STEPS = 60
PROBE = 256  # training images that the layers are measured on


def controls() -> dict[str, ipywidgets.Widget]:
    """Return the norm, the factor of the first weights, and the learning rate."""
    return {
        "norm": ipywidgets.Dropdown(description="norm", options=list(NORMS), value="none"),
        "weight_scale": ipywidgets.FloatLogSlider(
            description="weights ×", base=2, min=-2, max=2, step=0.5, value=1, readout_format=".2f"
        ),
        "learning_rate": ipywidgets.FloatLogSlider(
            description="learning rate", min=-2, max=1, step=0.25, value=10**-1.25,
            readout_format=".3f",
        ),
    }  # fmt: skip


def draw(norm: str, weight_scale: float, learning_rate: float) -> Figure:
    """Train, and draw the spread of each layer and the loss.

    Parameters
    ----------
    norm
        A key of ``normbook.experiments.drift.NORMS``.
    weight_scale
        A factor for all weights before training.
    learning_rate
        Of SGD, with 32 images a step.
    """
    digits = _digits()
    model = build(norm, weight_scale)
    optimizer = SGD(model.parameters(), lr=learning_rate)
    stream = batches(digits, BATCH_SIZE, SEED)
    with _one_thread():
        before = _spreads(model, digits)
        losses = [update(model, optimizer, *batch) for batch in islice(stream, STEPS)]
        after = _spreads(model, digits)
    figure, (layers, loss) = plt.subplots(1, 2, figsize=(7.2, 3.2))
    for label, values, colour in (
        ("before", before, VERMILION),
        (f"after {STEPS} steps", after, TEAL),
    ):
        layers.plot(range(1, len(values) + 1), _drawable(values), "o-", color=colour, label=label)
    layers.set(xlabel="layer", ylabel="σ of what its ReLU receives", xticks=range(1, 5))
    layers.set(yscale="log", ylim=(1e-2, 1e2))
    layers.legend()
    loss.axhline(np.log(10), color=MUTED, linewidth=0.8)  # ten equal guesses
    loss.plot(_drawable(losses), color=TEAL)
    loss.set(xlabel="step", ylabel="loss of the batch", xlim=(0, STEPS))
    loss.set(yscale="log", ylim=(0.02, 50))
    return figure


@contextmanager
def _one_thread() -> Iterator[None]:
    """Let PyTorch use one thread: for layers this small, more of them cost time."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


@cache
def _digits() -> Digits:
    return load_digits(standardize=True)


def _spreads(model: nn.Sequential, digits: Digits) -> list[float]:
    """Return the standard deviation of what each ReLU receives."""
    received, _ = look(model, digits.train_images[:PROBE])
    return [x.std(correction=0).item() for x in received]


def _drawable(values: list[float]) -> np.ndarray:
    """Return the values, with those far beyond the axes, and NaN, as a gap."""
    array = np.array(values, dtype=float)
    return np.where(np.abs(array) < 1e6, array, np.nan)
