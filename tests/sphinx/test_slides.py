"""What of a chapter's page stands on slides, and what in the speaker's notes."""

import json

import pytest
from bs4 import BeautifulSoup

from normbook.sphinx import slides

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


def read(*parts: str, opening: str = "") -> list[list[slides.Slide]]:
    """Return the slides of a chapter of one section."""
    return slides.read_page(
        f'<section id="chapter"><h1>LN<a class="headerlink" href="#ln">#</a></h1>{opening}'
        f'<section id="first"><h2>First</h2>{"".join(parts)}</section></section>'
    )


def shown(*parts: str) -> list[list[str]]:
    """Return the words on each slide of a section."""
    return [
        [" ".join(each.get_text(" ").split()) for each in slide.shown] for slide in read(*parts)[1]
    ]


def test_a_deck_begins_with_the_title_and_the_question_of_the_chapter():
    [[title], _] = read(opening="<p>A row. <strong>What is lost?</strong></p>")
    assert title.heading == "LN"
    assert [each.get_text() for each in title.shown] == ["What is lost?"]
    assert [each.get_text() for each in title.notes] == ["A row. What is lost?"]


def test_formulas_share_a_slide_with_the_words_before_them():
    parts = (f"<p><strong>Step {i}.</strong> Do it.</p>{FORMULA.format(i)}" for i in (1, 2))
    assert shown(*parts) == [["Step 1.", "x1", "Step 2.", "x2"]]


def test_a_slide_has_no_more_formulas_than_fit():
    assert [len(each) for each in shown(*[FORMULA.format(0)] * 10)] == [8, 2]


def test_each_figure_and_table_has_a_slide():
    table = '<div class="pst-scrollable-table-container"><table><tr><td>1</td></tr></table></div>'
    assert shown(FORMULA.format(1), f"<div class='cell'>{FIGURE}</div>", table, FIGURE) == [
        ["x1"],
        [""],
        ["1"],
        [""],
    ]


def test_prose_is_spoken_on_the_slide_before_it():
    [first, second] = read("<p>Before.</p>", FIGURE, "<p>Between.</p>", FIGURE, "<ul>After</ul>")[1]
    assert [each.get_text() for each in first.notes] == ["Before.", "Between."]
    assert [each.get_text() for each in second.notes] == ["After"]


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


def test_a_question_that_a_paragraph_begins_with_has_the_rest_for_its_answer():
    paragraph = '<p><em>How many?</em> One <a href="#x">for each</a>.</p>'
    table = '<div class="pst-scrollable-table-container"><table></table></div>'
    parts = "<p>Before.</p>", paragraph, FORMULA.format(1), table, FORMULA.format(2)
    [first, _, last] = read(*parts)[1]
    question, answer = first.shown
    assert question.get_text() == "How many?"
    assert "fragment" in answer["class"]
    assert answer.get_text(strip=True) == "Onefor each.x1"
    assert [each.get_text() for each in first.notes] == ["Before.", "How many? One for each."]
    assert [each.get_text() for each in last.shown] == ["x2"]


PITFALLS = f"""\
<section id="chapter"><h1>LN</h1><section id="pitfalls"><h2>Pitfalls</h2><p>Here are three.</p>
<p><strong>ε outside</strong>, in one line.</p>
<div class="cell"><div class="highlight"><pre>print(1)</pre></div>
<div class="output"><div class="highlight"><pre>1</pre></div></div></div>
<div class="nb-covered"><p>It differs.</p></div>
<p><strong>“For any α.”</strong> For α above 0.</p>
<p><strong>A clamp.</strong> It hides.</p>{QUESTION}<p>None is.</p></section></section>"""


def test_each_pitfall_has_a_slide_that_says_all_of_it():
    [_, stack] = slides.read_page(PITFALLS)
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


def test_a_sketch_shows_its_axes_and_then_the_curve():
    truth = '<div class="nb-drawn"><svg viewBox="0 0 2 2"><path class="nb-curve"/></svg></div>'
    handle = '<g class="nb-handle" role="slider" tabindex="0"></g>'
    sketch = QUESTION.replace(
        "</fieldset>",
        f'</fieldset><div class="nb-sketch"><svg viewBox="0 0 2 2">{handle}</svg></div>',
    ).replace("</script><p", f"</script>{truth}<p")
    [slide] = read(sketch)[1]
    empty, curve = slide.shown[2].find_all("div", recursive=False)
    assert not slide.shown[3].select(".nb-curve")
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
    stack = read(FIGURE, "<section><h3>Within</h3><p>More.</p></section>")[1]
    assert [slide.heading for slide in stack] == ["First", "Within"]


PLAYGROUND = """\
<figure class="nb-figure nb-playground"><script>{}</script>
<div class="nb-explorable nb-playground-panel"><div class="nb-sliders"><label>offset</label></div>
<div class="nb-playground-picture"><svg><text>Before</text></svg><svg><text>After</text></svg></div>
</div><figcaption>Run it</figcaption></figure>"""


def test_of_a_playground_a_slide_has_the_whole_picture_and_no_controls():
    [[slide]] = read(PLAYGROUND)[1:]
    [picture] = slide.shown
    assert picture.get_text(" ").split() == ["Before", "After"]
    assert "nb-explorable" in picture["class"], "whose styles its charts have"


def test_a_section_of_nothing_but_code_shows_its_first_cell():
    cell = (
        '<div class="cell"><div class="highlight"><pre>print(1 - 1)</pre></div>'
        '<div class="output"><div class="highlight"><pre>0</pre></div></div></div>'
    )
    assert shown("<p>Compare.</p>", cell, cell.replace("1", "2")) == [["print(1 - 1)", "0"]]


def test_nothing_comes_after_the_recap():
    page = "".join(f'<section id="{name}"><h2>{name}</h2></section>' for name in ("recap", "next"))
    stacks = slides.read_page(f"<section><h1>LN</h1>{page}</section>")
    assert [stack[0].heading for stack in stacks] == ["LN", "recap"]


def test_code_beside_other_things_and_exercises_are_left_to_the_page():
    code = '<div class="cell"><div class="highlight"><pre>x = 1</pre></div></div>'
    exercise = '<div class="nb-exercise"><p><strong>Task.</strong> Do.</p></div>'
    assert shown(code, FORMULA.format(1), exercise) == [["x1"]]
    assert shown(exercise) == [[]]


def test_notes_need_no_style():
    formula = (
        '<span class="katex"><span class="katex-mathml"><math><mi>x</mi><annotation>x'
        '</annotation></math></span><span class="katex-html">x</span></span>'
    )
    [slide] = read(f'<p>See <a href="#x">this</a>: {formula}</p>')[1]
    assert slides.spoken(slide.notes) == "<p>See this: <math><mi>x</mi></math></p>"
