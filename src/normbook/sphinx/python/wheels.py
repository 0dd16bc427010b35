"""Wheels that were compiled for Pyodide: found on this machine, or fetched into the user's cache.

A wheel is looked for in the folder that ``NORMBOOK_PYODIDE_WHEELS`` names, then in the cache, then
in the folder that stands in for it where none can be written, and then at Pyodide's distribution.
"""

import hashlib
import http.client
import os
import sys
import urllib.request
import zipfile
from contextlib import suppress
from pathlib import Path

from packaging.utils import parse_wheel_filename

from normbook.files import write_whole

from .lock import Lock

DOWNLOAD_LIMIT_S = 10
"""How long to wait for the distribution, in seconds."""


USUAL_CACHES = {"darwin": ("", "Library/Caches"), "win32": ("LOCALAPPDATA", "AppData/Local")}
"""Where caches are that are not where Linux has them: the variable that says it, and the folder at
home where none does."""
OWN_CACHE = Path(__file__).parents[4] / "_build" / "python" / "wheels"
"""Where wheels are kept that the user's cache cannot keep."""


def user_cache() -> Path:
    """Return the folder of the user's cache where wheels are kept for all builds.

    Raises
    ------
    RuntimeError
        If that is in the user's home, and there is none.
    """
    variable, folder = USUAL_CACHES.get(sys.platform, ("XDG_CACHE_HOME", ".cache"))
    named = variable and os.environ.get(variable)
    return (Path(named) if named else Path.home() / folder) / "normbook"


def cache_folders() -> list[Path]:
    """Return the folders where wheels are kept between builds, in order."""
    try:
        return [user_cache(), OWN_CACHE]
    except RuntimeError:
        return [OWN_CACHE]


def wheel_folders() -> list[Path]:
    """Return the folders to look in for a wheel, in order."""
    named = os.environ.get("NORMBOOK_PYODIDE_WHEELS")
    if named and not Path(named).is_dir():
        raise RuntimeError(f"NORMBOOK_PYODIDE_WHEELS is {named}, which is no folder: correct it.")
    return [*([Path(named)] if named else []), *cache_folders()]


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
    except (OSError, ValueError, http.client.HTTPException):
        return None
    return content if hashlib.sha256(content).hexdigest() == sha256 else None


def fetch_wheel(lock: Lock, name: str) -> Path | None:
    """Download a package's wheel into a cache; return it there, or None."""
    package = lock.packages[name]
    content = download(lock.address(name), package["sha256"])
    if content is None:
        return None
    for folder in cache_folders():
        with suppress(OSError):  # of a folder that cannot be written to
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / package["file_name"]
            write_whole(path, content)
            return path
    return None  # readers fetch it themselves
