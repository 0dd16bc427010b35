"""Python for the reader's browser: Pyodide, pytest, this package, NumPy, all from the site itself.

All of it goes to ``_static/python``, and ``manifest.json`` names each file with its size and hash;
``assets/python/worker.mjs`` loads what it names. Pyodide's core is an npm package. The wheels that
were compiled for it are not: each is looked for in the folder that ``NORMBOOK_PYODIDE_WHEELS``
names, then in the user's cache, and then at Pyodide's distribution. What is nowhere to be found
does not stop a build: readers' browsers then fetch it from the distribution.

What grading imports is compiled here, once, and not in every browser: ``precompile.py``.
"""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from sphinx.util import logging

from .page import WHEEL

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

PYODIDE = Path(__file__).parents[3] / "node_modules" / "pyodide"
LIBRARY, PACKAGES = "python_stdlib.zip", "packages.zip"
CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", LIBRARY)
COMPILED = Path("_build", "python")
"""Where what was compiled is kept between builds."""
DISTRIBUTION = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{file}"
SECONDS = 10
"""How long to wait for the distribution."""

PURE = ("pytest", "pluggy", "iniconfig", "packaging", "pygments")
"""What grading imports beside the package itself."""
PYGMENTS = {
    "lexers": {"__init__", "_mapping", "diff", "python"},
    "formatters": {"__init__", "_mapping", "terminal"},
    "styles": {"__init__", "_mapping", "default"},
}
"""Of three folders of Pygments, the modules that pytest imports: 5 in 100 of what they hold."""

GRADING = re.compile(r"normbook/(__init__\.py$|grader/)")

Entry = dict[str, Any]


def check_parts(app: "Sphinx") -> None:
    """Fail before the build where what it needs is missing."""
    if app.builder.name == "html":
        find_core()
        find_package(Path(app.srcdir))


def find_core() -> list[Path]:
    """Return the files of Pyodide's core."""
    paths = [PYODIDE / name for name in CORE]
    for path in paths:
        if not path.is_file():
            raise RuntimeError(f"{path} is missing: run `npm ci --ignore-scripts`.")
    return paths


def find_package(root: Path) -> Path:
    """Return this package's wheel, which the site offers to notebooks, too."""
    wheels = sorted(Path(root, WHEEL).glob("normbook-*.whl"))
    if not wheels:
        raise RuntimeError(f"There is no wheel in {root / WHEEL}: run `make wheel`.")
    return wheels[-1]


# ---- what is plain Python ----


def pure_archive() -> bytes:
    """Return pytest and what it imports as one archive, the same for the same versions."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in PURE:
            for inner, path in sorted(pure_files(name)):
                archive.writestr(zipfile.ZipInfo(inner), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return file.getvalue()


def pure_files(name: str) -> Iterator[tuple[str, Path]]:
    """Yield a distribution's modules and licences: the names inside the archive, and the files."""
    files = distribution(name).files
    if files is None:
        raise RuntimeError(f"{name} does not say which files it has: install it with pip.")
    for file in files:
        inner = PurePosixPath(file.as_posix())
        if is_wanted(inner):
            yield str(inner), Path(str(file.locate()))


def is_wanted(inner: PurePosixPath) -> bool:
    """Return whether a file is imported by grading, or is a licence."""
    top, *below = inner.parts
    if top.endswith(".dist-info"):
        return "licenses" in below or inner.name.startswith(("LICENSE", "METADATA"))
    if top == "pygments" and below[0] in PYGMENTS:
        return inner.stem in PYGMENTS[below[0]]
    return inner.suffix == ".py" and top != ".."


def precompiled(packages: bytes, package: bytes, kept: Path) -> tuple[bytes, bytes]:
    """Return the standard library's archive and the packages', with what grading imports compiled.

    Parameters
    ----------
    packages
        The packages' archive of sources.
    package
        The normbook wheel, whose grader's compiled modules go to the packages.
    kept
        A folder of this function's own, where it keeps its last answer.
    """
    sources = [Path(__file__).with_name(f"precompile.{suffix}") for suffix in ("py", "mjs")]
    whole = hashlib.sha256()
    files = (path.read_bytes() for path in (*sources, *find_core()))
    for content in (packages, grading_part(package), *files):
        whole.update(hashlib.sha256(content).digest())
    folder = kept / whole.hexdigest()[:12]
    if not folder.is_dir():
        answer = compile_archives(packages, package)
        shutil.rmtree(kept, ignore_errors=True)
        part = kept / "part"
        part.mkdir(parents=True)
        for name, content in zip((LIBRARY, PACKAGES), answer, strict=True):
            (part / name).write_bytes(content)
        part.rename(folder)
    return (folder / LIBRARY).read_bytes(), (folder / PACKAGES).read_bytes()


