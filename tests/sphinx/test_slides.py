"""What of a chapter's page stands on slides, and what in the speaker's notes."""

import json

import pytest
from bs4 import BeautifulSoup, Tag

from normbook.sphinx import slides
from normbook.sphinx.slides.parts import spoken
from normbook.sphinx.slides.reading import Slide, read_page
from normbook.sphinx.slides.sentences import sentences_of, text_of

FORMULA = '<div class="nb-math" id="equation-{0}">x{0}</div>'
FIGURE = """\
<figure class="nb-figure"><svg viewBox="0 0 1 1"></svg><figcaption>Run it</figcaption></figure>"""
QUESTION = """\
<script>cover()</script>
<div class="nb-predict" id="question-one" data-spec="{&quot;kind&quot;: &quot;choice&quot;}">
<form><fieldset><legend><span class="nb-predict-word">Predict</span> Which?</legend>
<label><input type="radio"><span class="nb-words">This</span></label>
<label><input type="radio"><span class="nb-words">That</span></label></fieldset></form>
<div class="nb-reveal nb-covered" hidden><script>cover()</script><p class="nb-is">That</p>
<p class="nb-objection">This? No.</p><p>Since it is so.</p><details>Compared</details></div>
</div>"""
MODEL = """\
<div class="nb-mount" data-slug="one">
<script type="application/json">{"base": "", "x": "<"}</script>
<div class="nb-mount-here"><button>Reset</button><a href="two.html#b">More</a></div>
<details class="nb-alternative">In words</details></div>"""


def parse(html: str) -> Tag:
    return BeautifulSoup(html, "html.parser").find()


def read(*parts: str, opening: str = "") -> list[list[Slide]]:
    """Return the slides of a chapter of one section."""
    return read_page(
        parse(
            f'<section id="chapter"><h1>LN<a class="headerlink" href="#ln">#</a></h1>{opening}'
            f'<section id="first"><h2>First</h2>{"".join(parts)}</section></section>'
        )
    )


def words(element: Tag) -> str:
    return " ".join(element.get_text(" ").split())


def shown(*parts: str) -> list[list[str]]:
    """Return the words on each slide of a section."""
    return [list(map(words, slide.shown)) for slide in read(*parts)[1]]


def cell(code: str, printed: str = "") -> str:
    """Return a cell as the page has it."""
    highlight = '<div class="highlight"><pre>{}</pre></div>'
    output = f'<div class="cell_output">{highlight.format(printed)}</div>' if printed else ""
    return f'<div class="cell"><div class="cell_input">{highlight.format(code)}</div>{output}</div>'


def test_a_deck_begins_with_the_title_and_the_question_of_the_chapter():
    [[title], _] = read(opening="<p>A row. <strong>What is lost?</strong></p>")
    assert title.heading == "LN"
    assert [each.get_text() for each in title.shown] == ["A row. What is lost?"]
    assert [each.get_text() for each in title.notes] == ["A row. What is lost?"]


def test_formulas_share_a_slide_with_the_words_before_them():
    parts = (f"<p><strong>Step {i}.</strong> Do it.</p>{FORMULA.format(i)}" for i in (1, 2))
    assert shown(*parts) == [["Step 1. Do it.", "x1", "Step 2. Do it.", "x2"]]


def test_a_formula_stands_in_its_sentence():
    sentence = (
        "Each block adds one of its own. There are, one by one and all the way up to its end,"
    )
    parts = f"<p>Before. {sentence}</p>", FORMULA.format(1), "<p>for each l. And more.</p>"
    assert shown(*parts) == [[sentence.split(". ")[1], "x1", "for each l."]]


def test_a_formula_with_nothing_before_it_has_the_sentence_behind_it():
    parts = FORMULA.format(1), "<p>Each is squashed. And more.</p>"
    assert shown(*parts) == [["x1", "Each is squashed."]]


def test_a_sentence_too_short_to_tell_what_a_formula_is_about_comes_with_the_one_before():
    parts = (
        "<p>Long ago. A row loses its mean by that, and its own deviation, too. Left is</p>",
        FORMULA.format(1),
    )
    assert shown(*parts) == [
        ["A row loses its mean by that, and its own deviation, too. Left is", "x1"]
    ]


