"""The site's folder ``_static/python``, and its ``manifest.json``, which names each file of it."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sphinx.util import logging

from ..kept import bytes_once
from .archive import (
    PACKED,
    PURE,
    SHRUNK,
    exercises,
    packed_for_grading,
    packed_for_showing,
    packed_lean,
    pure_archive,
    shrunk,
)
from .compilation import COMPILED, PACKAGES, precompile
from .core import LIBRARY, MODULE, PYODIDE, find_core
from .lock import Lock
from .wheels import fetch_wheel, find_wheel

logger = logging.getLogger(__name__)

Entry = dict[str, Any]
"""What the manifest says of one file."""


def copied(path: Path, folder: Path) -> Entry:
    """Copy a file into a folder; return its entry in the manifest."""
    shutil.copyfile(path, folder / path.name)
    return entry(folder / path.name, folder)


def written(name: str, content: bytes, folder: Path) -> Entry:
    """Write a file of a folder; return its entry in the manifest."""
    path = folder / name
    path.write_bytes(content)
    return entry(path, folder)


def entry(path: Path, folder: Path) -> Entry:
    """Return what the manifest says of a file."""
    content = path.read_bytes()
    return {
        "file": Path(os.path.relpath(path, folder)).as_posix(),
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def served(lock: Lock, name: str, folder: Path, kept: Path, may_download: bool) -> Entry:
    """Put a package's wheel into a folder of the site; return its entry, or the fallback's."""
    path = find_wheel(lock, name) or (fetch_wheel(lock, name) if may_download else None)
    if path is not None:
        content = bytes_once(kept / name, path.read_bytes(), packed_lean)
        return written(f"{path.stem}{PACKED}", content, folder)
    package = lock.packages[name]
    return {
        "file": package["file_name"],
        "sha256": package["sha256"],
        "fallback": lock.address(name),
    }


def write_python(folder: Path, package: Path, kept: Path) -> None:
    """Fill a folder with all that runs Python in a browser, and its manifest.

    Parameters
    ----------
    folder
        Where it goes: ``_static/python`` of the site.
    package
        The normbook wheel.
    kept
        Where what was compiled and packed is kept between builds.
    """
    lock = Lock.read()
    (folder / "exercises").mkdir(parents=True, exist_ok=True)
    for archive in folder.rglob(f"*{PACKED}"):
        archive.unlink()  # an earlier build's may have another version in its name

    def put(name: str, content: bytes, pack: Callable[[bytes], bytes]) -> Entry:
        """Pack an archive, and write it; return its entry in the manifest."""
        return written(f"{name}{PACKED}", bytes_once(kept / name, content, pack), folder)

    own = package.read_bytes()
    library, packages_archive = precompile(pure_archive(), own, kept / COMPILED)
    core = [copied(path, folder) for path in find_core() if path.name not in {LIBRARY, MODULE}]
    core.append(put(Path(LIBRARY).stem, library, shrunk))
    module = bytes_once(kept / MODULE, (PYODIDE / MODULE).read_bytes(), shrunk)
    core.append(written(f"{MODULE}{SHRUNK}", module, folder))
    # 13 MB for the few who draw: only where someone has put matplotlib itself at hand.
    has_figures = find_wheel(lock, "matplotlib") is not None
    drawing = [name for name in lock.closure("matplotlib") if name not in {"numpy", *PURE}]
    packages = {
        "grader": [
            put(Path(PACKAGES).stem, packages_archive, shrunk),
            put("grader", own, packed_for_grading),
        ],
        "normbook": [put("normbook", own, packed_for_showing)],
        **{
            f"exercises/{slug}": [put(f"exercises/{slug}", archive, shrunk)]
            for slug, archive in exercises(own).items()
        },
        "numpy": [served(lock, "numpy", folder, kept, may_download=True)],
        "matplotlib": [served(lock, name, folder, kept, has_figures) for name in drawing],
    }
    manifest = {
        "about": f"Pyodide {lock.version} (MPL-2.0, https://github.com/pyodide/pyodide)",
        "info": lock.info,
        "core": core,
        "packages": packages,
    }
    absent = [e["file"] for entries in packages.values() for e in entries if "fallback" in e]
    if absent:
        logger.info("Readers' browsers fetch from Pyodide's own host: %s", ", ".join(absent))
    text = json.dumps(manifest, indent=1)
    (folder / "manifest.json").write_text(text + "\n", encoding="utf-8")
