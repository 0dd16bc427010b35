"""Highlighted code, without elements around what has the colour of the text.

Names and punctuation would be half of the elements of a page with much code.
"""

from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any

from pygments.formatters import HtmlFormatter
from pygments.token import Name, Punctuation, Text, Whitespace
from sphinx.builders.html import StandaloneHTMLBuilder

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PLAIN = {Name, Name.Namespace, Punctuation, Whitespace}


class PlainNames(HtmlFormatter):
    """Writes names, punctuation and white space as text."""

    def format(self, tokensource: Iterable[tuple[Any, str]], outfile: IO[str]) -> None:
        """Write pairs of a token's kind and its text as HTML."""
        tokens = ((Text if kind in PLAIN else kind, text) for kind, text in tokensource)
        super().format(tokens, outfile)


def write_plainly(app: "Sphinx") -> None:
    """Have pages of HTML use it."""
    if isinstance(app.builder, StandaloneHTMLBuilder):
        app.builder.highlighter.formatter = PlainNames


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("builder-inited", write_plainly)
    return {"parallel_read_safe": True}