def test_a_sentence_that_speaks_of_something_named_before_comes_with_what_names_it():
    many = " ".join(30 * ["word"])
    told = f"Far away. A loss has a bowl, {many}. Its slope is steep, {many}. So it falls by"
    assert shown(f"<p>{told}</p>", FORMULA.format(1)) == [[told.removeprefix("Far away. "), "x1"]]
    asked = f"A row has a mean. It is small, {many}. It is {many} {many}. Before it is one."
    assert shown(f"<p>{asked}</p>", QUESTION)[0][0] == asked
    assert shown("<p>A slope is steep.</p>", "<p>So it falls by</p>", FORMULA.format(1)) == [
        ["A slope is steep.", "So it falls by", "x1"]
    ]


def test_what_a_slide_ends_with_is_not_named_again():
    parts = "<p><em>A slope.</em> It is steep.</p>", "<p>So it falls by</p>", FORMULA.format(1)
    assert shown(*parts) == [["A slope. It is steep.", "So it falls by", "x1"]]


def test_a_question_says_nothing_of_the_model_that_comes_on_the_next_slide():
    words = "<p>A row goes through. Below are its steps. The panel has the rest.</p>"
    assert shown(words, QUESTION, MODEL)[0][:2] == ["A row goes through.", "Predict Which?"]
    assert shown("<p>Below is a row.</p>", QUESTION)[0][0] == "Predict Which?"


def test_what_stands_between_two_formulas_is_read_once():
    parts = FORMULA.format(1), "<p>since so it is, and with that</p>", FORMULA.format(2)
    assert shown(*parts) == [["x1", "since so it is, and with that", "x2"]]
    parts = FORMULA.format(1), "<p>since so it is. And with that</p>", FORMULA.format(2)
    assert shown(*parts) == [["x1", "since so it is.", "And with that", "x2"]]


def test_a_formula_that_is_called_by_its_number_stands_there_again():
    call = '<a href="{}#equation-{}">({})</a>'
    parts = (
        FORMULA.format(1),
        FIGURE,
        f"<p><strong>A step.</strong> By {call.format('', 1, 7)} it grows.</p>",
        FORMULA.format(2),
        f"<p>with {call.format('', 2, 8)} and {call.format('other.html', 'far', 9)}.</p>",
    )
    chapter = f'<section><h1>LN</h1><section id="a"><h2>A</h2>{"".join(parts)}</section></section>'
    _, stack = slides.stacks_of(chapter, lambda *names: parse(f"<div>{names}</div>"))
    last = BeautifulSoup(stack[-1]["shown"], "html.parser")
    assert [words(each) for each in last.find_all(recursive=False)] == [
        "A step. By (7) it grows.",
        "x1",
        "x2",
        "with (8) and (9).",
        "('other', 'equation-far', '(9)')",
    ]
    assert [words(each) for each in last.select(".nb-recalled")] == [
        "x1",
        "('other', 'equation-far', '(9)')",
    ]
    assert "data-label" not in stack[-1]["shown"]


def test_a_slide_has_no_more_formulas_than_fit():
    assert [len(each) for each in shown(*[FORMULA.format(0)] * 10)] == [9, 1]


def test_each_figure_and_table_has_a_slide():
    table = '<div class="pst-scrollable-table-container"><table><tr><td>1</td></tr></table></div>'
    assert shown(FORMULA.format(1), f"<div class='cell'>{FIGURE}</div>", table, FIGURE) == [
        ["x1"],
        [""],
        ["1"],
        [""],
    ]


def test_a_few_words_share_the_slide_of_what_comes_next():
    assert shown("<p><em>Two of them.</em> They part.</p>", FIGURE) == [
        ["Two of them. They part.", ""]
    ]


def test_of_a_paragraph_that_begins_with_a_sentence_set_off_a_room_reads_the_first_sentences():
    many = " ".join(50 * ["word"])
    [[lead]] = shown(f"<p><em>What is reported.</em> {many}. {many}.</p>")
    assert lead == f"What is reported. {many}."


def test_what_a_room_reads_does_not_end_with_words_that_begin_something():
    many = " ".join(30 * ["word"])
    [[lead]] = shown(f"<p><em>Reported.</em> It is. <em>Limits.</em> {many} {many}.</p>")
    assert lead == "Reported. It is."


