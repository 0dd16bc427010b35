"""Every page is made anew where the code that makes pages has changed, or what there is to list.

Sphinx knows which sources have changed, and what else a page says it depends on. Of this package's
code it knows nothing, and of files that are new.
"""

import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

HERE = Path(__file__).parent
PACKAGE = HERE.parent
GRADER = PACKAGE / "grader"
OF_GRADER = {
    GRADER / "__init__.py",
    *(GRADER / "verdict" / name for name in ("find.py", "hints.py", "text.py")),
}
"""The grader's modules that decide what pages show. The others are loaded too, but only judge."""
LISTED = ("exercises/*/exercise.toml", "data/experiments/*.json")
"""Patterns of the files that pages list: a new one, or one less, changes a page."""
NO_CODE = {".css", ".pyc"}
"""How the names of files of this folder end that change no page."""


def code_files() -> list[Path]:
    """Return the package's modules that this build has loaded, and the scripts that it calls."""
    loaded = {Path(getattr(m, "__file__", None) or "") for m in list(sys.modules.values())}
    modules = {path for path in loaded if path.is_relative_to(PACKAGE)}
    judges = {path for path in modules if path.is_relative_to(GRADER)} - OF_GRADER
    called = {path for path in HERE.rglob("*") if path.is_file() and "_dist" not in path.parts}
    return sorted(path for path in (modules - judges) | called if path.suffix not in NO_CODE)


def fingerprint() -> str:
    """Return the hash of the code, and of the names of what pages list."""
    listed = sorted(str(path) for pattern in LISTED for path in PACKAGE.glob(pattern))
    whole = hashlib.sha256("\0".join(listed).encode())
    for path in code_files():
        whole.update(f"{path}\0".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def note_code(app: "Sphinx") -> None:
    """Take note of the code before a page is made, which loads more of it."""
    app.normbook_code = fingerprint()  # type: ignore[attr-defined]


def renew(
    app: "Sphinx", env: "BuildEnvironment", added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return all pages, if the last build was made by other code."""
    now: str = app.normbook_code  # type: ignore[attr-defined]
    before, env.normbook_code = getattr(env, "normbook_code", None), now  # type: ignore[attr-defined]
    return [] if before == now else sorted(env.found_docs)


def read_some(app: "Sphinx", env: "BuildEnvironment", docnames: list[str]) -> None:
    """Have the front page read where no other is.

    Without any, Sphinx leaves the site as it is, though what is no page may have changed.
    """
    if not docnames:
        docnames.append(app.config.root_doc)


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the events."""
    app.connect("builder-inited", note_code)
    app.connect("env-get-outdated", renew)
    app.connect("env-before-read-docs", read_some)
    return {"parallel_read_safe": True}
