"""The fonts of the site: which characters they keep."""

import pytest

from normbook.sphinx.fonts import ASCII, characters, mathematics


@pytest.mark.parametrize(
    ("file", "content", "kept"),
    [
        ("book/one.html", "<p>γ</p>", "γ"),
        ("book/one.html", "&#8212; &epsilon;", "—ε"),
        ("_static/explorables/one.mjs", r'const sign="\u2212",s="\xb2"', "−²"),
        ("_static/explorables/one.mjs", r'"\u{1d6fd}"', "\U0001d6fd"),
        ("_static/site.css", r'a::after{content:"→"}', "→"),
        ("_static/site.css", r'a::after{content:"\25b8"}', "▸"),
    ],
)
def test_a_character_of_a_page_a_module_or_a_style_stays(tmp_path, file, content, kept):
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(content, encoding="utf-8")
    assert characters(tmp_path) == ASCII | set(kept)


def test_what_a_reader_may_type_stays_in_a_site_without_pages(tmp_path):
    assert characters(tmp_path) == ASCII
    assert {" ", "a", "Z", "0", "~"} <= ASCII


def test_fonts_of_mathematics_have_what_is_seen_of_formulas_alone(tmp_path):
    formula = (
        '<span class="katex"><span class="katex-mathml"><math>alpha</math></span>'
        '<span class="katex-html"><span class="base"><span>σ</span><span>\ue020&lt;<svg></svg>'
        "</span></span><span>2</span></span></span> and words"
    )
    (tmp_path / "one.html").write_text(f"<p>before {formula}, {formula}</p>", encoding="utf-8")
    assert mathematics(tmp_path) == set("σ<2\ue020")