def test_prose_is_spoken_on_the_slide_before_it():
    [first, second] = read("<p>Before.</p>", FIGURE, "<p>Between.</p>", FIGURE, "<ul>After</ul>")[1]
    assert [each.get_text() for each in first.notes] == ["Before.", "Between."]
    assert [each.get_text() for each in second.notes] == ["After"]


def test_a_slide_without_words_of_its_own_has_the_notes_of_the_one_before():
    slides = read("<p>Before.</p>", FIGURE, FIGURE, FIGURE, "<p>After.</p>")[1]
    assert [[each.get_text() for each in slide.notes] for slide in slides] == [
        ["Before."],
        ["Before."],
        ["After."],
    ]


@pytest.mark.parametrize("words", ["<strong>norm</strong> is", "A <em>norm.</em>", "<em>norm</em>"])
def test_a_word_that_is_stressed_is_no_heading(words):
    assert shown(f"<p>{words}</p>") == [[]]


def test_a_question_has_its_choices_and_its_answer_comes_later():
    [slide] = read(QUESTION)[1]
    asked, offered, found = slide.shown
    assert asked.get_text(" ", strip=True) == "Predict Which?"
    assert [item.get_text() for item in offered.find_all("li")] == ["This", "That"]
    assert "fragment" in found["class"]
    assert found.get_text(" ", strip=True) == "That Since it is so."
    assert [each.get_text() for each in slide.notes] == ["This? No."]
    assert not any(each.select("script, input, [hidden], [id]") for each in slide.shown)


def test_a_question_stands_below_the_code_and_the_paragraph_that_it_is_about():
    code = cell("def norm(x): ...")
    parts = "<p>Far away.</p>", cell("x = 1", "1"), code, "<p>Test it.</p>", QUESTION
    [slide] = read(*parts)[1]
    assert [words(each) for each in slide.shown[:3]] == [
        "def norm(x): ...",
        "Test it.",
        "Predict Which?",
    ]


def test_a_question_right_below_a_cell_is_about_what_it_printed():
    [slide] = read(cell("print(1)", "1"), QUESTION)[1]
    assert [words(each) for each in slide.shown[:3]] == ["print(1)", "1", "Predict Which?"]


@pytest.mark.parametrize(
    "part", ["<h3>A heading</h3>", FORMULA.format(1), cell("print(1)", "1"), QUESTION]
)
def test_what_leads_to_a_question_ends_at_whatever_else_stands_before_it(part):
    slide = read(cell("x = 1"), "<p>So it is.</p>", part, "<p>Now.</p>", QUESTION)[1][-1]
    assert [words(each) for each in slide.shown[:2]] == ["Now.", "Predict Which?"]


def test_a_model_that_waits_to_be_told_stands_beside_its_question():
    brief = MODEL.replace('data-slug="one"', 'data-slug="one" data-begin="Train"')
    parts = "<p>A and B.</p>", QUESTION
    for shows in (brief, f'<div class="cell">{brief}</div>'):
        [slide] = read(*parts, shows)[1]
        question, model = slide.shown[0].find_all("div", recursive=False)
        assert words(question).startswith("A and B. Predict Which?")
        assert model["data-slug"] == "one"
    assert [len(each) for each in shown(*parts, MODEL)] == [4, 1], "which answers by itself"


def test_a_question_that_a_paragraph_begins_with_has_the_rest_for_its_answer():
    paragraph = '<p><em>How many?</em> One <a href="#x">for each</a>.</p>'
    table = '<div class="pst-scrollable-table-container"><table></table></div>'
    parts = "<p>Before.</p>", paragraph, FORMULA.format(1), table, FORMULA.format(2)
    [first, _, last] = read(*parts)[1]
    question, answer = first.shown
    assert question.get_text() == "How many?"
    assert "fragment" in answer["class"]
    assert answer.get_text(strip=True) == "One for each.x1"
    assert [each.get_text() for each in first.notes] == ["Before.", "How many? One for each."]
    assert [each.get_text() for each in last.shown] == ["x2"]


