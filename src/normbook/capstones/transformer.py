"""Looking into a Transformer: what comes to each norm, and what leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from normbook.extras import missing

try:
    import torch
    from torch import Tensor, nn
except ModuleNotFoundError as error:
    raise missing("normbook.capstones.transformer", "nn", error) from error


class Passage(NamedTuple):
    """One call of one norm."""

    name: str
    """Of the norm in the model, as `named_modules` gives it."""
    x: Tensor
    """(N, T, D): what came in."""
    y: Tensor
    """(N, T, D): what went out."""


@contextmanager
def passages(model: nn.Module, kind: type[nn.Module]) -> Iterator[list[Passage]]:
    """Record each call of the modules of a class, in order, while the context is open.

    Examples
    --------
    >>> model = nn.Sequential(nn.LayerNorm(4), nn.LayerNorm(4))
    >>> with passages(model, nn.LayerNorm) as seen:
    ...     y = model(torch.ones(2, 4))
    >>> [passage.name for passage in seen]
    ['0', '1']
    """
    seen: list[Passage] = []

    def keep(name: str, x: Tensor, y: Tensor) -> None:
        seen.append(Passage(name, x.detach(), y.detach()))

    hooks = [
        module.register_forward_hook(lambda _, xs, y, name=name: keep(name, xs[0], y))
        for name, module in model.named_modules()
        if isinstance(module, kind)
    ]
    try:
        yield seen
    finally:
        for hook in hooks:
            hook.remove()


@torch.no_grad()
def row_statistics(x: Tensor) -> tuple[float, float]:
    """Return the mean over rows ``(..., D)`` of the absolute row mean, and of the row deviation."""
    return x.mean(dim=-1).abs().mean().item(), x.std(dim=-1, correction=0).mean().item()
