"""Makes text that comes from an attempt safe to show: in a terminal, a log, a page, a table."""

from __future__ import annotations

import html
import re

REPLACEMENT = "�"
# Characters that are invisible, though Python takes them for printable.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
# What logs of GitHub, Azure and others take for a command: at the start of a line, and anywhere.
COMMAND_LINE = re.compile(r"^([^\S\n]*:)(?=:)", re.MULTILINE)
COMMAND = re.compile(r"#(?=#\w*\[)")
# What a spreadsheet takes for a formula: at the start of a cell, whatever separates cells there.
FORMULA = re.compile(r"(^|[,;|\t\n])(?=[^\S\t\n]*[-=+@＝＋－＠])")


def clean(text: str) -> str:
    r"""Return text without commands, hidden characters, and changes of the writing direction.

    Lines and tabs stay. Markdown and HTML are not escaped; what writes these does that.

    >>> clean("done\x1b[2J\n::error::10 of 10")
    'done�[2J\n: :error::10 of 10'
    """
    if text.isascii() and text.isidentifier():
        return text  # at once, as most texts that cross the wire are names
    kept = "".join(each if each.isprintable() or each in "\n\t" else REPLACEMENT for each in text)
    kept = INVISIBLE.sub(REPLACEMENT, kept)
    return COMMAND.sub("# ", COMMAND_LINE.sub(r"\1 ", kept))


def as_html(text: str) -> str:
    """Return a sentence as HTML, what stands between backticks as code.

    >>> as_html("Divide by `n < 2`.")
    'Divide by <code>n &lt; 2</code>.'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def with_article(noun: str) -> str:
    """Return what a value is called, with its article.

    >>> with_article("int"), with_article("_Layer"), with_article("UserDict")
    ('an int', 'a _Layer', 'a UserDict')
    """
    return f"an {noun}" if noun[:1].lower() in tuple("aeio") else f"a {noun}"


def in_one_line(text: str) -> str:
    """Return what `clean` does, without lines and tabs."""
    return re.sub(r"[\n\t]", REPLACEMENT, clean(text))


def as_cell(text: str) -> str:
    """Return a name for a table that a spreadsheet opens: it shows it, and computes nothing.

    What cannot be printed is escaped, so that two names stay two.

    >>> as_cell("=1+1"), as_cell("anna;=1+1"), as_cell("anna-maria")
    ("'=1+1", "anna;'=1+1", 'anna-maria')
    """
    shown = (each if each.isprintable() or each in "\n\t" else ascii(each)[1:-1] for each in text)
    return FORMULA.sub(r"\1'", "".join(shown))