def test_a_question_that_leads_to_a_prediction_leaves_that_to_answer_it():
    [slide] = read("<p><em>Why not?</em> Take a unit.</p>", QUESTION)[1]
    assert [words(each) for each in slide.shown[:2]] == ["Why not? Take a unit.", "Predict Which?"]


PITFALLS = f"""\
<section id="chapter"><h1>LN</h1><section id="pitfalls"><h2>Pitfalls</h2><p>Here are three.</p>
<p><strong>ε outside</strong>, in one line.</p>
<div class="cell"><div class="highlight"><pre>print(1)</pre></div>
<div class="output"><div class="highlight"><pre>1</pre></div></div></div>
<div class="nb-covered"><p>It differs.</p></div>
<p><strong>“For any α.”</strong> For α above 0.</p>
<p><strong>A clamp.</strong> It hides.</p>{QUESTION}<p>None is.</p></section></section>"""


def test_each_pitfall_has_a_slide_that_says_all_of_it():
    [_, stack] = read_page(parse(PITFALLS))
    told = [[each.get_text(" ", strip=True) for each in slide.shown] for slide in stack]
    assert list(map(" ".join, told)) == [
        "ε outside , in one line. print(1) 1 It differs.",
        "“For any α.” For α above 0.",
        "A clamp. It hides.",
        "Predict Which? This That That Since it is so.",
        "None is.",
    ]
    assert [each.get_text() for each in stack[0].notes] == ["Here are three."]
    assert {slide.heading for slide in stack} == {"Pitfalls"}


def test_a_sketch_shows_its_axes_and_then_the_curve_beside_its_question():
    truth = '<div class="nb-drawn"><svg viewBox="0 0 2 2"><path class="nb-curve"/></svg></div>'
    handle = '<g class="nb-handle" role="slider" tabindex="0"></g>'
    sketch = QUESTION.replace(
        "</fieldset>",
        f'</fieldset><div class="nb-sketch"><svg viewBox="0 0 2 2">{handle}</svg></div>',
    ).replace("</script><p", f"</script>{truth}<p")
    [slide] = read("<p>A and B.</p>", sketch)[1]
    told, stack = slide.shown[0].find_all("div", recursive=False)
    assert words(told).startswith("A and B. Predict Which?")
    assert told.select_one(".nb-found")
    assert not told.select(".nb-curve")
    empty, curve = stack.find_all("div", recursive=False)
    assert "fade-out" in empty["class"]
    assert not empty.select("[tabindex]")
    assert curve.path["class"] == ["nb-curve"]


def test_a_model_is_live_and_finds_the_chapters():
    [slide] = read(MODEL)[1]
    (place,) = slide.shown
    state = BeautifulSoup(str(place), "html.parser").script.string
    assert json.loads(state) == {"base": "../book/", "x": "<"}
    assert "<" not in state
    assert place.button.get_text() == "Reset"
    assert place.a["href"] == "../book/two.html#b"
    assert not place.select("details")
    assert "data-prevent-swipe" in place.attrs


def test_a_section_within_a_section_is_the_next_slide():
    stack = read(FIGURE, f"<section><h3>Within</h3>{FIGURE}</section>")[1]
    assert [(slide.above, slide.heading) for slide in stack] == [("", "First"), ("First", "Within")]


def test_a_section_with_nothing_but_sections_in_it_has_no_slide_and_its_words_are_said():
    [slide] = read(f"<p>Two of them.</p><section><h3>Within</h3><p>One.</p>{FIGURE}</section>")[1]
    assert (slide.above, slide.heading) == ("First", "Within")
    assert [each.get_text() for each in slide.notes] == ["Two of them.", "One."]


def test_a_table_that_answers_a_numbered_list_repeats_what_it_answers():
    row = "<tr><td><p>{}</p></td><td>{}</td></tr>"
    rows = "".join(row.format(i, verdict) for i, verdict in ((1, "No."), (2, "Never.")))
    table = (
        f'<div class="pst-scrollable-table-container"><table><tbody>{rows}</tbody></table></div>'
    )
    listed = "<ol><li>All are.</li><li><em>None</em> is.</li></ol>"
    assert shown("<p>Which is true?</p>", listed, "<p>None.</p>", table) == [
        ["Which is true?", "All are. None is."],
        ["All are. No. None is. Never."],
    ]
    assert shown(listed.replace("</ol>", "<li>3</li></ol>"), table) == [["1 No. 2 Never."]]


