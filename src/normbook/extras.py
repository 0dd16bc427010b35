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


CPU = "--extra-index-url https://download.pytorch.org/whl/cpu"
"""pip's option that names PyTorch's index of builds without CUDA, a tenth as large."""


def missing(what: str, extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """Return an error that names the extra to install where an import has failed.

    Parameters
    ----------
    what
        What needs the module, as the error begins.
    extra
        One of `EXTRAS`.
    error
        Why the import failed.

    Examples
    --------
    >>> print(missing("The grader", "grader", ModuleNotFoundError(name="pytest")))
    The grader needs pytest. Install: pip install "normbook[grader]"
    """
    module = str(error.name).partition(".")[0]
    command = _command(f'"normbook[{extra}]"', module)
    return ModuleNotFoundError(f"{what} needs {module}. Install: {command}", name=module)


def require(what: str, extra: str) -> None:
    """Raise an error that names an extra, unless all modules that it brings are installed.

    For a package that imports none of them itself: it is asked before its modules are imported.

    Parameters
    ----------
    what
        What needs them, as the error begins.
    extra
        One of `EXTRAS`.

    Raises
    ------
    ModuleNotFoundError
        If one is missing.

    Examples
    --------
    >>> require("normbook.experiments", "nn")
    """
    for module in lacking(EXTRAS[extra]):
        raise missing(what, extra, ModuleNotFoundError(name=module))


def lacking(modules: Iterable[str]) -> list[str]:
    """Return those of some top-level modules that are not installed."""
    return [name for name in modules if find_spec(name) is None]


def install(module: str) -> str:
    """Return the command that installs a module: with an extra, where one brings it.

    Examples
    --------
    >>> install("anywidget")
    'pip install "normbook[widgets]"'
    """
    extra = next((extra for extra, modules in EXTRAS.items() if module in modules), None)
    return _command(module if extra is None else f'"normbook[{extra}]"', module)


def _command(package: str, module: str) -> str:
    """Return the command that installs a package for a module; of PyTorch, the small build."""
    return f"pip install {package}{f' {CPU}' if module == 'torch' else ''}"
