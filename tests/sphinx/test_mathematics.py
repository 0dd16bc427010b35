"""Mathematics is rendered at build time, and a mistake in it is the build's."""

import pytest
from bs4 import BeautifulSoup

from normbook.sphinx.node import Prerenderer, PrerenderError


@pytest.fixture(scope="module")
def prerenderer():
    prerenderer = Prerenderer()
    yield prerenderer
    prerenderer.close()


def render(prerenderer: Prerenderer, tex: str) -> str:
    return prerenderer.render({"kind": "math", "tex": tex, "display": False})


def test_a_formula_has_both_html_and_mathml(prerenderer):
    html = render(prerenderer, r"\hat x = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}}")
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


def test_what_a_module_logs_is_no_answer_and_what_it_throws_is_one(prerenderer, tmp_path):
    module = tmp_path / "widget.mjs"
    request = {"kind": "explorable", "module": str(module), "state": {}}
    module.write_text(
        "export default { render({ el }) { console.log('seen'); el.append('drawn'); } };"
    )
    assert prerenderer.render(request) == "drawn"
    thrown = tmp_path / "thrown.mjs"
    thrown.write_text("export default { render() { throw 'a word'; } };")
    with pytest.raises(PrerenderError, match="a word"):
        prerenderer.render(request | {"module": str(thrown)})
    assert "drawn" in prerenderer.render(request)


@pytest.fixture(scope="module")
def page(tmp_path_factory, build_pages) -> BeautifulSoup:
    """A page with formulas in its lines."""
    folder = tmp_path_factory.mktemp("book")
    (folder / "conf.py").write_text('extensions = ["normbook.sphinx.mathematics"]\n')
    long = "+".join("abcdefgh")
    (folder / "index.rst").write_text(
        f"Page\n====\n\nHere :math:`x`, (and :math:`y`). Then :math:`{long}`, and :math:`z` and\n\n"
        f"Once *it*, :math:`x`, *y*, which (:math:`x` here) and (:math:`{long}`) are\n"
    )
    (page,), warnings = build_pages(folder, "index")
    assert warnings == ""
    return page


def test_a_short_formula_and_the_punctuation_around_it_stay_in_one_line(page):
    around = [
        "".join(text for text in part.contents if isinstance(text, str))
        for part in page.select(".nb-tied")
    ]
    assert around == [",", ").", ",", "("]


def test_no_character_is_lost_or_doubled(page):
    for formula in page.select(".katex"):
        formula.replace_with("_")
    assert [paragraph.text for paragraph in page.select("p")] == [
        "Here _, (and _). Then _, and _ and",
        "Once it, _, y, which (_ here) and (_) are",
    ]
