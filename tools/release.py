"""Gather in _build/release what a release consists of: `python3 tools/release.py v0.2.0`.

Takes what `make html`, `make pdf` and `make dist` built, and builds nothing: what is released is
what was tested. Beside it goes ``_build/notes.md``, that version's part of the change log.
"""

import hashlib
import shutil
import sys
from pathlib import Path

from book import CALL

ROOT = Path(__file__).parents[1]


class ReleaseError(Exception):
    """Something is missing; the message says what."""


def notes(changes: str, version: str) -> str:
    """Return what the change log says of a version."""
    sys.path.insert(0, str(ROOT / "src"))
    from normbook.sphinx.changelog import versions

    by_version = {each.name: each.changes for each in versions(changes)}
    if version not in by_version:
        raise ReleaseError(
            f"CHANGELOG.md has nothing on {version}: name it there, as `## {version} (2026-12-01)`."
        )
    return by_version[version].strip() + "\n"


def gather(tag: str, build: Path, changes: str) -> list[Path]:
    """Fill the folder ``release`` of a build; return its files."""
    version = tag.removeprefix("v")
    distributions = [
        build / "dist" / f"normbook-{version}{end}" for end in (".tar.gz", "-py3-none-any.whl")
    ]
    for needed in (*distributions, build / "html" / "index.html", build / "book.pdf"):
        if not needed.is_file():
            raise ReleaseError(f"There is no {needed.relative_to(build)} for the tag {tag!r}.")
    (build / "notes.md").write_text(notes(changes, version), encoding="utf-8")
    release = build / "release"
    shutil.rmtree(release, ignore_errors=True)
    release.mkdir()
    for path in distributions:
        shutil.copy(path, release)
    name = f"normbook-{version}"
    shutil.copy(build / "book.pdf", release / f"{name}.pdf")
    shutil.make_archive(str(release / f"{name}-site"), "zip", build / "html")
    shutil.make_archive(str(release / f"{name}-notebooks"), "zip", build / "html/_sources/book")
    files = sorted(release.iterdir())
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (release / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    return sorted(release.iterdir())


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1]:
        sys.exit(f"Say which tag: {CALL} release TAG=v0.2.0")
    try:
        for file in gather(
            sys.argv[1], ROOT / "_build", (ROOT / "CHANGELOG.md").read_text("utf-8")
        ):
            print(file.relative_to(ROOT))
    except ReleaseError as error:
        sys.exit(str(error))
