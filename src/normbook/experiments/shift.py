"""Three experiments on the networks of :mod:`normbook.experiments.drift`, small enough to run live.

The first asks how far a layer's gradient turns because the layers below it take their step. The
second moves the layers' inputs on purpose, and asks whether the network still learns. The third
follows a gradient, and asks how long a step may be before the loss rises.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from itertools import islice
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils import parameters_to_vector, vector_to_parameters
from torch.optim import SGD, Optimizer

from normbook.experiments import drift
from normbook.experiments.data import Digits, batches, load_digits
from normbook.experiments.fit import accuracy, update


class GradientShift(NamedTuple):
    """How a gradient changed, by linear layer from below; the last one gives the logits.

    ``ratio`` is the length of the change over the length of the gradient before; ``cosine`` that
    of the angle between the gradients before and after. Shape ``(layers,)``, or with time first.
    """

    ratio: Tensor
    cosine: Tensor


class Shake(nn.Module):
    """Give each unit a new random scale and a new random offset in each forward pass of training.

    All samples of a batch get the same. In evaluation nothing happens.

    Parameters
    ----------
    strength : float
        The standard deviation of the offsets, and of the logarithms of the scales.
    """

    def __init__(self, strength: float) -> None:
        super().__init__()
        self.strength = strength

    def forward(self, x: Tensor) -> Tensor:
        """Map x ``(N, units)`` to y of the same shape."""
        if not self.training:
            return x
        scale, offset = self.strength * torch.randn(2, x.shape[-1])
        y: Tensor = x * scale.exp() + offset
        return y


def build(
    norm: str, weight_scale: float = 1.0, shake: float = 0.0, seed: int = drift.SEED
) -> nn.Sequential:
    """Return the network of :func:`normbook.experiments.drift.build`, made harder to train.

    Parameters
    ----------
    norm
        A key of ``normbook.experiments.drift.NORMS``.
    weight_scale
        A factor for all its weights, before training.
    shake
        The strength of a :class:`Shake` between each norm and its ReLU; none at 0.
    seed
        Of the weights, and of what is drawn after them.
    """
    layers: list[nn.Module] = []
    for layer in drift.build(norm, seed):
        if isinstance(layer, nn.Linear):
            layer.weight.data *= weight_scale
        if isinstance(layer, nn.ReLU) and shake:
            layers.append(Shake(shake))
        layers.append(layer)
    return nn.Sequential(*layers)


def train(
    model: nn.Module,
    digits: Digits,
    steps: int,
    learning_rate: float = drift.LEARNING_RATE,
    seed: int = drift.SEED,
) -> float:
    """Take ``steps`` steps of SGD, and return the accuracy on the test images.

    Parameters
    ----------
    seed
        Of the order of the training images.
    """
    optimizer = SGD(model.parameters(), lr=learning_rate)
    for batch in islice(batches(digits, drift.BATCH_SIZE, seed), steps):
        update(model, optimizer, *batch)
    return accuracy(model, digits.test_images, digits.test_labels)


def gradient_shift(
    model: nn.Sequential, optimizer: Optimizer, images: Tensor, labels: Tensor
) -> GradientShift:
    """Take a step, and return how far the step of the layers below changed each layer's gradient.

    The gradient of a layer's weight is computed twice on the same batch: with all layers as they
    were, and with the layers below it, and only those, as they are after the step.

    Returns
    -------
    GradientShift
        For the first layer there is nothing below: its ratio is 0, its cosine 1.

    References
    ----------
    Santurkar et al. (2018), How Does Batch Normalization Help Optimization?, definition 2.1.
    """
    places = [i for i, layer in enumerate(model) if isinstance(layer, nn.Linear)]
    mixed = deepcopy(model)
    before = _weight_gradients(mixed, images, labels)
    update(model, optimizer, images, labels)
    after = []
    for n, place in enumerate(places):
        below = range(places[n - 1] if n else 0, place)
        for i in below:
            mixed[i].load_state_dict(model[i].state_dict())
        after.append(_weight_gradients(mixed, images, labels)[n])
    pairs = [(a.flatten(), b.flatten()) for a, b in zip(after, before, strict=True)]
    return GradientShift(
        torch.stack([(a - b).norm() / b.norm() for a, b in pairs]),
        torch.stack([F.cosine_similarity(a, b, dim=0) for a, b in pairs]),
    )


def _weight_gradients(model: nn.Sequential, images: Tensor, labels: Tensor) -> list[Tensor]:
    """Return the gradient of each linear layer's weight, from below."""
    weights = [layer.weight for layer in model if isinstance(layer, nn.Linear)]
    loss = F.cross_entropy(model(images), labels)
    return list(torch.autograd.grad(loss, weights))


def follow(
    norm: str,
    steps: int = 300,
    every: int = 10,
    learning_rate: float = drift.LEARNING_RATE,
    seed: int = drift.SEED,
) -> GradientShift:
    """Train a network, and return its gradient shift at each of ``every`` steps.

    Returns
    -------
    GradientShift
        Of shape ``(ceil(steps / every), layers)``.

    Examples
    --------
    >>> follow("layer", steps=4, every=2).cosine.shape
    torch.Size([2, 5])
    """
    model = drift.build(norm, seed)
    optimizer = SGD(model.parameters(), lr=learning_rate)
    stream = batches(load_digits(standardize=True), drift.BATCH_SIZE, seed)
    shifts = []
    for step, batch in enumerate(islice(stream, steps)):
        if step % every == 0:
            shifts.append(gradient_shift(model, optimizer, *batch))
        else:
            update(model, optimizer, *batch)
    return GradientShift(*map(torch.stack, zip(*shifts, strict=True)))


def loss_along_gradient(
    model: nn.Module, images: Tensor, labels: Tensor, shares: Sequence[float]
) -> list[float]:
    """Return the loss of a batch after one step against its gradient, for steps of some lengths.

    The model is left as it is.

    Parameters
    ----------
    shares
        The lengths, each as a share of the length of all parameters, taken as one vector.
    """
    moved = deepcopy(model)
    parameters = list(moved.parameters())
    gradients = torch.autograd.grad(F.cross_entropy(moved(images), labels), parameters)
    weights, gradient = parameters_to_vector(parameters).detach(), parameters_to_vector(gradients)
    step = gradient * weights.norm() / gradient.norm()
    losses = []
    with torch.no_grad():
        for share in shares:
            vector_to_parameters(weights - share * step, parameters)
            losses.append(F.cross_entropy(moved(images), labels).item())
    return losses
