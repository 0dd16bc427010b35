"""Refuses to build a distribution of this package whose explorables are missing, or out of date.

Hatchling runs it before it writes an sdist or a wheel. An editable install may be made before they
are: it finds them later.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WIDGETS = Path("src/normbook/widgets")
ENDS = (".mjs", ".css")
"""How the names of a bundle's files end."""
SOURCES = WIDGETS / "_dist/sources.json"
"""The SHA-256 of each file that the bundles were made from, by its name; written with them."""

BUNDLE = "npm ci && node tools/bundle.mjs"
"""What builds them with Node alone, as CONTRIBUTING.md has it."""


class CompleteHook(BuildHookInterface[Any]):
    """Looks for the bundle of each explorable, and whether its sources have changed since."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """End the build with a sentence where one is missing, or was made from other sources."""
        root = Path(self.root)
        if version == "editable":
            return
        if missing := unbuilt(root):
            said = f"Explorables that are not built: {len(missing)}, {missing[0]} for one."
            self.app.abort(f"{said} In a clone of the repository, first: {BUNDLE}")
        if others := changed(root):
            said = f"The explorables were built before {others[0]} became what it is."
            self.app.abort(f"{said} Build them again: {BUNDLE}")


def unbuilt(root: Path) -> list[str]:
    """Return the explorables that have a source, and no bundle or an empty one."""
    sources = sorted((root / WIDGETS).glob("*/widget.mjs"))
    bundles = root / WIDGETS / "_dist/explorables"
    names = [path.parent.name for path in sources]
    return [name for name in names if not all(has(bundles / f"{name}{end}") for end in ENDS)]


def has(path: Path) -> bool:
    """Return whether there is a file with something in it."""
    return path.is_file() and path.stat().st_size > 0


def changed(root: Path) -> list[str]:
    """Return the files that the bundles were made from and that are others now, or are gone."""
    if not has(root / SOURCES):
        return [str(SOURCES)]
    digests = json.loads((root / SOURCES).read_text("utf-8"))
    return [name for name, digest in digests.items() if digest_of(root / name) != digest]


def digest_of(path: Path) -> str | None:
    """Return the SHA-256 of a file; None where there is none."""
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else None
