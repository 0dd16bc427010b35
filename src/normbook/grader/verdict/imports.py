"""What an attempt may import: Python's own modules, and the packages that its exercise requires.

What it may not have is refused where it is used, and not where it is imported: an answer that plots
at its end, or imports what it never uses, is graded.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection
from types import ModuleType
from typing import Any, NoReturn

MAIN = "__main__"
"""What a file is called that is run by itself; to itself, an attempt is that."""


def importing(packages: Collection[str], itself: ModuleType) -> Callable[..., ModuleType]:
    """Return an ``__import__`` that knows some packages and Python's own modules alone.

    ``__main__`` is the attempt's module, ``itself``.
    """

    def allowed(name: str, *where: Any, **rest: Any) -> ModuleType:
        if name == MAIN:
            return itself
        if package := _refused(name, packages):
            raise Absent(package, packages).refusal()
        return __import__(name, *where, **rest)

    return allowed


class Absent:
    """Stands for what an attempt may not have, and refuses when it is used.

    Parameters
    ----------
    package
        Which it may not have.
    packages
        Which it may.
    """

    def __init__(self, package: str, packages: Collection[str]) -> None:
        self._package = package
        self._there = " and ".join(["Python's own modules", *packages])

    def refusal(self) -> ModuleNotFoundError:
        """Return the error of an attempt that uses it."""
        return ModuleNotFoundError(
            f"This exercise has {self._there} alone: do without {self._package}. If it is a file "
            "of yours, copy into this one what you use of it.",
            name=self._package,
        )

    def __getattr__(self, name: str) -> NoReturn:
        raise self.refusal()

    def __call__(self, *_: Any, **__: Any) -> NoReturn:
        """Refuse."""
        raise self.refusal()


TWO_SIDED = (
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow"),
    *("lshift", "rshift", "and", "xor", "or"),
)
OPERATORS = (
    *(f"__{side}{name}__" for name in TWO_SIDED for side in ("", "r")),
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"),
    *("__neg__", "__pos__", "__abs__", "__invert__", "__round__"),
    *("__bool__", "__int__", "__float__", "__complex__", "__index__"),
    *("__len__", "__iter__", "__contains__", "__getitem__", "__setitem__", "__enter__", "__exit__"),
    *("__instancecheck__", "__subclasscheck__"),
)
"""The methods that stand for Python's operators and statements: it looks for no `__getattr__`."""


def _refuse(self: Absent, *_: Any) -> NoReturn:
    raise self.refusal()


for operator in OPERATORS:
    setattr(Absent, operator, _refuse)


def take_out(tree: ast.Module, packages: Collection[str]) -> dict[str, Absent]:
    """Take the imports of what is refused out of a module, and return what stands for each name.

    Those that a file can do without, within a ``try``, stay and fail there; so do those in a
    function, from within a package, and of all names.
    """
    absent = {}
    for node in tree.body.copy():
        if isinstance(node, ast.Import):
            for alias in node.names.copy():
                if package := _refused(alias.name, packages):
                    absent[alias.asname or package] = Absent(package, packages)
                    node.names.remove(alias)
            if not node.names:
                tree.body.remove(node)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [alias.asname or alias.name for alias in node.names]
            if names != ["*"] and (package := _refused(node.module, packages)):
                absent |= {name: Absent(package, packages) for name in names}
                tree.body.remove(node)
    return absent


def _refused(module: str, packages: Collection[str]) -> str:
    """Return the package of a module, if it is refused; nothing, if it may be imported."""
    package = module.partition(".")[0]
    known = {*packages, *sys.stdlib_module_names, MAIN}
    return "" if package in known else package
