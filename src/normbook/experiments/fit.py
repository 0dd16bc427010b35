"""What every experiment does with a model of digits: train it a step, test it."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.optim import Optimizer


def update(model: nn.Module, optimizer: Optimizer, images: Tensor, labels: Tensor) -> float:
    """Take a step against the mean cross-entropy of one batch; return it as it was before."""
    loss = F.cross_entropy(model(images), labels)
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimizer.step()
    return loss.item()


@torch.no_grad()
def accuracy(model: nn.Module, images: Tensor, labels: Tensor) -> float:
    """Return the share of images that the model, in evaluation mode, gives their label.

    The model is left in training mode.
    """
    predicted = model.eval()(images).argmax(dim=-1)
    model.train()
    return float((predicted == labels).float().mean())
