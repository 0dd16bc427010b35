"""Two losses of one network.

A small network learns digits, once with LayerNorm and once with BatchNorm; then its loss is
measured again, in batches of other sizes and in evaluation mode.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from normbook import norms
from normbook.capstones.iris import cross_entropy

from .panel.chart import Axis, Chart, Line, Mark, Panel, Points, Tone
from .panel.control import Control, choice, log_slider, slider
from .panel.network import Array, load_digits

ALT = (
    "After 512 digits in batches of 2 BatchNorm's training loss is about four times LayerNorm's. "
    "Asked again in larger batches or in evaluation mode, the network with BatchNorm goes from "
    "1.7 down to 1.0; LayerNorm's loss of 0.3 does not depend on how it is asked."
)

HIDDEN = 32
ASKED = (2, 4, 8, 32, 128)
ASKED_IMAGES = 256
TONES: dict[str, Tone] = {"LayerNorm": "teal", "BatchNorm": "vermilion"}


def controls() -> dict[str, Control]:
    """Return the batch size, the learning rate, and the number of images learned from."""
    return {
        "batch": choice("batch size", (2, 4, 8, 32, 128)),
        "rate": log_slider("learning rate", -3, 1, 0.25, start=0.1, readout=".3f"),
        "images": slider("images seen", 128, 1024, 128, start=512),
    }


def draw(batch: int, rate: float, images: int) -> Chart:
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
    images_all, labels = load_digits()
    digits = images_all.reshape(-1, 64)
    places = range(len(ASKED) + 1)
    learned: list[Mark] = []
    asked: list[Mark] = []
    for norm, tone in TONES.items():
        network = Network.new(norm)
        losses = network.learn(digits[:images], labels[:images], batch, rate)
        steps = max(1, 64 // batch)  # the mean over 64 images is one point
        means = losses[: len(losses) // steps * steps].reshape(-1, steps).mean(axis=1)
        seen = batch * steps * np.arange(1, len(means) + 1)
        learned += [Line(seen, means, tone, norm), Points(seen, means, tone, shape="small")]
        found = [network.ask(digits, labels, size) for size in ASKED]
        found.append(network.ask(digits, labels))
        asked += [Line(places, found, tone, norm), Points(places, found, tone, shape="small")]
    ways = tuple(zip(map(float, places), [*map(str, ASKED), "eval"], strict=True))
    loss, seen_images = Axis("loss", (0, 3)), Axis("images seen", (0, images))
    of_ways = Axis("", (-0.3, len(ASKED) + 0.3), ticks=ways)
    return Chart(
        [
            Panel(seen_images, loss, learned, f"learning in batches of {batch}"),
            Panel(of_ways, loss, asked, "then asked in batches of"),
        ]
    )


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
