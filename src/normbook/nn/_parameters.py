"""How layers make their parameters, and set them to their first values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch
from torch import nn


def new_parameter(
    shape: int | Sequence[int], device: torch.device | str | None, dtype: torch.dtype | None
) -> nn.Parameter:
    """Return a parameter without values; ``reset_parameters`` of the layer gives them."""
    return nn.Parameter(torch.empty(shape, device=device, dtype=dtype))


def reset_affine(weight: nn.Parameter | None, bias: nn.Parameter | None) -> None:
    """Set a scale to 1 and a shift to 0; where a layer has none, there is none to set."""
    if weight is not None:
        nn.init.ones_(weight)
    if bias is not None:
        nn.init.zeros_(bias)


def reset_children(module: nn.Module) -> None:
    """Call ``reset_parameters`` of every child; reset the children of a child that has none.

    Raises
    ------
    TypeError
        If one of them has parameters and no such method; then none is reset.
    """
    for child in _not_resettable(module):
        raise TypeError(
            f"{type(child).__name__} has parameters and no method reset_parameters; expected "
            "one that sets them to their first values. Write it, or make a new module."
        )
    for child in module.children():
        if (reset := getattr(child, "reset_parameters", None)) is not None:
            reset()
            continue
        reset_children(child)
        # That of torch's attention has a leading _, and leaves the child out_proj as it is.
        if (reset := getattr(child, "_reset_parameters", None)) is not None:
            reset()


def _not_resettable(module: nn.Module) -> Iterator[nn.Module]:
    """Yield the modules below this one that have parameters, and no way to set them anew."""
    for child in module.children():
        if not hasattr(child, "reset_parameters"):
            yield from _not_resettable(child)
            has_own = next(child.parameters(recurse=False), None) is not None
            if has_own and not hasattr(child, "_reset_parameters"):
                yield child
