"""Begin an exercise, an explorable or a chapter: python tools/new.py exercise NAME [--chapter …].

Writes the files of ``tools/templates`` under the new name, and lines into the files that list such
things. What is to be written by hand is marked FILL IN; ``make check NAME=…`` says where.
"""

import argparse
import keyword
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path, PurePath
from typing import NamedTuple

from book import CALL

ROOT = Path(__file__).parents[1]
TEMPLATES = Path(__file__).parent / "templates"
LONGEST = 30
"""The most letters that a name may have. With more, some lines of the templates would be too long
for `make lint`."""
NO_CHAPTER = "FILL IN its chapter"


class CannotBeginError(Exception):
    """Nothing was written; the message says why, and what helps."""


class Insertion(NamedTuple):
    """Lines that go into a file, above the line that is ``above``.

    Where that is empty, they are one that goes among the last lines, which are sorted.
    """

    file: str
    above: str
    lines: str


IN_CHAPTER = Insertion(
    "book/which_chapter.md",
    "## What next",
    "```{graded-exercise} new_name\n```\n\n"
    '```{code-cell} ipython3\n:tags: [remove-cell]\n\nprompt("new_name")\n```\n\n',
)
IN_GALLERY = Insertion(
    "book/gallery.md",
    "(link-to-a-state)=",
    "## New name\n\nFILL IN: what is shown. **What do you expect?** What to move to see it.\n\n"
    "```{code-cell} ipython3\nwidgets.NewName()\n```\n\n",
)
IN_REFERENCE = Insertion(
    "book/api.md",
    ".. autoclass:: normbook.widgets.Quiz(name, **traits)",
    ".. autoclass:: normbook.widgets.NewName(**traits)\n",
)
IN_WIDGETS = Insertion(
    "src/normbook/widgets/__init__.pyi",
    "",
    "from .new_name.widget import NewName as NewName\n",
)
IN_CONTENTS = Insertion("_toc.yml", "  - caption: Appendices", "      - file: book/new_name\n")


Texts = dict[PurePath, str]
"""What files have in them."""


def plan(kind: str, name: str, chapter: str = "", root: Path = ROOT) -> tuple[Texts, Texts]:
    """Return the files that a new one adds, and those that it changes.

    Parameters
    ----------
    kind
        "exercise", "explorable" or "chapter".
    name
        Lower-case words with _ between them.
    chapter
        Which shows an exercise; without it, no chapter does.
    root
        The folder of the book.

    Raises
    ------
    CannotBeginError
        If the name is none or taken, or there is no such chapter.
    """
    check_name(name)
    insertions = {
        "exercise": [IN_CHAPTER] if chapter else [],
        "explorable": [IN_GALLERY, IN_REFERENCE, IN_WIDGETS],
        "chapter": [IN_CONTENTS],
    }[kind]
    if chapter:
        check_chapter(chapter, root)
    rename = renaming(name, chapter or NO_CHAPTER)
    new = copies(TEMPLATES / kind, rename)
    check_free(name, new, root)
    return new, dict(inserted(Insertion(*map(rename, each)), root) for each in insertions)


def begin(kind: str, name: str, chapter: str = "", root: Path = ROOT) -> list[str]:
    """Write the files of a new one, as `plan` has them; return a line on each."""
    new, changed = plan(kind, name, chapter, root)
    for file, text in {**new, **changed}.items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [*(f"wrote    {file}" for file in new), *(f"changed  {file}" for file in changed)]


def check_name(name: str) -> None:
    """Raise unless files, functions and classes can have this name."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*", name):
        raise CannotBeginError(
            f"NAME is {name!r}; expected lower-case words with _ between them: NAME=unit_length"
        )
    if keyword.iskeyword(name):
        raise CannotBeginError(f"NAME is {name!r}, a word of Python; choose another.")
    if len(name) > LONGEST:
        raise CannotBeginError(f"NAME has {len(name)} letters; expected at most {LONGEST}.")


def check_chapter(chapter: str, root: Path) -> None:
    """Raise unless there is such a chapter, with a place for exercises."""
    chapters = sorted(
        page.stem
        for page in root.glob("book/*.md")
        if IN_CHAPTER.above in page.read_text(encoding="utf-8").splitlines()
    )
    if chapter not in chapters:
        raise CannotBeginError(f"CHAPTER is {chapter!r}; expected one of {', '.join(chapters)}.")


def check_free(name: str, new: Iterable[PurePath], root: Path) -> None:
    """Raise if a file is there already, or its folder, or a module of the folder's name."""
    for file in new:
        folders = [folder for folder in file.parents if folder.name == name]
        for place in (*folders, *(folder.with_suffix(".py") for folder in folders), file):
            if (root / place).exists():
                raise CannotBeginError(f"{place.as_posix()} is there already; choose another NAME.")


def renaming(name: str, chapter: str) -> Callable[[str], str]:
    """Return a function that puts a name, in its four spellings, into a template's text."""
    words = name.split("_")
    spelt = {
        "new_name": name,
        "new-name": "-".join(words),
        "New name": " ".join(words).capitalize(),
        "NewName": "".join(word.capitalize() for word in words),
        "which_chapter": chapter,
    }
    return lambda text: re.sub("|".join(spelt), lambda match: spelt[match[0]], text)


def copies(folder: Path, rename: Callable[[str], str]) -> Texts:
    """Return the files of a template under their new names, with their texts."""
    return {
        PurePath(rename(str(path.relative_to(folder)))): rename(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def inserted(insertion: Insertion, root: Path) -> tuple[PurePath, str]:
    """Return a file, and its text with the lines inserted.

    Raises
    ------
    CannotBeginError
        If the line is not there that they go above.
    """
    file, above, lines = insertion
    text = (root / file).read_text(encoding="utf-8")
    if not above:
        before, _, listed = text.rpartition("\n\n")
        return PurePath(file), f"{before}\n\n{''.join(sorted([*listed.splitlines(True), lines]))}"
    before, found, after = text.partition(f"\n{above}\n")
    if not found:
        raise CannotBeginError(
            f"{file} has no line {above!r}, above which there was to be:\n{lines}"
        )
    return PurePath(file), f"{before}\n{lines}{above}\n{after}"


def main(arguments: list[str]) -> int:
    """Begin the exercise, explorable or chapter that the command line names."""
    parser = argparse.ArgumentParser(description="Begin an exercise, an explorable or a chapter.")
    parser.add_argument("kind", choices=["exercise", "explorable", "chapter"])
    parser.add_argument("name")
    parser.add_argument("--chapter", default="", help="the chapter that shows an exercise")
    wanted = parser.parse_args(arguments)
    try:
        print("\n".join(begin(wanted.kind, wanted.name, wanted.chapter)))
    except CannotBeginError as error:
        print(f"Nothing was written: {error}", file=sys.stderr)
        return 1
    print(f"Now write what is marked FILL IN. What is left to do: {CALL} check NAME={wanted.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
