"""How layers make their parameters, and set them to their first values."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn


def new_parameter(
    shape: int | Sequence[int], device: torch.device | str | None, dtype: torch.dtype | None
) -> nn.Parameter:
    """Return a parameter without values; ``reset_parameters`` of the layer gives them."""
    return nn.Parameter(torch.empty(shape, device=device, dtype=dtype))


def reset_children(module: nn.Module) -> None:
    """Call ``reset_parameters`` of every child, or of its children where it has none."""
    for child in module.children():
        reset = getattr(child, "reset_parameters", None)
        if reset is None:
            reset_children(child)
        else:
            reset()
