"""Wheels that were compiled for Pyodide: found on this machine, or fetched into the user's cache.

A wheel is looked for in the folder that ``NORMBOOK_PYODIDE_WHEELS`` names, then in the cache, and
then at Pyodide's distribution.
"""

import hashlib
import os
import sys
import urllib.request
import zipfile
from pathlib import Path

from packaging.utils import parse_wheel_filename

from .lock import Lock

DOWNLOAD_LIMIT_S = 10
"""How long to wait for the distribution, in seconds."""


def cache_folder() -> Path:
    """Return the folder of the user's cache where wheels are kept between builds."""
    home = Path.home()
    if sys.platform == "darwin":
        root = home / "Library" / "Caches"
    elif sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return root / "normbook"


def wheel_folders() -> list[Path]:
    """Return the folders to look in for a wheel, in order."""
    named = os.environ.get("NORMBOOK_PYODIDE_WHEELS")
    if named and not Path(named).is_dir():
        raise RuntimeError(f"NORMBOOK_PYODIDE_WHEELS is {named}, which is no folder: correct it.")
    return [*([Path(named)] if named else []), cache_folder()]


def find_wheel(lock: Lock, name: str) -> Path | None:
    """Return a package's wheel on this machine, of the folder's latest version; or None."""
    for folder in wheel_folders():
        found = [path for path in folder.glob("*.whl") if lock.fits(path, name)]
        if found:
            latest = max(found, key=lambda path: parse_wheel_filename(path.name)[1])
            if not zipfile.is_zipfile(latest):
                raise RuntimeError(f"{latest} is not a whole wheel: delete it, or get it anew.")
            return latest
    return None


def download(address: str, sha256: str) -> bytes | None:
    """Return a file's content if it can be had and is the right one; one try, and no error."""
    try:
        with urllib.request.urlopen(address, timeout=DOWNLOAD_LIMIT_S) as response:
            content: bytes = response.read()
    except (OSError, ValueError):
        return None
    return content if hashlib.sha256(content).hexdigest() == sha256 else None


def fetch_wheel(lock: Lock, name: str) -> Path | None:
    """Download a package's wheel into the user's cache; return it there, or None."""
    package = lock.packages[name]
    content = download(lock.address(name), package["sha256"])
    if content is None:
        return None
    path = cache_folder() / package["file_name"]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_bytes(content)
        part.replace(path)
    except OSError:
        return None  # no home to keep it in: readers fetch it themselves
    return path
