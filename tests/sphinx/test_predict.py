"""Questions: their form, what covers what, and answers that are compared with what was found."""

import json

import nbformat
import pytest
from sphinx.util.console import strip_colors

from normbook.sphinx.claims import answered, expressions_in, with_probes
from normbook.sphinx.notebook import to_notebook
from normbook.sphinx.predict.plain import parse_directive
from normbook.sphinx.predict.text import QuestionError, parse_axis, parse_question

CONFIGURATION = """\
extensions = ["myst_nb", "normbook.sphinx.claims", "normbook.sphinx.evidence",
              "normbook.sphinx.execution", "normbook.sphinx.explorable",
              "normbook.sphinx.predict", "sphinxcontrib.bibtex"]
bibtex_bibfiles = []
nb_execution_mode = "cache"
html_theme = "sphinx_book_theme"
html_theme_options = {"repository_url": "https://example.org/owner/book",
                      "repository_provider": "github", "repository_branch": "main"}
exclude_patterns = ["_build"]
"""
HEAD = "---\nfile_format: mystnb\nkernelspec: {name: python3, display_name: Python 3}\n---\n\n"
FORESEEN = "\n## End\n\n```{foreseen}\n```\n"
CHOICE = "How many?\n- [ ] one\n  : It is not.\n- [x] two\n---\nBecause it is."


def cell(code, tag=""):
    tags = f":tags: [{tag}]\n\n" if tag else ""
    return f"```{{code-cell}} ipython3\n{tags}{code}\n```\n\n"


def predict(slug="q", kind="choice", answer="True", text=CHOICE, **options):
    lines = "".join(f":{name}: {value}\n" for name, value in options.items())
    return f"```{{predict}} {slug}\n:type: {kind}\n:answer: {answer}\n{lines}{text}\n```\n\n"


def number(answer, **options):
    text = "How much?\n---\nSo much."
    return predict(kind="number", answer=answer, text=text, **{"scale": "0 10"} | options)


@pytest.fixture
def build(tmp_path, build_pages):
    """Return a function that builds a chapter; it returns the page and the warnings."""

    def build(text, head=HEAD, end=FORESEEN):
        (tmp_path / "conf.py").write_text(CONFIGURATION)
        (tmp_path / "index.md").write_text(f"{head}# Page\n\n{text}{end}")
        (page,), warnings = build_pages(tmp_path, "index")
        return page, strip_colors(warnings)

    return build


def spec(page, slug="q"):
    return json.loads(page.select_one(f'[data-slug="{slug}"]')["data-spec"])


# ---- the page


def test_a_choice_and_the_objection_to_it_may_refer_to_another_place(build):
    link = "{ref}`that <question-q>`"
    choices = f"- [ ] one, see {link}\n  : See {link}.\n- [x] two"
    page, warnings = build(predict(text=f"How many?\n{choices}\n---\nSo many.") + cell("n = 2\nn"))
    assert warnings == ""
    assert len(page.select('.nb-predict a[href="#question-q"]')) >= 2


def test_a_choice_is_a_line_and_no_block(build):
    choices = "- [ ] > 1\n  : > 0 is not enough.\n- [x] 1. May\n- [ ] # of rows\n- [ ] *so*, $x$"
    page, warnings = build(predict(text=f"Which?\n{choices}\n---\nSo.") + cell("n = 2\nn"))
    assert warnings == ""
    offered = [each.get_text().strip() for each in page.select(".nb-predict label")]
    assert offered[:3] == ["> 1", "1. May", "# of rows"]
    assert page.select_one(".nb-predict label em").get_text() == "so"
    assert "> 0 is not enough." in page.select_one(".nb-predict").get_text()


def test_a_page_has_the_whole_of_a_question_before_any_script_runs(build):
    page, warnings = build(predict() + cell("n = 2\nn") + "It is two.")
    assert warnings == ""
    box = page.select_one("#question-q")
    assert box.legend.text.strip() == "Predict How many?"
    assert [each.text.strip() for each in box.select("label.nb-offered")] == ["one", "two"]
    assert box.select_one(".nb-is").text == "two"
    assert box.select_one(".nb-objection").text.strip() == "one? It is not."
    assert "Because it is." in box.text
    assert not page.select("[hidden=until-found]")
    assert spec(page)["is"] == [1]


def test_it_covers_the_output_and_the_text_up_to_the_next_heading_but_no_leading_code(build):
    page, _ = build(predict() + cell("n = 2\nn") + "It is two.\n\n" + cell("n + 1") + "\n## Next\n")
    covered = page.select(".nb-covered:not(.nb-reveal)")
    words = [each.get_text(" ").split() for each in covered]
    assert words == [["2"], ["It", "is", "two.", "n", "+", "1", "3"]]
    assert covered[0].find_parent(class_="cell").select_one(".cell_input") is not None


