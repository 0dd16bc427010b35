"""Claims on a page are evaluated where they stand, compared and listed, or there is a warning."""

import pytest
from sphinx.util.console import strip_colors

CONFIGURATION = """\
extensions = ["myst_nb", "normbook.sphinx.claims",
              "normbook.sphinx.evidence", "normbook.sphinx.execution", "sphinxcontrib.bibtex"]
bibtex_bibfiles = []
nb_execution_mode = "cache"
html_theme = "sphinx_book_theme"
html_theme_options = {"repository_url": "https://example.org/owner/book",
                      "repository_provider": "github", "repository_branch": "main"}
exclude_patterns = ["_build"]
"""
HEAD = "---\nfile_format: mystnb\nkernelspec: {name: python3, display_name: Python 3}\n---\n\n"


def cell(code):
    return f"```{{code-cell}} ipython3\n{code}\n```\n\n"


@pytest.fixture
def build(tmp_path, build_pages):
    """Return a function that builds a chapter; it returns the page and the warnings."""

    def build(text, head=HEAD):
        (tmp_path / "conf.py").write_text(CONFIGURATION)
        (tmp_path / "index.md").write_text(f"{head}# Page\n\n{text}\n")
        (page,), warnings = build_pages(tmp_path, "index")
        return page, strip_colors(warnings)

    return build


def test_a_claim_that_holds_is_its_text_and_is_listed_below_the_cell(build):
    text = cell("width = 5.4978\nwidth") + "It is {claim}`5.5: width` wide. {measured}`above`"
    page, warnings = build(text)
    assert warnings == ""
    assert "It is 5.5 wide." in page.text
    compared = page.select_one(".cell + details.nb-compared")
    assert compared.summary.text == "The text’s numbers, computed again"
    assert [each.text for each in compared.select("li")] == ["“5.5” width is 5.4978"]


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("5.4: width", "'5.4' is claimed, and width is 5.4978: 'It is 5.4 wide.'"),
        ("5.4", "'5.4' is claimed, and it is not printed above"),
        ("more than six: width > 6", "and width > 6 is false"),
        ("5.5: with_", "and with_ has no answer: NameError: name 'with_' is not defined"),
        (
            "5.5: [width]",
            "and [width] has no answer: [5.4978] is neither a number nor True or False",
        ),
        ("5.5: float('nan')", "nan is neither a number"),
        ("some: width", "'some' states 0 numbers"),
    ],
)
def test_a_claim_that_does_not_hold_is_a_warning_with_all_there_is_to_know(build, claim, message):
    _, warnings = build(cell("width = 5.4978\nwidth") + f"It is {{claim}}`{claim}` wide.")
    assert "index.md:" in warnings
    assert message in warnings


def test_a_claim_is_evaluated_where_it_stands(build):
    text = cell("n = 1\nn") + "{claim}`1: n` and {claim}`two: n + 1`\n\n"
    text += cell("n = 10\nn") + "- {claim}`10: n`\n- {claim}`10`\n"
    page, warnings = build(text)
    assert warnings == ""
    listed = [[li.text for li in each.select("li")] for each in page.select(".nb-compared")]
    assert listed == [["“1” n is 1", "“two” n + 1 is 2"], ["“10” n is 10", "“10”  is printed"]]


def test_a_claim_leaves_no_name_and_no_number_behind(build):
    text = cell("n = 1\nprint('first')") + "{claim}`1: n`\n\n"
    text += cell("sorted(set(globals()) & {'record', 'publish', 'evaluate'}), _")
    page, _ = build(text)
    assert page.select(".cell_output")[-1].text.strip() == "([], '')"


def test_a_page_without_cells_may_claim_what_a_record_has(build):
    text = "From {claim}`one: record('drift')['seed'] + 1` seed.\n"
    page, warnings = build(text, head="")
    assert warnings == ""
    assert page.select_one("p + details.nb-compared") is not None


def test_another_claim_has_the_chapter_executed_again_and_another_word_has_not(build, tmp_path):
    runs = "with open('runs', 'a') as file:\n    file.write('x')\nn = 1\nn"
    for text in ("{claim}`1: n`", "So {claim}`1: n`.", "So {claim}`1: n + 0`."):
        _, warnings = build(cell(runs) + text)
        assert warnings == ""
    assert (tmp_path / "runs").read_text() == "xx"


def test_a_cell_that_fails_is_the_only_warning(build):
    _, warnings = build(cell("1 / 0") + "It is {claim}`5.5: width`.")
    assert "Executing notebook failed" in warnings
    assert "is claimed" not in warnings


@pytest.mark.parametrize(
    "expression",
    [
        "print('aside') or 1",
        "__import__('sys').stderr.write('aside') - 4",
        "__import__('os').write(1, b'a')",
        "__import__('warnings').warn('aside') or 1",
    ],
)
def test_what_an_expression_writes_changes_no_answer(build, expression):
    _, warnings = build(cell("n = 5\nn") + f"It is {{claim}}`1: {expression}` and {{claim}}`7: n`.")
    [warning] = warnings.strip().splitlines()
    assert "'7' is claimed, and n is 5" in warning


def test_claims_that_were_not_evaluated_are_a_warning_that_names_the_chapter(build):
    _, warnings = build(cell("n = 5\nn") + "It is {claim}`7: __import__('sys').exit(1)`.")
    assert "claims and questions of index were not evaluated: CellExecutionError" in warnings


@pytest.mark.parametrize(
    ("text", "read", "shown"),
    [
        ("% It was {claim}`7: n`.\n\nIt is {claim}`5: m`.", ["n"], ["m"]),
        ("<!-- {claim}`7: n` -->\n\nIt is {claim}`5: m`.", ["n"], ["m"]),
        ("It is {claim}`5: m`.\n\n```text\n{claim}`7: n`\n```", ["n"], []),
        ("It is {claim}``5: m``.", [], ["m"]),
    ],
)
def test_a_claim_that_is_not_shown_takes_no_other_s_answer(build, text, read, shown):
    _, warnings = build(cell("n, m = 5, 7\nn") + text)
    [warning] = warnings.strip().splitlines()
    assert f"claims read as {read} are shown as {shown}" in warning


@pytest.mark.parametrize(
    ("sentence", "unbound"),
    [
        ("All 12 fell. Then 3.5 is left.", "3.5"),
        ("It fell from 7 to {claim}`1: n`.", "7"),
        ("By **40 %** it fell.", "40"),
        ("At `0.5` and $0.25$ it is {claim}`1: n`.", ""),
        ("It is more.", ""),
        ("All 12 fell. {reported}`x` It is more.", ""),
    ],
)
def test_a_number_beside_measured_that_is_bound_to_nothing_is_a_warning(build, sentence, unbound):
    _, warnings = build(cell("n = 1\nn") + sentence + " {measured}`above`")
    assert (f"bind {unbound} to what was measured" in warnings) is bool(unbound)
