"""What an exercise allows: what may be imported, and of PyTorch what is a result, and a call."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from .loaded import loaded_torch


class ForbiddenError(RuntimeError):
    """An attempt calls what its exercise asks it to write."""


@dataclass(frozen=True)
class Terms:
    """What one exercise allows."""

    tensors: bool = True
    """Whether tensors are results: not where the exercise has no part for PyTorch."""
    forbids: tuple[str, ...] = ()
    """Names of PyTorch's functions that are not to be called, not by its modules either."""
    packages: tuple[str, ...] | None = None
    """What may be imported beside Python's own modules; None for anything."""

    def kept(self) -> AbstractContextManager[object]:
        """Return a context in which a call of a forbidden function raises ForbiddenError."""
        return _refusing(self.forbids) if self.forbids and loaded_torch() else nullcontext()


FREE = Terms()
"""All is allowed."""


def _refusing(forbids: Collection[str]) -> AbstractContextManager[object]:
    """Return PyTorch's own way to see each call of its functions, by whatever name."""
    torch: Any = loaded_torch()

    class Refusing(torch.overrides.TorchFunctionMode):  # type: ignore[misc]
        def __torch_function__(
            self,
            function: Callable[..., Any],
            types: object,
            args: tuple[Any, ...] = (),
            kwargs: dict[str, Any] | None = None,
        ) -> Any:
            name = getattr(function, "__name__", "")
            if name in forbids:
                raise ForbiddenError(
                    f"PyTorch's {name} does what you are to write: do the arithmetic yourself, "
                    "with tensor operations such as mean and sqrt."
                )
            return function(*args, **(kwargs or {}))

    refusing: AbstractContextManager[object] = Refusing()
    return refusing