def grading_part(package: bytes) -> bytes:
    """Return of the normbook wheel what is compiled: the rest may be read, and leaves no trace."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        names = sorted(filter(GRADING.match, archive.namelist()))
        return b"".join(name.encode() + b"\0" + archive.read(name) for name in names)


def compile_archives(packages: bytes, package: bytes) -> tuple[bytes, bytes]:
    """Do so, in Pyodide."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / PACKAGES).write_bytes(packages)
        (folder / "package.whl").write_bytes(package)
        shutil.copyfile(PYODIDE / LIBRARY, folder / LIBRARY)
        script = Path(__file__).with_name("precompile.mjs")
        done = subprocess.run(["node", str(script), name], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"Python's files could not be compiled: {done.stderr[-500:]}")
        return (folder / LIBRARY).read_bytes(), (folder / PACKAGES).read_bytes()


# ---- what was compiled for Pyodide ----


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
        with urllib.request.urlopen(address, timeout=SECONDS) as response:
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


def compiled(lock: Lock, name: str, folder: Path, may_download: bool) -> Entry:
    """Put a package's wheel into a folder of the site; return its entry, or the fallback's."""
    path = find_wheel(lock, name) or (fetch_wheel(lock, name) if may_download else None)
    if path is not None:
        return copied(path, folder)
    package = lock.packages[name]
    return {
        "file": package["file_name"],
        "sha256": package["sha256"],
        "fallback": lock.address(name),
    }


# ---- the folder ----


def copied(path: Path, folder: Path) -> Entry:
    """Copy a file into a folder; return its entry in the manifest."""
    shutil.copyfile(path, folder / path.name)
    return entry(folder / path.name, folder)


def written(path: Path, content: bytes) -> Entry:
    """Write a file of a folder; return its entry in the manifest."""
    path.write_bytes(content)
    return entry(path, path.parent)


def entry(path: Path, folder: Path) -> Entry:
    """Return what the manifest says of a file."""
    content = path.read_bytes()
    return {
        "file": Path(os.path.relpath(path, folder)).as_posix(),
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def write_python(folder: Path, package: Path, kept: Path) -> None:
    """Fill a folder with all that runs Python in a browser, and its manifest.

    Parameters
    ----------
    folder
        Where it goes: ``_static/python`` of the site.
    package
        The normbook wheel, already on the site.
    kept
        Where what was compiled is kept between builds.
    """
    lock = Lock.read()
    folder.mkdir(parents=True, exist_ok=True)
    for wheel in folder.glob("*.whl"):
        wheel.unlink()  # an earlier build's may have another version in its name
    library, packages_archive = precompiled(pure_archive(), package.read_bytes(), kept)
    core = [copied(path, folder) for path in find_core() if path.name != LIBRARY]
    core.append(written(folder / LIBRARY, library))
    # 13 MB for the few who draw: only where someone has put matplotlib itself at hand.
    has_figures = find_wheel(lock, "matplotlib") is not None
    drawing = [name for name in lock.closure("matplotlib") if name not in {"numpy", *PURE}]
    packages = {
        "grader": [written(folder / PACKAGES, packages_archive), entry(package, folder)],
        "numpy": [compiled(lock, "numpy", folder, may_download=True)],
        "matplotlib": [compiled(lock, name, folder, has_figures) for name in drawing],
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


def publish_python(app: "Sphinx", exception: Exception | None) -> None:
    """Write the site's Python."""
    if exception is None and app.builder.name == "html":
        static = Path(app.outdir, "_static")
        root = Path(app.srcdir)
        write_python(static / "python", static / find_package(root).name, root / COMPILED)


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the events."""
    app.connect("builder-inited", check_parts)
    app.connect("build-finished", publish_python)
    return {"parallel_read_safe": True}
