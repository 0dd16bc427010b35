"""What attempts at an exercise may use: packages, tensors, and functions of PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from .loaded import loaded_torch

FORBIDDEN = (
    "PyTorch's {} does what you are to write: do the arithmetic yourself, with tensor operations "
    "such as mean and sqrt."
)


class ForbiddenError(RuntimeError):
    """An attempt calls a function of PyTorch that does what the exercise asks to write."""


@dataclass(frozen=True)
class Terms:
    """What attempts at one exercise may use."""

    tensors: bool = True
    """Whether an attempt may return tensors."""
    forbids: tuple[str, ...] = ()
    """Names of PyTorch's functions that an attempt must not call, nor PyTorch's modules for it."""
    packages: tuple[str, ...] | None = None
    """The packages that may be imported beside Python's own modules; None for any."""
    is_class: bool = False
    """Whether a class is asked for, so that what a call of the attempt makes is an object."""

    def kept(self) -> AbstractContextManager[object]:
        """Return a context in which a call of a forbidden function raises ForbiddenError."""
        return _refusing(self.forbids) if self.forbids and loaded_torch() else nullcontext()


FREE = Terms()
"""Allows everything."""


def _refusing(forbids: Collection[str]) -> AbstractContextManager[object]:
    """Return a context in which a call of these functions, by whatever name, is refused."""
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
                raise ForbiddenError(FORBIDDEN.format(name))
            return function(*args, **(kwargs or {}))

    refusing: AbstractContextManager[object] = Refusing()
    return refusing
