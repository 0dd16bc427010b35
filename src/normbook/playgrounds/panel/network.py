"""What the networks of several playgrounds are made of: steps, each of which knows its way back."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from normbook import norms

Array: TypeAlias = NDArray[np.floating]
Back: TypeAlias = Callable[[Array], Array]
"""A function from the gradient of an output to the gradient of its input."""
Step: TypeAlias = Callable[[Array], tuple[Array, Back]]

DIGITS = Path(__file__).parents[2] / "data" / "digits.npz"
TANH_SLOPE, TANH_CUBE = np.sqrt(2 / np.pi), 0.044715


class Digits(NamedTuple):
    """Pixels ``(1797, 8, 8)`` of mean 0 and variance 1, all together, and labels ``(1797,)``."""

    images: Array
    labels: NDArray[np.int64]


@cache
def load_digits() -> Digits:
    """Return all digits in the order of the experiments: those to test on, then those to train on.

    `normbook.experiments.data` standardizes by the training images alone; here it is by all.
    """
    with np.load(DIGITS) as file:
        images, labels = file["images"].astype(np.float64), file["labels"].astype(np.int64)
    order = np.random.default_rng(0).permutation(len(labels))
    standardized = (images - images.mean()) / images.std()
    return Digits(standardized[order], labels[order])


def unchanged(x: Array) -> tuple[Array, Back]:
    """Return x."""
    return x, lambda dy: dy


def layer_norm(x: Array) -> tuple[Array, Back]:
    """Return LayerNorm of the last axis."""
    y, cache = norms.layer_norm_forward(x, x.shape[-1])
    return y, lambda dy: norms.layer_norm_backward(dy, cache).dx


def rms_norm(x: Array) -> tuple[Array, Back]:
    """Return RMSNorm of the last axis."""
    y, cache = norms.rms_norm_forward(x, x.shape[-1])
    return y, lambda dy: norms.rms_norm_backward(dy, cache).dx


def dynamic_tanh(x: Array) -> tuple[Array, Back]:
    """Return DyT with an α of 0.5, its first value."""
    y = np.tanh(0.5 * x)
    return y, lambda dy: 0.5 * (1 - y**2) * dy


def gelu(x: Array) -> tuple[Array, Back]:
    """Return GELU by its form with tanh, as NumPy has no error function."""
    tanh = np.tanh(TANH_SLOPE * (x + TANH_CUBE * x**3))
    slope = (1 + tanh) / 2 + x / 2 * (1 - tanh**2) * TANH_SLOPE * (1 + 3 * TANH_CUBE * x**2)
    return x * (1 + tanh) / 2, lambda dy: slope * dy


def linear(matrix: Array) -> Step:
    """Return the step from x to x times a matrix."""
    return lambda x: (x @ matrix, lambda dy: dy @ matrix.T)


def chain(*steps: Step) -> Step:
    """Return several steps, one behind the other, as one."""

    def step(x: Array) -> tuple[Array, Back]:
        backs = []
        for each in steps:
            x, back = each(x)
            backs.append(back)

        def all_back(dy: Array) -> Array:
            for back in reversed(backs):
                dy = back(dy)
            return dy

        return x, all_back

    return step


def residual(branch: Step, outside: Step = unchanged, alpha: float = 1.0) -> Step:
    """Return the step from x to ``outside`` of α x plus a branch of x."""

    def step(x: Array) -> tuple[Array, Back]:
        y, back = branch(x)
        z, back_outside = outside(alpha * x + y)

        def both_back(dz: Array) -> Array:
            dy = back_outside(dz)
            return alpha * dy + back(dy)

        return z, both_back

    return step