PLAYGROUND = """\
<figure class="nb-figure nb-playground"><script>{}</script>
<div class="nb-explorable nb-playground-panel"><div class="nb-sliders"><label>offset</label></div>
<div class="nb-playground-picture"><svg><text>Before</text></svg><svg><text>After</text></svg></div>
</div><figcaption>Run it</figcaption></figure>"""


def test_of_a_playground_a_slide_has_the_whole_picture_and_no_controls():
    [[slide]] = read(PLAYGROUND)[1:]
    [picture] = slide.shown
    assert [words(each) for each in picture.select("svg")] == ["Before", "After"]
    assert words(picture.small) == "A picture: its levers are in the chapter."
    assert "nb-explorable" in picture["class"], "whose styles its charts have"


def test_a_section_of_nothing_but_code_shows_cells_with_what_they_say_for_the_next_step():
    parts = (
        "<p>Compare.</p>",
        cell("f = 1"),
        "<p>What is it?</p>",
        cell("print(f)", "1"),
        "<p>One.</p>",
    )
    [slide] = read(*parts)[1]
    assert list(map(words, slide.shown)) == [
        "Compare.",
        "f = 1",
        "What is it?",
        "print(f)",
        "1 One.",
    ]
    assert "fragment" in slide.shown[-1]["class"]


def test_of_code_that_goes_on_each_that_prints_has_a_slide_and_the_third_none():
    parts = (f"{cell(f'print({i})', str(i))}<p>It is {i}. What now?</p>" for i in (1, 2, 3))
    assert shown(*parts) == [
        ["print(1)", "1 It is 1."],
        ["What now?", "print(2)", "2 It is 2."],
    ]


def test_nothing_comes_after_the_recap():
    page = "".join(f'<section id="{name}"><h2>{name}</h2></section>' for name in ("recap", "next"))
    stacks = read_page(parse(f"<section><h1>LN</h1>{page}</section>"))
    assert [stack[0].heading for stack in stacks] == ["LN", "recap"]


def test_code_beside_other_things_and_exercises_are_left_to_the_page():
    exercise = '<div class="nb-exercise"><p><strong>Task.</strong> Do.</p></div>'
    assert shown(cell("x = 1"), FORMULA.format(1), exercise) == [["x1"]]
    assert shown(exercise) == [[]]


def test_a_badge_stays_where_it_is_a_word_of_the_sentence_and_no_citation_does():
    badge = '<span class="nb-evidence nb-evidence-{0}">{0}</span>'
    cited = '<a class="footnote-reference" href="#b">[1]</a>'
    against = f'{cited}<span class="nb-against">against</span>{cited}'
    contested = f"{badge.format('contested')}{against}"
    [[lead]] = shown(
        f"<p><em>A norm.</em> In BERT {cited}, it is {contested}. So it is. {contested} No. "
        f"{badge.format('measured')}</p>"
    )
    assert lead == "A norm. In BERT, it is contested . So it is. No."


@pytest.mark.parametrize(
    ("paragraph", "sentences"),
    [
        ("One. Two? Three", ["One.", "Two?", "Three"]),
        ("<em>One.</em> Two", ["One.", "Two"]),
        ("<strong>One:</strong> two", ["One:", "two"]),
        ("It is <em>a:</em> b", ["It is a: b"]),
        ("“One.” Two (0.5 of it.) Three", ["“One.”", "Two (0.5 of it.)", "Three"]),
        ("Wu <em>et al.</em> said so, Wu et al. too", ["Wu et al. said so, Wu et al. too"]),
    ],
)
def test_sentences_are_told_apart(paragraph, sentences):
    assert list(map(text_of, sentences_of(parse(f"<p>{paragraph}</p>")))) == sentences


def test_notes_need_no_style():
    formula = (
        '<span class="katex"><span class="katex-mathml"><math><mi>x</mi><annotation>x'
        '</annotation></math></span><span class="katex-html">x</span></span>'
    )
    [slide] = read(f'<p>See <a href="#x">this</a>: {formula}</p>')[1]
    assert spoken(slide.notes) == "<p>See this: <math><mi>x</mi></math></p>"
