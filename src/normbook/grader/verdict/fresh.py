"""Keeps what a file sets for all of Python apart from the checks, which begin as a process does.

What NumPy does with an infinite number, how it prints, and which warnings are errors, an attempt
keeps for its own calls: it may catch what it has NumPy raise. Neither the tests nor the solution
see it, in one process with them or in another.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .loaded import loaded_torch, np, numpy_is_loaded

FLOATING: dict[str, Any] = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
"""What NumPy does about such numbers, unless told otherwise."""
PRINTING: dict[str, Any] = {
    "precision": 8,
    "threshold": 1000,
    "edgeitems": 3,
    "linewidth": 75,
    "suppress": False,
    "nanstr": "nan",
    "infstr": "inf",
    "sign": "-",
    "floatmode": "maxprec",
    "legacy": False,
}
"""How NumPy prints, unless told otherwise."""

IGNORED = DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning
"""Of what Python does not warn, unless told otherwise."""


class Settings:
    """What is set now for all of Python: warnings, NumPy's errors and prints, PyTorch's defaults.

    Of NumPy and PyTorch that is their defaults, where they are not loaded.
    """

    def __init__(self) -> None:
        self._take()

    def _take(self) -> None:
        self._torch = _of_torch()
        self._filters = [*warnings.filters]
        self._floating: dict[str, Any] = {**np.geterr()} if numpy_is_loaded() else FLOATING
        self._call = np.geterrcall() if numpy_is_loaded() else None
        self._printing = np.get_printoptions() if numpy_is_loaded() else PRINTING

    @contextmanager
    def again(self) -> Iterator[None]:
        """Return a context that begins with these settings, and ends with what was set before.

        What is set in it belongs to these settings from then on.
        """
        before = Settings()
        with warnings.catch_warnings():
            warnings.filters[:] = self._filters  # type: ignore[index]
            self._set()
            try:
                yield
            finally:
                self._take()
                before._set()

    def _set(self) -> None:
        """Set it, but for warnings, where it is otherwise: to set what is so takes its time."""
        if numpy_is_loaded():
            if np.geterr() != self._floating:
                np.seterr(**self._floating)
            if np.geterrcall() is not self._call:
                np.seterrcall(self._call)
            if np.get_printoptions() != self._printing:
                np.set_printoptions(**self._printing)
        if _of_torch() != self._torch:
            _set_torch(**self._torch)


@contextmanager
def fresh() -> Iterator[None]:
    """Return a context that begins with defaults, and ends with what was before.

    The defaults are Python's, NumPy's and PyTorch's, but that no warning is shown: an attempt may
    record its own. What is first loaded in it has its defaults at the end.
    """
    with Settings().again():
        _set_filters()
        warnings.showwarning = _show_nothing
        _set_torch()
        if numpy_is_loaded():
            np.seterr(**FLOATING)
            np.seterrcall(None)
            np.set_printoptions(**PRINTING)
        yield


def _set_filters() -> None:
    """Set which warnings there are to what Python begins with."""
    warnings.resetwarnings()
    for category in IGNORED:
        warnings.simplefilter("ignore", category)
    warnings.filterwarnings("default", category=DeprecationWarning, module="__main__")


def _show_nothing(*warning: object, **more: object) -> None:
    """Stand for what shows a warning."""


@contextmanager
def fresh_torch() -> Iterator[None]:
    """Return a context that begins with PyTorch's defaults, and ends with what was set before it.

    These are the default dtype, the default device, and whether gradients are computed. Where
    PyTorch is first loaded in the context, its defaults come at the end.
    """
    before = _of_torch()
    _set_torch()
    try:
        yield
    finally:
        _set_torch(**before)


def _of_torch() -> dict[str, Any]:
    """Return what is set for all of PyTorch; nothing, if it is not loaded."""
    torch = loaded_torch()
    if torch is None:
        return {}
    return {
        "dtype": torch.get_default_dtype(),
        "device": torch.get_default_device(),
        "gradients": torch.is_grad_enabled(),
    }


def _set_torch(dtype: Any = None, device: Any = None, gradients: bool = True) -> None:
    """Set it, or PyTorch's defaults; do nothing, if it is not loaded."""
    torch = loaded_torch()
    if torch is None:
        return
    torch.set_default_dtype(dtype or torch.float32)
    # With a device set, be it the usual one, PyTorch looks at it in each call.
    torch.set_default_device(None if device == torch.device("cpu") else device)
    torch.set_grad_enabled(gradients)
