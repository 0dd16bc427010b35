"""How far a step turns the weights in front of a norm, which makes their direction alone count.

Small enough to run live, on the networks of :mod:`normbook.experiments.drift`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.optim import SGD

from normbook.experiments.data import batches, load_digits
from normbook.experiments.drift import BATCH_SIZE, LEARNING_RATE, SEED, build
from normbook.experiments.fit import update


class Turns(NamedTuple):
    """How a layer's weights and biases, taken as one vector, changed in each step."""

    degrees: Tensor
    """(steps,): the angle between the vector before and after."""
    length: Tensor
    """(steps + 1,): of the vector; the first is before training."""
    loss: Tensor
    """(steps,): the mean cross-entropy of the batch, before the step."""


def hidden(model: nn.Module) -> list[nn.Linear]:
    """Return the linear layers of a network but the last, which gives the logits."""
    return [layer for layer in model.modules() if isinstance(layer, nn.Linear)][:-1]


def flat(tensors: Iterable[Tensor]) -> Tensor:
    """Return the numbers of all tensors as one vector.

    Examples
    --------
    >>> flat([torch.ones(2, 2), torch.zeros(1)])
    tensor([1., 1., 1., 1., 0.])
    """
    return torch.cat([tensor.detach().flatten() for tensor in tensors])


def rescaled(norm: str, factor: float, seed: int = SEED) -> nn.Sequential:
    """Return the network of `drift.build`, with its hidden layers' parameters times ``factor``."""
    model = build(norm, seed)
    for layer in hidden(model):
        for parameter in layer.parameters():
            parameter.data *= factor
    return model


def at_start(
    norm: str, factor: float = 1.0, layer: int = 3, seed: int = SEED
) -> tuple[Tensor, Tensor]:
    """Return a hidden layer's parameters and their gradient on a first batch, a vector each."""
    digits = load_digits(standardize=True)
    images, labels = digits.train_images[:BATCH_SIZE], digits.train_labels[:BATCH_SIZE]
    model = rescaled(norm, factor, seed)
    parameters = list(hidden(model)[layer - 1].parameters())
    gradients = torch.autograd.grad(cross_entropy(model(images), labels), parameters)
    return flat(parameters), flat(gradients)


def optimizer_for(
    model: nn.Module, learning_rate: float, hidden_learning_rate: float, weight_decay: float = 0.0
) -> SGD:
    """Return an optimizer with a learning rate, and a weight decay, for the hidden layers alone."""
    inside = [parameter for layer in hidden(model) for parameter in layer.parameters()]
    names = {id(parameter) for parameter in inside}
    outside = [parameter for parameter in model.parameters() if id(parameter) not in names]
    groups: list[dict[str, Any]] = [
        {"params": inside, "lr": hidden_learning_rate, "weight_decay": weight_decay},
        {"params": outside},
    ]
    return SGD(groups, lr=learning_rate)


def follow(
    norm: str,
    steps: int,
    factor: float = 1.0,
    learning_rate: float = LEARNING_RATE,
    hidden_learning_rate: float | None = None,
    weight_decay: float = 0.0,
    layer: int = 3,
    seed: int = SEED,
) -> Turns:
    """Train a network on the digits by SGD, and follow one of its hidden layers.

    Parameters
    ----------
    norm
        A key of ``normbook.experiments.drift.NORMS``.
    factor
        Of the hidden layers' weights and biases, before training.
    learning_rate, hidden_learning_rate
        Of all parameters, and of the hidden layers where theirs is another.
    weight_decay
        Of the hidden layers.
    layer
        Which of them is followed, counted from 1.
    seed
        Of the weights, and of the order of the images.
    """
    digits = load_digits(standardize=True)
    model = rescaled(norm, factor, seed)
    inside = learning_rate if hidden_learning_rate is None else hidden_learning_rate
    optimizer = optimizer_for(model, learning_rate, inside, weight_decay)
    followed = hidden(model)[layer - 1]
    vectors, losses = [flat(followed.parameters()).double()], []
    for batch in islice(batches(digits, BATCH_SIZE, seed), steps):
        losses.append(update(model, optimizer, *batch))
        vectors.append(flat(followed.parameters()).double())
    w = torch.stack(vectors)
    length = w.norm(dim=1)
    cosine = (w[1:] * w[:-1]).sum(dim=1) / (length[1:] * length[:-1])
    return Turns(torch.rad2deg(torch.acos(cosine.clamp(-1, 1))), length, torch.tensor(losses))
