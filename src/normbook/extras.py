"""Names what to install where a package that a part of this one needs is missing."""

from collections.abc import Iterable
from importlib.util import find_spec

EXTRAS = {
    "grader": ("pytest",),
    "nn": ("torch",),
    "widgets": ("anywidget",),
    "cluster": ("distributed", "pytest"),
    "notebook": ("anywidget", "ipywidgets", "matplotlib", "pytest", "torch"),
}
"""The modules that each extra of ``pyproject.toml`` brings.

`install` names the first extra that brings a module, so those that bring little come first."""


def require(what: str, extra: str, *modules: str) -> None:
    """Raise an error that names an extra, unless the modules are installed.

    Parameters
    ----------
    what
        What needs them, as the error begins.
    extra
        One of `EXTRAS`.
    modules
        Their names; all that the extra brings, if none are given.

    Raises
    ------
    ModuleNotFoundError
        If one is missing.

    Examples
    --------
    >>> require("normbook.nn", "nn")
    """
    if missing := lacking(modules or EXTRAS[extra]):
        raise ModuleNotFoundError(
            f'{what} needs {" and ".join(missing)}. Install: pip install "normbook[{extra}]"',
            name=missing[0],
        )


def lacking(modules: Iterable[str]) -> list[str]:
    """Return those of some top-level modules that are not installed."""
    return [name for name in modules if find_spec(name) is None]


def install(module: str) -> str:
    """Return the command that installs a module: with an extra, where one brings it.

    Examples
    --------
    >>> install("torch")
    'pip install "normbook[nn]"'
    """
    extra = next((extra for extra, modules in EXTRAS.items() if module in modules), None)
    return f"pip install {module}" if extra is None else f'pip install "normbook[{extra}]"'
