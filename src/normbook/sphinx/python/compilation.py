"""What grading imports, compiled once at build time by the Python of the page itself.

The last answer is kept in a folder, under the hash of all that it was made from.
"""

import io
import subprocess
import tempfile
import zipfile
from pathlib import Path

from ..kept import made_once
from .archive import GRADING, NO_PAGE, archive_of, contents
from .core import LIBRARY, PYODIDE, find_core

PACKAGES = "packages.zip"
COMPILED = "compiled"
"""The name of this module's folder among those that are kept between builds."""


def precompile(packages: bytes, package: bytes, kept: Path) -> tuple[bytes, bytes]:
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

    def make(folder: Path) -> None:
        answer = compile_archives(packages, package)
        for name, content in zip((LIBRARY, PACKAGES), answer, strict=True):
            (folder / name).write_bytes(content)

    names = ("archive.py", "precompile.py", "precompile.mjs")
    sources = (Path(__file__).with_name(name) for name in names)
    files = (path.read_bytes() for path in (*sources, *find_core()))
    folder = made_once(kept, (packages, grading_part(package), *files), make)
    return (folder / LIBRARY).read_bytes(), (folder / PACKAGES).read_bytes()


def grading_part(package: bytes) -> bytes:
    """Return the names and contents of those files of the normbook wheel that are compiled."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        names = sorted(filter(GRADING.match, archive.namelist()))
        return b"".join(name.encode() + b"\0" + archive.read(name) for name in names)


def compile_archives(packages: bytes, package: bytes) -> tuple[bytes, bytes]:
    """Return the standard library's archive and the packages', with compiled modules.

    What lies where its source did takes its place.
    """
    whole = {"library": contents((PYODIDE / LIBRARY).read_bytes()), "packages": contents(packages)}
    for name, code in contents(compile_modules(packages, package)).items():
        kind, _, module = name.partition("/")
        whole[kind].pop(module.removesuffix("c"), None)
        whole[kind][module] = code
    library = {name: code for name, code in whole["library"].items() if not NO_PAGE.match(name)}
    return archive_of(library), archive_of(whole["packages"])


def compile_modules(packages: bytes, package: bytes) -> bytes:
    """Return what `precompile.py` answers, in Pyodide under Node."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / PACKAGES).write_bytes(packages)
        (folder / "package.whl").write_bytes(package)
        script = Path(__file__).with_name("precompile.mjs")
        done = subprocess.run(["node", str(script), name], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"Python's files could not be compiled: {done.stderr[-500:]}")
        return (folder / "compiled.zip").read_bytes()
