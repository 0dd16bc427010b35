"""NumPy and PyTorch, for modules that must not load them.

Two promises forbid the grader's modules to import NumPy as they are imported themselves:

- ``import normbook.grader`` takes at most 0.1 s (`tools/bench_grader.py`), as long as NumPy alone;
- in a page, an exercise on plain numbers (`requires` in its ``exercise.toml`` is empty) is graded
  without NumPy, which would be megabytes more to fetch.

An array comes only from a NumPy that is loaded. So code that may meet plain numbers alone asks
`is_numpy` of a value, or `numpy_is_loaded`; code that works on arrays uses `np`, and is not reached
where there are none. With PyTorch and its tensors it is the same.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

__all__ = ["is_numpy", "is_tensor", "loaded_torch", "np", "numpy_is_loaded"]

if TYPE_CHECKING:
    import numpy as np
else:

    class _NumPy:
        """Stands for NumPy, and imports it when one of its names is used."""

        def __getattr__(self, name: str) -> Any:
            import numpy

            value = getattr(numpy, name)
            setattr(self, name, value)  # found there the next time, without coming here
            return value

    np = _NumPy()


def numpy_is_loaded() -> bool:
    """Return whether NumPy is loaded; where it is not, no value is or holds an array."""
    return "numpy" in sys.modules


def loaded_torch() -> Any:
    """Return PyTorch, or None where it is not loaded, and no value is or holds a tensor."""
    return sys.modules.get("torch")


def is_numpy(value: Any) -> bool:
    """Return whether a value is an array or a scalar of NumPy's."""
    return numpy_is_loaded() and isinstance(value, (np.ndarray, np.generic))


def is_tensor(value: Any) -> bool:
    """Return whether a value is a tensor of PyTorch's."""
    torch = loaded_torch()
    return torch is not None and isinstance(value, torch.Tensor)
