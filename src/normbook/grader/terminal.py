"""Writes what commands say: on a terminal in lines as wide as it is, elsewhere unchanged."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Iterator
from typing import TextIO

COMMAND = re.compile(r"(?<=: )(?:normbook|pip|python|cd) .*?(?=\. |$)")
"""A command within a sentence: to be copied, so it stays in one line."""
LABEL = re.compile(r" *(?:[-*] |\d+\. |\S+(?: \S+)? {2,})")
"""What stands before a line's text: a sign and points, a label, an item's bullet or number."""
WIDEST_LABEL = 16
"""Characters of the widest `LABEL`; what is wider is a table's first column."""
CODE = " " * 4
"""How a line of Markdown begins that is code."""
NARROWEST = 20
"""Characters of the narrowest line that is written."""
FENCE = re.compile(r"(```|\$\$)(?!.+\1)")
"""How a line of Markdown begins that begins, or ends, several of code or of a formula."""
BEGINS = re.compile(r"[#|]|[-*] |\d+\. ")
"""How a line of Markdown begins that goes on with no other."""


def columns(stream: TextIO) -> int | None:
    """Return how wide a terminal is, in characters; None where a stream leads to none."""
    return max(shutil.get_terminal_size().columns, NARROWEST) if stream.isatty() else None


def say(text: str, stream: TextIO | None = None) -> None:
    """Write lines to standard output, or another stream; on a terminal `wrap` breaks them."""
    stream = stream or sys.stdout
    width = columns(stream)
    print(text if width is None else wrap(text, width), file=stream, flush=True)


def say_markdown(text: str) -> None:
    """Write Markdown to standard output; on a terminal `wrap_markdown` breaks its lines."""
    width = columns(sys.stdout)
    print(text if width is None else wrap_markdown(text, width), flush=True)


def wrap(text: str, width: int) -> str:
    """Return a text with its long lines broken between words, below where their text begins.

    >>> print(wrap("  ✗ 0/1  eps stands inside the root", 26))
      ✗ 0/1  eps stands inside
             the root
    """
    return "\n".join(part for line in text.split("\n") for part in _wrapped(line, width))


def wrap_markdown(text: str, width: int) -> str:
    """Return Markdown with its paragraphs and items as wide as asked; code keeps its lines."""
    return "\n".join(
        wrap(line, width) if is_prose else line for line, is_prose in _blocks(text.split("\n"))
    )


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    begin = len(line) - len(line.lstrip())
    label = LABEL.match(line)
    hang = begin
    if label:
        hang = label.end() if label.end() <= min(WIDEST_LABEL, width // 2) else begin + 2
    unbroken = COMMAND.sub(lambda command: command[0].replace(" ", "\0"), line)
    parts = textwrap.wrap(
        unbroken,
        width,
        subsequent_indent=" " * hang,
        expand_tabs=False,
        replace_whitespace=False,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [part.replace("\0", " ") for part in parts]


def _blocks(lines: list[str]) -> Iterator[tuple[str, bool]]:
    """Yield Markdown's blocks, each with whether it is prose; of such a block all lines as one."""
    prose: list[str] = []
    fenced = False
    for line in lines:
        fence = FENCE.match(line) is not None
        is_kept = fenced or fence or not line.strip() or line.startswith(CODE)
        fenced ^= fence
        if prose and (is_kept or BEGINS.match(line)):
            yield " ".join(prose), True
            prose = []
        if is_kept:
            yield line, False
        else:
            prose.append(line.strip() if prose else line)
    if prose:
        yield " ".join(prose), True
