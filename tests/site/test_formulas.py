"""The MathML of the formulas, which screen readers read and Firefox complains about, is valid."""

import pytest
from bs4 import BeautifulSoup

CHILDREN = {
    **dict.fromkeys(["mfrac", "mroot", "msub", "msup", "munder", "mover"], 2),
    **dict.fromkeys(["msubsup", "munderover"], 3),
}


def wrong_counts(markup: str) -> list[str]:
    """Return the formulas with an element of too many or too few children.

    KaTeX writes such for ``_{\\max}``, whose operator brings an invisible one.
    """
    formulas = BeautifulSoup(markup, "html.parser").find_all("math")
    return [
        formula.annotation.text
        for formula in formulas
        if any(
            len(element.find_all(recursive=False)) != CHILDREN[element.name]
            for element in formula.find_all(list(CHILDREN))
        )
    ]


@pytest.mark.parametrize(
    ("inner", "wrong"),
    [
        ("<msub><mi>x</mi><mi>i</mi></msub>", []),
        ("<msub><mi>x</mi><mi>max</mi><mo></mo></msub>", ["tex"]),
        ("<mfrac><mi>x</mi></mfrac>", ["tex"]),
    ],
)
def test_a_wrong_count_is_found(inner, wrong):
    assert wrong_counts(f"<math>{inner}<annotation>tex</annotation></math>") == wrong


def test_every_formula_is_of_valid_elements(site):
    pages = sorted(site.glob("book/*.html"))
    wrong = {page.name: wrong_counts(page.read_text(encoding="utf-8")) for page in pages}
    assert {name: formulas for name, formulas in wrong.items() if formulas} == {}
    assert len(pages) > 20
