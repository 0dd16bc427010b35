"""What every experiment does with a model: train it a step, test it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LambdaLR

from normbook.experiments.data import Split


def update(model: nn.Module, optimizer: Optimizer, inputs: Tensor, labels: Tensor) -> float:
    """Take a step on the mean cross-entropy of one batch; return the loss before the step."""
    loss = F.cross_entropy(model(inputs), labels)
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimizer.step()
    return loss.item()


def fit(
    model: nn.Module,
    optimizer: Optimizer,
    stream: Iterator[tuple[Tensor, Tensor]],
    steps: Sequence[int],
    look: Callable[[], object] = lambda: None,
    warmup: int = 1,
) -> list[float]:
    """Take a step for each batch of the stream, until the last of ``steps`` is taken.

    ``look()`` is called after each of ``steps``, which count from the start of training and
    ascend; 0 is before the first step. The learning rate rises linearly over the first ``warmup``
    steps.

    Returns
    -------
    list of float
        The loss of each batch, before its step.
    """
    schedule = LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / warmup))
    losses = []
    for before, after in pairwise((0, *steps)):
        for inputs, labels in islice(stream, after - before):
            losses.append(update(model, optimizer, inputs, labels))
            schedule.step()
        look()
    return losses


def means_between(losses: Sequence[float], steps: Sequence[int]) -> list[float]:
    """Return the mean loss of the batches up to each of ``steps`` since the one before.

    Examples
    --------
    >>> means_between([4.0, 2.0, 1.0], steps=[2, 3])
    [3.0, 1.0]
    """
    return [float(np.mean(losses[start:stop])) for start, stop in pairwise((0, *steps))]


@torch.no_grad()
def evaluate(model: nn.Module, inputs: Tensor) -> Tensor:
    """Return the output of the model in evaluation mode; leave it in the mode it came in."""
    training = model.training
    output: Tensor = model.eval()(inputs)
    model.train(training)
    return output


def accuracy(model: nn.Module, inputs: Tensor, labels: Tensor) -> float:
    """Return the share of inputs that the model, in evaluation mode, gives their label."""
    predicted = evaluate(model, inputs).argmax(dim=-1)
    return float((predicted == labels).float().mean())


def evaluation_loss(model: nn.Module, inputs: Tensor, labels: Tensor) -> float:
    """Return the mean cross-entropy of the inputs, with the model in evaluation mode."""
    return F.cross_entropy(evaluate(model, inputs), labels).item()


def ending(model: nn.Module, data: Split, losses: Sequence[float], last: int) -> dict[str, float]:
    """Return how training ended.

    Returns
    -------
    dict
        ``loss``, the mean training loss of the ``last`` batches; ``test_loss``, the mean
        cross-entropy of the inputs to test on, in evaluation mode; ``accuracy`` on them.
    """
    _, _, inputs, labels = data
    return {
        "loss": float(np.mean(losses[-last:])),
        "test_loss": evaluation_loss(model, inputs, labels),
        "accuracy": accuracy(model, inputs, labels),
    }