@pytest.mark.parametrize(
    ("below", "count"),
    [("One.\n\nTwo.\n", ", 2"), (cell("n") + "One.\n\n" + cell("n"), ", 1"), (cell("n"), "")],
)
def test_the_cover_knows_how_much_text_it_hides(build, below, count):
    page, _ = build(cell("n = 2") + predict() + below)
    for covered in page.select(".nb-covered:not(.nb-reveal)"):
        assert covered.script.string.endswith(f'"{count})')


def test_questions_that_follow_each_other_cover_together(build):
    page, warnings = build(predict("a") + predict("b") + "Text.\n")
    assert warnings == ""
    (covered,) = page.select(".nb-covered:not(.nb-reveal)")
    assert '"a:' in covered.script.string
    assert " b:" in covered.script.string


def test_the_next_question_ends_what_is_covered(build):
    page, _ = build(predict("a") + "One.\n\n" + predict("b") + "Two.\n")
    one, two = page.select(".nb-covered:not(.nb-reveal)")
    assert "One." in one.text
    assert "Two." in two.text
    assert "Two." not in one.text


@pytest.mark.parametrize(
    ("below", "covered"),
    [
        ("One.\n\nLead.", ["One."]),
        (cell("2") + "Lead.", ["2"]),
        ("One.\n\n| a |\n|---|\n| b |\n", ["One. a b"]),
        ("One.\n\nSo {claim}`2: n`.", ["One. So 2."]),
        ("One.\n\nSo it is. {measured}`above`", ["One. So it is. measured"]),
        ("One.", ["One."]),
        (f"One.\n\nLead.\n\n{predict('c')}Other.\n", ["One.", "Other."]),
    ],
)
def test_what_leads_up_to_the_next_question_stays_in_sight_unless_it_tells(build, below, covered):
    between = f"{predict('a')}{below}\n\n{predict('b')}"
    page, warnings = build(cell("n = 2\nn") + between + "Last.\n")
    assert warnings == ""
    *found, last = page.select(".nb-covered:not(.nb-reveal)")
    assert [" ".join(each.get_text(" ").split()).replace(" .", ".") for each in found] == covered
    assert last.text.strip() == "Last."


def test_who_says_how_much_is_covered_has_the_paragraph_before_the_next_question_covered(build):
    page, _ = build(predict("a", covers=2) + "One.\n\nTwo.\n\n" + predict("b") + "Last.\n")
    assert "Two." in page.select_one(".nb-covered:not(.nb-reveal)").text


def test_a_question_may_name_cells_and_explorables(build):
    text = predict(covers="shown geometry") + cell("1") + "Text.\n\n" + cell("2", "shown")
    page, warnings = build(text + "```{explorable} geometry\n```\n")
    assert warnings == ""
    output, explorable = page.select(".nb-covered:not(.nb-reveal)")
    assert output.select_one("pre").text.strip() == "2"
    assert explorable.select_one('[data-slug="geometry"]') is not None


def test_a_question_may_say_how_many_cells_and_texts_it_covers(build):
    text = number("2: n", covers=2) + cell("n = 2\nn")
    page, warnings = build(text + "It is {claim}`2: n`.\n\nMore.\n\n" + cell("n = 3\nn"))
    assert warnings == ""
    output, rest = page.select(".nb-covered:not(.nb-reveal)")
    assert output.text.strip() == "2"
    assert "It is 2." in rest.text
    assert "More." not in rest.text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (predict() + "\n## Next\n", "it covers nothing"),
        (predict(text="How many?\n- [x] one\n- [ ] two"), "q: no line ---"),
        (predict(text="How many?\n- [ ] one\n- [ ] two\n---\nSo."), "before what is right"),
        (predict(text=CHOICE.replace("[ ] one", "[] one")), "'- [] one' is no choice: write - [ ]"),
        (predict(text=CHOICE.replace("- [x]", "* [x]")), "'* [x] two' is no choice: write - [ ]"),
        (predict(text=CHOICE.replace("- [x]", "- [X]")), "'- [X] two' is no choice: write - [ ]"),
        (predict(kind="order", text="Which?\n1. a\n2. b\n---\nSo."), "three things or more"),
        (predict(kind="sketch", text="Draw.\n---\nSo."), "no :x:"),
        (predict(kind="guess"), "'guess' is no type; there are: choice, number"),
        (number("3", scale="5 1"), "'5 1' is no axis"),
    ],
)
def test_a_question_that_is_not_whole_is_a_warning(build, text, message):
    _, warnings = build(text)
    assert message in warnings


def test_a_name_is_that_of_one_question_in_all_chapters(build, tmp_path):
    (tmp_path / "other.md").write_text(f"{HEAD}# Other\n\n{predict()}{cell('2')}{FORESEEN}")
    _, warnings = build(predict() + cell("1"), end=FORESEEN + "\n```{toctree}\nother\n```\n")
    assert warnings.endswith(
        "other.md: WARNING: predict: q: index asks a question of this name, too\n"
    )


