"""Mathematics is rendered at build time, and a mistake in it is the build's."""

import pytest

from normbook.sphinx.node import Prerenderer, PrerenderError


@pytest.fixture(scope="module")
def prerenderer():
    prerenderer = Prerenderer()
    yield prerenderer
    prerenderer.close()


def render(prerenderer: Prerenderer, tex: str) -> str:
    return prerenderer.render({"kind": "math", "tex": tex, "display": False})


def test_a_formula_has_both_html_and_mathml(prerenderer):
    html = render(prerenderer, r"\hat x = \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}")
    assert "katex-html" in html
    assert "<mfrac>" in html


def test_a_mistake_says_what_it_is(prerenderer):
    with pytest.raises(PrerenderError, match="end of input"):
        render(prerenderer, r"\frac{x")


def test_an_unknown_command_is_a_mistake(prerenderer):
    with pytest.raises(PrerenderError, match=r"\\nonsense"):
        render(prerenderer, r"\nonsense")


def test_the_conversation_goes_on_after_a_mistake(prerenderer):
    with pytest.raises(PrerenderError):
        render(prerenderer, "{")
    assert "katex" in render(prerenderer, "x")
