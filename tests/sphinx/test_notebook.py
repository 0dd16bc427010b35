"""The published notebook reads well in programs that know no MyST."""

import pytest

from normbook.grader import find
from normbook.sphinx.notebook import answer_cells, plain_markdown, to_notebook

CHAPTER = """\
---
kernelspec:
  name: python3
  display_name: Python 3
---
# Title

Text. {proven}`tests/x.py::test_y`

```{code-cell} ipython3
1 + 1
```
"""


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("It is so. {measured}`above`", "It is so. *(measured)*"),
        ("See {term}`bias` and {term}`gains <weight>`.", "See bias and gains."),
        ("By {footcite:t}`ba2016`.", "By [ba2016]."),
        ("In {eq}`layer-norm`,", "In the equation,"),
        ("(label)=\n## Section", "## Section"),
        ("$$\nx = y\n$$ (a)", "$$\nx = y\n$$"),
        ("```{graded-exercise} layer_norm\n```", ""),
        ("```{own-norm}\nlayer_norm mean_is_kept\n```", ""),
        ("```{math}\n:label: a\nx = y\n```", "$$\nx = y\n$$"),
        ("```{note}\nMind this.\n```", "> **Note**\n>\n> Mind this."),
        (":::{warning} Careful\nMind\nthis.\n:::", "> **Careful**\n>\n> Mind\n> this."),
        ("```{footbibliography}\n```", ""),
        ("```python\nx = {1}`2`\n```", "```python\nx = {1}`2`\n```"),
    ],
)
def test_myst_becomes_plain_markdown(source, plain):
    assert plain_markdown(source) == plain


def test_a_fresh_machine_gets_the_package_first(tmp_path):
    (tmp_path / "chapter.md").write_text(CHAPTER)
    notebook = to_notebook(tmp_path / "chapter.md", "https://example.org/normbook.whl")
    assert "https://example.org/normbook.whl" in notebook.cells[0].source
    assert [cell.cell_type for cell in notebook.cells] == ["code", "markdown", "code"]


def test_below_an_exercise_stand_its_stub_and_its_check(tmp_path):
    (tmp_path / "chapter.md").write_text(CHAPTER.replace("1 + 1", 'prompt("layer_norm")'))
    *_, prompt, stub, check = to_notebook(tmp_path / "chapter.md", "w").cells
    assert prompt.source == 'prompt("layer_norm")'
    assert stub.source == find("layer_norm").stub.rstrip()
    assert '\ncheck("layer_norm", layer_norm)' in check.source
    assert 'hint("layer_norm")' in check.source


def test_a_machine_that_has_the_package_installs_nothing(tmp_path):
    (tmp_path / "chapter.md").write_text(CHAPTER)
    assert [cell.cell_type for cell in to_notebook(tmp_path / "chapter.md").cells] == [
        "markdown",
        "code",
    ]


def test_two_builds_give_the_same_notebook(tmp_path):
    (tmp_path / "chapter.md").write_text(CHAPTER)
    first, second = (to_notebook(tmp_path / "chapter.md", "w") for _ in range(2))
    assert first == second


def test_a_question_that_is_not_formed_is_left_to_its_directive_which_says_where_it_stands():
    text = "```{predict} empty\n:type: choice\n:answer: [True]\n- [x] yes\n---\nSo it is.\n```\n"
    assert plain_markdown(text).strip() == ""
    assert answer_cells(text) == []