def test_the_list_shows_a_question_as_the_page_asks_it(build):
    ask = CHOICE.replace("How many?", "How many *other* [norms](https://example.org)?\n\nSay soon.")
    page, warnings = build(predict(text=ask) + "Text.\n")
    (link,) = page.select(".nb-foreseen li a")
    assert link.decode_contents() == "How many <em>other</em> norms?"
    assert "https://example.org" in str(page.legend)
    assert not warnings


def test_a_page_with_questions_lists_them_at_its_end(build):
    page, _ = build(predict() + "Text.\n")
    assert page.select_one('.nb-foreseen li[data-slug="q"] a')["href"] == "#question-q"
    _, warnings = build(predict() + "Text.\n", end="")
    assert "end the recap of a page with {foreseen}" in warnings


def test_a_scale_of_numbers_has_its_thousands_apart(build):
    page, warnings = build(number("2: n", scale="log 1 1000000") + cell("n = 2\nn"))
    assert warnings == ""
    assert [tick.text for tick in page.select(".nb-ticks span")] == ["1", "100", "10,000", "10⁶"]
    assert page.select_one(".nb-scale input")["aria-valuetext"] == "not set yet"


def test_things_to_order_are_offered_in_another_order(build):
    text = "Which first?\n1. a\n2. b\n3. c\n---\nSo."
    page, _ = build(predict(kind="order", text=text) + "Text.\n")
    shown = [each["data-number"] for each in page.select(".nb-order li")]
    assert sorted(shown) == ["0", "1", "2"] != shown
    assert page.select_one(".nb-is").text == "a; b; c"


def test_a_sketch_is_drawn_empty(build):
    options = {"x": "0 4 step", "y": "0 10 height", "given": "0 0", "text": "Draw.\n---\nSo."}
    answer = "[(i, i * i / 2) for i in range(5)]"
    page, warnings = build(predict(kind="sketch", answer=answer, **options) + cell("1"))
    assert warnings == ""
    sliders = page.select(".nb-sketch [role=slider]")
    assert sliders[0]["aria-label"] == "step 0.667"
    assert len(sliders) == len(spec(page)["at"]) == 6
    assert not page.select(".nb-sketch .nb-curve")
    found = page.select_one(".nb-reveal > .nb-drawn svg")
    assert found["role"] == "img"
    assert found["aria-label"].startswith("height over step: at 0.667 it is 0.334; at ")
    assert len(found.select(".nb-curve")) == 1
    assert spec(page)["is"][-1] == [4, 8]


# ---- the answers


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (number("2: n"), ""),
        (number("2"), ""),
        (number("3: n"), "'3' is claimed, and n is 2"),
        (number("3"), "'3' is claimed, and it is not printed above"),
        (number("2: n_"), "NameError"),
        (predict(answer="n == 2"), ""),
        (predict(answer="[n == 1, n == 2]"), ""),
        (predict(answer="[n == 2, n == 1]"), "marked [False, True], and found is [True, False]"),
        (predict(answer="n == 1"), "and found is False"),
        (predict(answer="n_"), "no answer: NameError"),
    ],
)
def test_an_answer_is_compared_with_what_the_cells_below_have_found(build, question, message):
    _, warnings = build("First.\n\n" + question + cell("n = 2\nn") + "## Next\n\n" + cell("n = 7"))
    assert (message in warnings) if message else warnings == ""


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("[1, 2, 3]", ""),
        ("True", ""),
        ("[1, 3, 2]", "these numbers do not grow"),
        ("[1, 2]", "a number for each of the 3"),
    ],
)
def test_an_order_is_compared_with_numbers_that_grow(build, answer, message):
    text = "Which first?\n1. a\n2. b\n3. c\n---\nSo."
    _, warnings = build(predict(kind="order", answer=answer, text=text) + cell("1"))
    assert (message in warnings) if message else warnings == ""


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("[(0, 1), (4, 11)]", "[4.0, 11.0] lies outside of the axes"),
        ("[(0, 1), (3, 1)]", "some handle lies beside the curve"),
        ("[1, 2]", "expected a list of points (x, y)"),
        ("[(4, 1), (0, 2)]", "expected points from left to right, and found x = [4.0, 0.0]"),
        ("[(0, 1), (2, 1), (2, 3), (4, 1)]", "expected points from left to right"),
        ("[]", "expected points from left to right"),
    ],
)
def test_a_sketch_needs_a_curve_on_its_axes(build, answer, message):
    options = {"x": "0 4 step", "y": "0 10 height", "text": "Draw.\n---\nSo."}
    _, warnings = build(predict(kind="sketch", answer=answer, **options) + cell("1"))
    assert message in warnings


