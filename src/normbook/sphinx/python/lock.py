"""Pyodide's list of the wheels that were compiled for it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

from .core import PYODIDE

DISTRIBUTION = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{file}"


@dataclass(frozen=True)
class Lock:
    """Pyodide's list of the wheels that were made for it."""

    version: str
    info: dict[str, str]
    packages: dict[str, dict[str, Any]]

    @classmethod
    def read(cls) -> "Lock":
        """Return the list that came with the core."""
        version = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
        lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
        return cls(version, lock["info"], lock["packages"])

    def closure(self, name: str) -> list[str]:
        """Return a package and all that it needs, in order of name."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            package = canonicalize_name(waiting.pop())
            if package not in found:
                found.add(package)
                waiting += self.packages[package]["depends"]
        return sorted(found)

    def address(self, name: str) -> str:
        """Return where a package's wheel is published."""
        return DISTRIBUTION.format(version=self.version, file=self.packages[name]["file_name"])

    def fits(self, path: Path, name: str) -> bool:
        """Return whether a file is a wheel of a package, in any version, that runs here."""
        python = "cp" + "".join(self.info["python"].split(".")[:2])
        machine = f"_{self.info['abi_version']}_{self.info['arch']}"
        try:
            package, _, _, tags = parse_wheel_filename(path.name)
        except InvalidWheelFilename:
            return False
        return package == canonicalize_name(name) and any(
            tag.platform == "any" or (tag.interpreter == python and tag.platform.endswith(machine))
            for tag in tags
        )
