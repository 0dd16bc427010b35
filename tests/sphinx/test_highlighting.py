"""Code on a page: what has a colour of its own has an element, and the rest is text."""

import re
from types import SimpleNamespace

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.highlighting import PygmentsBridge

from normbook.sphinx.highlighting import write_plainly


def highlight(code: str) -> str:
    """Return Python code as the book's builder of HTML writes it."""
    builder = StandaloneHTMLBuilder.__new__(StandaloneHTMLBuilder)
    builder.highlighter = PygmentsBridge("html")
    write_plainly(SimpleNamespace(builder=builder))
    return builder.highlighter.highlight_block(code, "python")


def test_names_and_punctuation_are_text():
    html = highlight("import numpy as np\nx = f(y, 2) < 3  # so\n")
    words = re.findall(r'<span class="(\w+)">([^<]+)</span>', html)
    assert [text for kind, text in words] == ["import", "as", "=", "2", "&lt;", "3", "# so"]
    assert re.sub(r"<[^>]+>", "", html).strip() == "import numpy as np\nx = f(y, 2) &lt; 3  # so"


def test_a_builder_of_anything_else_is_left_alone():
    write_plainly(SimpleNamespace(builder=SimpleNamespace()))
