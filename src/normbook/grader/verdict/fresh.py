"""Keeps what a file sets for all of PyTorch from the checks: they begin as a fresh process does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .loaded import loaded_torch


@contextmanager
def fresh_torch() -> Iterator[None]:
    """Return a context that begins with PyTorch's defaults, and ends with what was set before it.

    These are the default dtype, the default device, and whether gradients are computed. Where
    PyTorch is first loaded in the context, its defaults come at the end.
    """
    before = _settings()
    _set()
    try:
        yield
    finally:
        _set(**before)


def _settings() -> dict[str, Any]:
    """Return what is set for all of PyTorch; nothing, if it is not loaded."""
    torch = loaded_torch()
    if torch is None:
        return {}
    return {
        "dtype": torch.get_default_dtype(),
        "device": torch.get_default_device(),
        "gradients": torch.is_grad_enabled(),
    }


def _set(dtype: Any = None, device: Any = None, gradients: bool = True) -> None:
    """Set it, or PyTorch's defaults; do nothing, if it is not loaded."""
    torch = loaded_torch()
    if torch is None:
        return
    torch.set_default_dtype(dtype or torch.float32)
    # With a device set, be it the usual one, PyTorch looks at it in each call.
    torch.set_default_device(None if device == torch.device("cpu") else device)
    torch.set_grad_enabled(gradients)