def test_what_is_said_with_the_answer_claims_what_the_cells_below_have_found(build):
    text = "How many?\n- [ ] one\n- [x] two\n---\nThere are {claim}`2: n` of them."
    page, warnings = build(cell("n = 5\nn") + predict(text=text) + cell("n = 2\nn"))
    assert warnings == ""
    assert "n is 2" in page.select_one(".nb-reveal .nb-compared").text


def test_claims_are_answered_in_their_order_wherever_they_were_evaluated():
    texts = [
        "{claim}`1: a`\n\n" + predict(answer="b") + "{claim}`3: c`",
        "{claim}`4: d`",
        "# Next\n{claim}`5: e`",
    ]
    notebook = nbformat.v4.new_notebook()
    for text in texts:
        notebook.cells += [nbformat.v4.new_markdown_cell(text), nbformat.v4.new_code_cell("0")]
    probed = with_probes(notebook)
    order = [each.metadata.get("normbook-probe") for each in probed.cells]
    assert [numbers for numbers in order if numbers] == [[0, 2], [3], [1], [4]]
    for each in probed.cells:
        numbers = each.metadata.get("normbook-probe")
        if numbers is not None:
            data = {"application/json": [{"value": number} for number in numbers]}
            each.outputs = [nbformat.v4.new_output("display_data", data=data)]
    assert [answer["value"] for answer in answered(probed)[1]] == [0, 1, 2, 3, 4]
    assert expressions_in(notebook) == ["a", "b", "c", "d", "e"]


# ---- the parts


def test_axes_have_ends_a_kind_and_a_label():
    axis = parse_axis("log 0.001 1 what goes in")
    assert (axis.low, axis.high, axis.log, axis.label) == (0.001, 1, True, "what goes in")
    assert axis.evenly(4) == [0.001, 0.01, 0.1, 1]
    assert parse_axis("linear 0 4").evenly(3) == [0, 2, 4]


def test_another_question_has_another_digest_and_another_reason_has_not():
    def digest(content):
        return parse_question("q", {"type": "choice", "answer": "True"}, content).digest

    assert digest(CHOICE) == digest(CHOICE + " And so on.")
    assert digest(CHOICE) != digest(CHOICE.replace("two", "three"))


def test_a_sketch_is_another_where_its_handles_are_others():
    def digest(**options):
        axes = {"x": parse_axis("0 4 step"), "y": parse_axis("0 10 height")}
        options = {"type": "sketch", "answer": "[]", **axes, **options}
        return parse_question("q", options, "Draw.\n---\nSo.").digest

    assert digest(given=[2.0, 5.0]) == digest(given=[2.0, 6.0]) != digest(given=[0.0, 5.0])


def test_a_question_without_an_answer_is_refused():
    with pytest.raises(QuestionError, match="no :answer:"):
        parse_question("q", {"type": "choice"}, CHOICE)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (":tpye: choice", "q: :tpye: is no option; there are: type, answer, "),
        (":type: sum", "q: :type: 'sum' is no type; there are: choice, "),
        (":scale: 5 1", "q: :scale: '5 1' is no axis"),
        (":scale: wide", "q: :scale: 'wide' is no axis"),
        (":scale: 0 many", "q: :scale: '0 many' is no axis"),
    ],
)
def test_an_option_that_is_none_is_named(option, said):
    with pytest.raises(QuestionError) as caught:
        parse_directive("q", f"{option}\n\nHow many?\n---\nSo.")
    assert str(caught.value).startswith(said)


def test_a_choice_is_quoted_within_sentences_and_so_has_no_full_stop():
    options = {"type": "choice", "answer": "True"}
    with pytest.raises(QuestionError, match="full stop"):
        parse_question("q", options, CHOICE.replace("two", "two."))


def test_a_notebook_has_the_question_before_the_cell_and_its_answer_behind(tmp_path):
    text = f"{HEAD}# Page\n\n{predict()}{cell('1 + 1')}Text.\n"
    (tmp_path / "chapter.md").write_text(text)
    _, before, code, answer, after = to_notebook(tmp_path / "chapter.md", "w").cells
    assert before.source.endswith("> **Predict.** How many?\n>\n> - one\n> - two")
    assert code.source == "1 + 1"
    assert answer.source.startswith("<details><summary>The answer to: How many?</summary>")
    assert "**two**\n\nBecause it is." in answer.source
    assert after.source == "Text."


def test_a_notebook_has_the_answer_that_no_cell_follows_at_its_end(tmp_path):
    (tmp_path / "chapter.md").write_text(f"{HEAD}# Page\n\n{cell('1 + 1')}{predict()}")
    *_, question, answer = to_notebook(tmp_path / "chapter.md").cells
    assert question.source.startswith("> **Predict.**")
    assert answer.source.startswith("<details><summary>The answer to: How many?</summary>")
