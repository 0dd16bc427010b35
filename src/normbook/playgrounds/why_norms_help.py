"""Where a network breaks: its norm, its first weights, its learning rate.

Sixty steps on the digits, live: the spread of what each ReLU receives, before and after, and the
loss on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from normbook import norms
from normbook.capstones.iris import cross_entropy

from .panel.chart import Axis, Chart, Line, Mark, Panel, Points, Rule, Tone
from .panel.control import Control, choice, log_slider
from .panel.network import Array, load_digits

ALT = (
    "Without a norm the spread falls from layer to layer before training, and is largest in the "
    "upper layers after it; the loss falls slowly, from above 2.3 to 0.6."
)

STEPS, BATCH, SEED = 60, 32, 2
PROBE = 256  # images that the layers are measured on
WIDTH, LAYERS, CLASSES = 64, 4, 10
NORMS = ("none", "batch", "layer", "rms")
LARGEST = 1e6  # a larger value is a gap in the picture

Layer: TypeAlias = dict[str, Array]
"""The matrix ``w`` and its bias ``b``, and the norm's ``weight`` and ``bias``."""
NormBack: TypeAlias = Callable[[Array], tuple[Array, dict[str, Array]]]


def controls() -> dict[str, Control]:
    """Return the norm, the factor of the first weights, and the learning rate."""
    return {
        "norm": choice("norm", NORMS),
        "weight_scale": log_slider("weights ×", -2, 2, 0.5, start=1, readout=".2f", base=2),
        "learning_rate": log_slider("learning rate", -2, 1, 0.25, start=10**-1.25, readout=".3f"),
    }


def draw(norm: str, weight_scale: float, learning_rate: float) -> Chart:
    """Train, and draw the spread of each layer and the loss.

    Parameters
    ----------
    norm
        One of ``NORMS``.
    weight_scale
        A factor for all weights before training.
    learning_rate
        Of gradient descent, with 32 images a step.
    """
    with np.errstate(all="ignore"):  # a network may diverge, and the picture shows it
        before, losses, after = train(norm, weight_scale, learning_rate)
    places = range(1, LAYERS + 1)
    spreads: list[tuple[str, list[float], Tone]] = [
        ("before", before, "vermilion"),
        (f"after {STEPS} steps", after, "teal"),
    ]
    marks: list[Mark] = []
    for name, values, tone in spreads:
        shown = drawable(values)
        marks += [Line(places, shown, tone, name), Points(places, shown, tone)]
    guess = Rule(y=float(np.log(CLASSES)))
    layers = tuple((float(place), str(place)) for place in places)
    return Chart(
        [
            Panel(
                Axis("layer", (0.8, LAYERS + 0.2), ticks=layers),
                Axis("σ of what its ReLU receives", (1e-2, 1e2), log=True),
                marks,
                "spread",
            ),
            Panel(
                Axis("step", (0, STEPS)),
                Axis("loss of the batch", (0.02, 50), log=True),
                [guess, Line(range(STEPS), drawable(losses), "teal")],
                "the loss (thin: a guess)",
            ),
        ]
    )


def train(
    norm: str, weight_scale: float, rate: float
) -> tuple[list[float], list[float], list[float]]:
    """Return the spread of each layer before training, each step's loss, and the spread after."""
    images, labels = load_digits()
    x = images.reshape(-1, WIDTH)
    rng = np.random.default_rng(SEED)
    layers = initialize(rng, weight_scale)
    before = spread(norm, layers, x[:PROBE])
    losses = []
    for _ in range(STEPS):
        rows = rng.integers(len(x), size=BATCH)
        loss, gradients = loss_and_gradients(norm, layers, x[rows], labels[rows])
        losses.append(loss)
        for layer, gradient in zip(layers, gradients, strict=True):
            for name, array in gradient.items():
                layer[name] -= rate * array
    return before, losses, spread(norm, layers, x[:PROBE])


def initialize(rng: np.random.Generator, weight_scale: float) -> list[Layer]:
    """Return layers with Xavier's weights times a factor; the last has no norm."""
    layers: list[Layer] = []
    for outputs in [*[WIDTH] * LAYERS, CLASSES]:
        deviation = weight_scale * np.sqrt(2 / (WIDTH + outputs))
        w = rng.normal(scale=deviation, size=(WIDTH, outputs))
        layers.append({"w": w, "b": np.zeros(outputs)})
    for layer in layers[:-1]:
        layer |= {"weight": np.ones(WIDTH), "bias": np.zeros(WIDTH)}
    return layers


def normalize(norm: str, h: Array, layer: Layer) -> tuple[Array, NormBack]:
    """Return what the norm makes of h, and the way back to h and to weight and bias."""
    weight, bias = layer["weight"], layer["bias"]
    if norm == "rms":
        u, rms = norms.rms_norm_forward(h, WIDTH, weight)
        return u, lambda du: _named(*norms.rms_norm_backward(du, rms))
    if norm == "layer":
        u, row = norms.layer_norm_forward(h, WIDTH, weight, bias)
        return u, lambda du: _named(*norms.layer_norm_backward(du, row))
    if norm == "batch":
        stored = np.zeros(WIDTH), np.ones(WIDTH)
        u, column = norms.batch_norm_forward(h, *stored, weight, bias, training=True)
        return u, lambda du: _named(*norms.batch_norm_backward(du, column))
    return h, lambda du: (du, {})


def _named(dx: Array, *gradients: Array | None) -> tuple[Array, dict[str, Array]]:
    pairs = zip(("weight", "bias"), gradients, strict=False)
    return dx, {name: array for name, array in pairs if array is not None}


def loss_and_gradients(
    norm: str, layers: list[Layer], x: Array, labels: np.ndarray
) -> tuple[float, list[dict[str, Array]]]:
    """Return the loss of a batch, and its gradient with respect to each layer's arrays."""
    *hidden, last = layers
    kept = []
    for layer in hidden:
        u, back = normalize(norm, x @ layer["w"] + layer["b"], layer)
        kept.append((x, u, back, layer))
        x = np.maximum(u, 0)
    loss, dscores = cross_entropy(x @ last["w"] + last["b"], labels)
    gradients = [{"w": x.T @ dscores, "b": dscores.sum(axis=0)}]
    dx = dscores @ last["w"].T
    for below, u, back, layer in reversed(kept):
        dh, of_norm = back(dx * (u > 0))
        gradients.append({"w": below.T @ dh, "b": dh.sum(axis=0)} | of_norm)
        dx = dh @ layer["w"].T
    return loss, gradients[::-1]


def spread(norm: str, layers: list[Layer], x: Array) -> list[float]:
    """Return the standard deviation of what each ReLU receives."""
    found = []
    for layer in layers[:-1]:
        u, _ = normalize(norm, x @ layer["w"] + layer["b"], layer)
        found.append(float(u.std()))
        x = np.maximum(u, 0)
    return found


def drawable(values: list[float]) -> Array:
    """Return the values, with those far beyond the axes, and NaN, as a gap."""
    array = np.array(values)
    return np.where(np.abs(array) < LARGEST, array, np.nan)
