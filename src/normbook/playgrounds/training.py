"""Two losses of one network.

A small network learns digits, once with LayerNorm and once with BatchNorm; then its loss is
measured again, in batches of other sizes and in evaluation mode.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
from numpy.typing import NDArray

from normbook import norms
from normbook.capstones.iris import cross_entropy
from normbook.figures import TEAL, VERMILION

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ALT = (
    "After 512 digits in batches of 2 BatchNorm's training loss is about four times LayerNorm's. "
    "Asked again in larger batches or in evaluation mode, the network with BatchNorm goes from "
    "1.7 down to 1.0; LayerNorm's loss of 0.3 does not depend on how it is asked."
)

Array: TypeAlias = NDArray[np.float64]
DIGITS = Path(__file__).parent.parent / "data" / "digits.npz"
HIDDEN = 32
ASKED = (2, 4, 8, 32, 128)
ASKED_IMAGES = 256
COLOURS = {"LayerNorm": TEAL, "BatchNorm": VERMILION}


def controls() -> dict[str, ipywidgets.Widget]:
    """Return the batch size, the learning rate, and the number of images learned from."""
    return {
        "batch": ipywidgets.Dropdown(options=[2, 4, 8, 32, 128], value=2, description="batch size"),
        "rate": ipywidgets.FloatLogSlider(
            0.1, min=-3, max=1, step=0.25, description="learning rate", readout_format=".3f"
        ),
        "images": ipywidgets.IntSlider(512, min=128, max=1024, step=128, description="images seen"),
    }


def draw(batch: int, rate: float, images: int) -> Figure:
    """Draw the loss through training, and that of the trained network by how it is asked.

    Parameters
    ----------
    batch
        Images a step.
    rate
        Of plain gradient descent.
    images
        Seen in training, all together.
    """
    figure, (left, right) = plt.subplots(1, 2, figsize=(6.8, 3.3), sharey=True)
    digits, labels = load()
    places = range(len(ASKED) + 1)
    for norm, colour in COLOURS.items():
        network = Network.new(norm)
        losses = network.learn(digits[:images], labels[:images], batch, rate)
        steps = max(1, 64 // batch)  # the mean over 64 images is one point
        means = losses[: len(losses) // steps * steps].reshape(-1, steps).mean(axis=1)
        seen = batch * steps * np.arange(1, len(means) + 1)
        left.plot(seen, means, color=colour, label=norm, marker="o", markersize=3)
        asked = [network.ask(digits, labels, size) for size in ASKED]
        asked.append(network.ask(digits, labels))
        right.plot(places, asked, "o-", color=colour, markersize=4)
    left.set(title=f"learning in batches of {batch}", xlabel="images seen", ylabel="loss")
    right.set(title="then asked in batches of")
    right.set_xticks(places, [*map(str, ASKED), "eval"])
    left.set(ylim=(0, 3))
    left.legend(loc="lower left")
    return figure


def load() -> tuple[Array, NDArray[np.int64]]:
    """Return digits ``(1797, 64)`` of mean 0 and variance 1, all pixels together, and labels."""
    with np.load(DIGITS) as file:
        images = file["images"].reshape(-1, 64).astype(np.float64)
        labels = file["labels"].astype(np.int64)
    order = np.random.default_rng(0).permutation(len(labels))
    standardized: Array = norms.standardize(images)[order].astype(np.float64)
    return standardized, labels[order]


class Network(NamedTuple):
    """A hidden layer of 32 units, one norm, ReLU, and ten scores."""

    norm: str
    first: Array
    weight: Array
    bias: Array
    last: Array
    running: tuple[Array, Array]

    @classmethod
    def new(cls, norm: str) -> Network:
        """Return a network with the same matrices for either norm."""
        rng = np.random.default_rng(0)
        first = rng.normal(size=(64, HIDDEN)) / 8
        last = rng.normal(size=(HIDDEN, 10)) / np.sqrt(HIDDEN)
        running = np.zeros(HIDDEN), np.ones(HIDDEN)
        return cls(norm, first, np.ones(HIDDEN), np.zeros(HIDDEN), last, running)

    def learn(self, x: Array, labels: NDArray[np.int64], batch: int, rate: float) -> Array:
        """Take a step for each batch, in place, and return the loss before each."""
        losses = []
        for i in range(0, len(x) - batch + 1, batch):
            rows = x[i : i + batch]
            z = rows @ self.first
            if self.norm == "LayerNorm":
                u, layer = norms.layer_norm_forward(z, HIDDEN, self.weight, self.bias)
            else:
                u, channel = norms.batch_norm_forward(
                    z, *self.running, self.weight, self.bias, training=True
                )
                self.running[0][:] = channel.running_mean
                self.running[1][:] = channel.running_var
            a = np.maximum(u, 0)
            loss, dscores = cross_entropy(a @ self.last, labels[i : i + batch])
            losses.append(loss)
            du = (dscores @ self.last.T) * (u > 0)
            dz, dweight, dbias = (
                norms.layer_norm_backward(du, layer)
                if self.norm == "LayerNorm"
                else norms.batch_norm_backward(du, channel)
            )
            assert dweight is not None and dbias is not None  # noqa: PT018 - the norm has both
            self.last[:] -= rate * a.T @ dscores
            self.first[:] -= rate * rows.T @ dz
            self.weight[:] -= rate * dweight
            self.bias[:] -= rate * dbias
        return np.array(losses)

    def ask(self, x: Array, labels: NDArray[np.int64], size: int | None = None) -> float:
        """Return the loss of the first images, in training mode by ``size``, or in evaluation."""
        x, labels = x[:ASKED_IMAGES], labels[:ASKED_IMAGES]
        z = x @ self.first
        if self.norm == "LayerNorm":
            u = norms.layer_norm(z, HIDDEN, self.weight, self.bias)
        elif size is None:
            u = norms.batch_norm(z, *self.running, self.weight, self.bias).y
        else:
            groups = z.reshape(-1, size, HIDDEN)
            x_hat = norms.instance_norm(groups.swapaxes(1, 2)).swapaxes(1, 2)
            u = (self.weight * x_hat + self.bias).reshape(z.shape)
        return cross_entropy(np.maximum(u, 0) @ self.last, labels)[0]
