"""Refuses to build a distribution of this package that lacks the explorables.

Hatchling runs it before it writes an sdist or a wheel. An editable install may be made before they
are: it finds them later.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WIDGETS = Path("src/normbook/widgets")
ENDS = (".mjs", ".css")
"""How the names of a bundle's files end."""


class CompleteHook(BuildHookInterface[Any]):
    """Looks for the bundle of each explorable."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """End the build with a sentence where one is missing."""
        if version != "editable" and (missing := unbuilt(Path(self.root))):
            self.app.abort(
                f"Explorables that are not built: {len(missing)}, {missing[0]} for one. "
                "In a clone of the repository, first: make bundles"
            )


def unbuilt(root: Path) -> list[str]:
    """Return the explorables that have a source, and no bundle or an empty one."""
    sources = sorted((root / WIDGETS).glob("*/widget.mjs"))
    bundles = root / WIDGETS / "_dist/explorables"
    names = [path.parent.name for path in sources]
    return [name for name in names if not all(has(bundles / f"{name}{end}") for end in ENDS)]


def has(path: Path) -> bool:
    """Return whether there is a file with something in it."""
    return path.is_file() and path.stat().st_size > 0
