"""A badge is only as good as the check that its evidence exists."""

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from normbook.sphinx import evidence
from normbook.sphinx.evidence import MissingEvidenceError, check_record, find_test

BIBLIOGRAPHY = """\
@article{one, author = {First, A.}, title = {For}, journal = {J}, year = {2001}}
@article{two, author = {Second, B.}, title = {Against}, journal = {J}, year = {2002}}
"""


@pytest.fixture
def build(tmp_path: Path, monkeypatch, build_pages):
    """Build one page of MyST with the badges; return its HTML and the warnings."""
    monkeypatch.setattr(evidence, "DATA", tmp_path / "data")
    (tmp_path / "data").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text("\n\ndef test_holds():\n    assert True\n")
    (tmp_path / "references.bib").write_text(BIBLIOGRAPHY)
    options = {
        "repository_url": "https://example.org/owner/book",
        "repository_provider": "github",
        "repository_branch": "main",
    }
    (tmp_path / "conf.py").write_text(
        "extensions = ['myst_nb', 'sphinxcontrib.bibtex', 'normbook.sphinx.evidence']\n"
        "bibtex_bibfiles = ['references.bib']\n"
        "html_theme = 'sphinx_book_theme'\n"
        f"html_theme_options = {options}\n"
        "myst_footnote_transition = False\n"
        "suppress_warnings = ['myst.footnote']\n"
        "nb_execution_mode = 'off'\n"
    )

    def run(text: str) -> tuple[BeautifulSoup, str]:
        (tmp_path / "index.md").write_text(f"# Page\n\n{text}\n\n```{{footbibliography}}\n```\n")
        (page,), warnings = build_pages(tmp_path, "index")
        return page, warnings

    return run


def test_a_test_is_found_with_its_line(tmp_path):
    (tmp_path / "test_it.py").write_text("import math\n\n\ndef test_pi():\n    assert math.pi\n")
    assert find_test(tmp_path, "test_it.py::test_pi") == ("test_it.py", 4)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("absent.py::test_pi", "no test file absent.py"),
        ("test_it.py::test_tau", "has no test 'test_tau'"),
        ("test_it.py::", "has no test ''"),
    ],
)
def test_a_test_that_is_not_there_is_named(tmp_path, name, message):
    (tmp_path / "test_it.py").write_text("def test_pi():\n    assert True\n")
    with pytest.raises(MissingEvidenceError, match=message):
        find_test(tmp_path, name)


def test_a_record_must_say_which_command_made_it(tmp_path, monkeypatch):
    monkeypatch.setattr(evidence, "DATA", tmp_path)
    (tmp_path / "good.json").write_text(json.dumps({"command": "make experiments"}))
    (tmp_path / "bad.json").write_text("{}")
    check_record("good.json")
    with pytest.raises(MissingEvidenceError, match="which command"):
        check_record("bad.json")
    with pytest.raises(MissingEvidenceError, match=r"no record absent\.json"):
        check_record("absent.json")


def test_badges_link_to_their_evidence(build):
    page, warnings = build(
        "It holds. {proven}`tests/test_it.py::test_holds` They say. {reported}`one`\n"
        "They differ. {contested}`one | two`"
    )
    assert warnings == ""
    proven = page.select_one(".nb-evidence-proven a")
    assert proven["href"] == "https://example.org/owner/book/blob/main/tests/test_it.py#L3"
    assert proven["title"].startswith("Proven")
    assert [a["href"] for a in page.select("a.footnote-reference")] == [
        "#footcite-one",
        "#footcite-one",
        "#footcite-two",
    ]


def test_a_derivation_is_evidence_by_its_label(build):
    page, warnings = build("So it is. {proven}`here`\n\n(here)=\n## The derivation\n\nText.")
    assert warnings == ""
    assert page.select_one(".nb-evidence-proven a")["href"] == "#here"


@pytest.mark.parametrize(
    ("badge", "message"),
    [
        ("{proven}`tests/test_it.py::test_absent`", "has no test 'test_absent'"),
        ("{proven}`nowhere`", "undefined label: 'nowhere'"),
        ("{measured}`above`", "no code cell above"),
        ("{measured}`absent.json`", "no record absent.json"),
        ("{reported}`nobody`", 'could not find bibtex key "nobody"'),
        ("{contested}`one`", "two sides"),
    ],
)
def test_a_badge_without_evidence_is_a_warning(build, badge, message):
    _, warnings = build(f"A claim. {badge}")
    assert message in warnings


def test_above_means_the_nearest_cell_with_an_output(tmp_path, build, build_pages):
    front = "---\nfile_format: mystnb\nkernelspec:\n  name: python3\n  display_name: p\n---\n"
    text = "```{code-cell}\n1 + 1\n```\n\nTwo. {measured}`above`"
    _, warnings = build(f"{text}")  # no front matter: not a notebook, so there is no cell
    assert "no code cell above" in warnings
    configuration = (tmp_path / "conf.py").read_text()
    (tmp_path / "conf.py").write_text(configuration + "nb_execution_mode = 'force'\n")
    (tmp_path / "index.md").write_text(front + "# Page\n\n" + text + "\n")
    (page,), _ = build_pages(tmp_path, "index")
    link = page.select_one(".nb-evidence-measured a")
    assert page.select_one(link["href"]).select_one(".cell_output").get_text(strip=True) == "2"
