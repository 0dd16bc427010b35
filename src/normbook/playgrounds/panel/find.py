"""Where playgrounds lie: a file of the package each."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

PACKAGE = "normbook.playgrounds"
FOLDER = Path(__file__).parents[1]


def slugs() -> list[str]:
    """Return the name of every playground."""
    return sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def find_playground(slug: str) -> ModuleType:
    """Return the module of one playground.

    Raises
    ------
    LookupError
        If there is no such file.
    """
    if not (FOLDER / f"{slug}.py").is_file():  # listed then alone: see read_record
        raise LookupError(f"no playground {slug!r}; there are: {', '.join(slugs())}.")
    return import_module(f"{PACKAGE}.{slug}")


def title_of(source: ModuleType) -> str:
    """Return the title of a playground: the first line of its docstring."""
    return (source.__doc__ or "").partition("\n")[0].strip().removesuffix(".")
