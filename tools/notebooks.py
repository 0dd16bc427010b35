"""Write the chapters as notebooks to work in: python tools/notebooks.py [FOLDER].

They go into ``notebooks/``, which Git ignores, so that what a reader writes is never in a chapter's
source. One that its reader has changed is left as it is, and named if its chapter has changed, too.
Runs in the reader's environment.
"""

import argparse
import json
from hashlib import sha256
from pathlib import Path

from normbook.files import write_whole
from normbook.sphinx.notebook import as_text, to_notebook

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "book"
FOLDER = ROOT / "notebooks"
WRITTEN = ".written.json"
"""The file in that folder with the hash that each notebook had when it was written."""


def chapters(book: Path) -> list[Path]:
    """Return the sources that have cells."""
    return [page for page in sorted(book.glob("*.md")) if "kernelspec:" in page.read_text("utf-8")]


def write_notebooks(book: Path, folder: Path) -> list[str]:
    """Write what is missing or old; return the names of old ones that a reader has changed."""
    folder.mkdir(parents=True, exist_ok=True)
    written = recorded(folder / WRITTEN)
    kept = []
    for page in chapters(book):
        target = folder / f"{page.stem}.ipynb"
        content = as_text(to_notebook(page)).encode()
        before, now = written.get(target.name), sha256(content).hexdigest()
        if not target.exists() or sha256(target.read_bytes()).hexdigest() in {before, now}:
            write_whole(target, content)
            written[target.name] = now
        elif now != before:
            kept.append(target.name)
    write_whole(folder / WRITTEN, json.dumps(written, indent=2).encode())
    return kept


def recorded(record: Path) -> dict[str, str]:
    """Return the hashes in a record; none of one that was torn."""
    try:
        hashes: dict[str, str] = json.loads(record.read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return hashes


def main() -> None:
    """Write them, and say which have a newer chapter than the reader's."""
    parser = argparse.ArgumentParser(description="Write the chapters as notebooks to work in.")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    for name in write_notebooks(BOOK, folder):
        print(
            f"{folder.name}/{name} has your work, and stays; its chapter is another by now. To get "
            "that, rename yours, and repeat this."
        )


if __name__ == "__main__":
    main()
