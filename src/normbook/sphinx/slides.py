"""A deck for each chapter, ``slides/<chapter>.html``, made of the chapter's own page.

On slides stands what a room looks at: headings, questions with their answers, formulas, figures,
tables and live models, and of the text the words that a paragraph begins with in bold or italics.
The text itself is the speaker's notes. But a question that a paragraph begins with has the rest of
it for its answer, and a pitfall, whose first words may well be the mistake, has a slide with all
that is said of it. A section is a slide, or several, one below the other; the last is the recap.
``assets/slides/deck.mjs`` shows them.
"""

import copy
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bs4 import BeautifulSoup, Tag
from bs4.element import Script
from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

from .parts import chapters

if TYPE_CHECKING:
    from sphinx.application import Sphinx

BOOK = "../book/"
"""Where the chapters are, as seen from a deck."""
LAST = "recap"
"""The section that a deck ends with."""
PITFALLS = "pitfalls"
"""The section whose paragraphs are shown whole."""
PROSE = {"p", "ul", "ol", "dl", "blockquote"}
TABLE = ".pst-scrollable-table-container"
MOST = 8
"""How many formulas, and words before them, one slide has."""
DROPPED = "script, .headerlink, .nb-alternative, .nb-evidence, figcaption"
"""Of what is shown, what a room has no use for."""
ENDS = (".", ":", "?", "!")


@dataclass
class Slide:
    """A heading, what is shown below it, and what is said."""

    heading: str
    shown: list[Tag] = field(default_factory=list)
    notes: list[Tag] = field(default_factory=list)
    is_full: bool = False
    answer: Tag | None = None
    """What of a question's answer is on the slide; it goes on with the formulas that follow."""


def read_page(body: str) -> list[list[Slide]]:
    """Return the slides of a chapter, by section.

    Parameters
    ----------
    body
        The page's text, as HTML.
    """
    chapter = BeautifulSoup(body, "html.parser").section
    assert chapter is not None
    opening = [Slide(heading_of(chapter))]
    stacks = [opening]
    for child in chapter.find_all(recursive=False):
        if child.name != "section":
            take(child, opening)
            continue
        if child["id"] == LAST:
            return [*stacks, [recap(child)]]
        stacks.append([])
        enter(child, stacks[-1])
    return stacks


def enter(section: Tag, stack: list[Slide]) -> None:
    """Put a section on slides: its first cell, where there is nothing else to look at."""
    begin = len(stack)
    stack.append(Slide(heading_of(section)))
    fill(section, stack)
    if not any(slide.shown for slide in stack[begin:]):
        stack[begin].shown += map(plain, section.select(".cell .highlight")[:2])


def recap(section: Tag) -> Slide:
    """Return the slide of the recap: its table."""
    shown = [plain(each) for each in section.select(TABLE)]
    notes = [plain(each) for each in section.find_all("p", recursive=False)]
    return Slide(heading_of(section), shown, notes, is_full=True)


def heading_of(section: Tag) -> str:
    """Return a section's heading, as HTML."""
    heading = section.find(["h1", "h2", "h3", "h4"])
    assert isinstance(heading, Tag)
    return plain(heading).decode_contents().strip()


def fill(element: Tag, stack: list[Slide]) -> None:
    """Put what stands in an element on slides."""
    for child in element.find_all(recursive=False):
        take(child, stack)


def take(element: Tag, stack: list[Slide]) -> None:
    """Put an element on the last slide or on a new one, or into its notes."""
    classes = element.get_attribute_list("class")
    if element.name == "section":
        enter(element, stack)
    elif "nb-predict" in classes:
        show(stack, *question(element))
        stack[-1].notes += [plain(each) for each in element.select(".nb-objection")]
    elif "nb-math" in classes:
        add(stack, plain(element))
    elif TABLE.removeprefix(".") in classes:
        show(stack, plain(element))
    elif element.name in PROSE:
        tell(element, stack)
    elif "nb-mount" in classes:
        show(stack, live(element))
    elif "nb-figure" in classes:
        show(stack, figure(element))
    elif element.name == "div" and "nb-exercise" not in classes:
        if "cell" in classes and is_pitfall(element):
            warn(stack, *map(plain, element.select(".highlight")))
        fill(element, stack)


def tell(element: Tag, stack: list[Slide]) -> None:
    """Put prose on a slide as far as a room is to read it, and else into the notes."""
    begins = beginning(element)
    if is_pitfall(element) and (begins is not None or any(slide.shown for slide in stack)):
        warn(stack, made("div", "nb-warned", plain(element)), is_new=begins is not None)
        return
    if begins is not None and begins.get_text().endswith("?"):
        answer = answer_of(element)
        show(stack, made("p", "nb-lead", plain(begins)), answer)
        stack[-1].answer = answer
    elif words := lead(element, begins):
        stack[-1].answer = None
        add(stack, words)
    stack[-1].notes.append(plain(element))


def warn(stack: list[Slide], *content: Tag, is_new: bool = False) -> None:
    """Put what is said of a pitfall on one slide, until something has a slide of its own."""
    if is_new or stack[-1].is_full:
        begin(stack)
    stack[-1].shown += content


def is_pitfall(element: Tag) -> bool:
    """Return whether an element stands among a chapter's pitfalls."""
    return element.find_parent("section", id=PITFALLS) is not None


def begin(stack: list[Slide]) -> None:
    """Begin a slide, unless the last is empty."""
    if stack[-1].shown:
        stack.append(Slide(stack[-1].heading))


def show(stack: list[Slide], *content: Tag) -> None:
    """Give content a slide of its own."""
    begin(stack)
    stack[-1].shown += content
    stack[-1].is_full = True


def add(stack: list[Slide], content: Tag) -> None:
    """Put content below other of the kind of which a slide has several, or to an answer."""
    if stack[-1].answer is not None:
        stack[-1].answer.append(content)
        return
    if stack[-1].is_full or len(stack[-1].shown) >= MOST:
        stack.append(Slide(stack[-1].heading))
    stack[-1].shown.append(content)


def beginning(paragraph: Tag) -> Tag | None:
    """Return the words that a paragraph begins with, if they are set off."""
    first = next((each for each in paragraph.children if str(each).strip()), None)
    return first if isinstance(first, Tag) and first.name in {"strong", "em"} else None


def lead(paragraph: Tag, begins: Tag | None) -> Tag | None:
    """Return what a room reads of a paragraph: the question that it asks, or a sentence set off."""
    bold = [each for each in paragraph.find_all("strong") if each.get_text().endswith("?")]
    if begins is not None and begins.get_text().endswith(ENDS):
        bold.append(begins)
    return made("p", "nb-lead", plain(bold[0])) if bold else None


def answer_of(paragraph: Tag) -> Tag:
    """Return what a paragraph says behind the question that it begins with, for the next step."""
    answer = plain(paragraph)
    begins = beginning(answer)
    assert begins is not None
    begins.decompose()
    return made("div", "nb-found fragment", answer)


def question(element: Tag) -> list[Tag]:
    """Return what a question asks and offers, and its answer, which comes with the next step."""
    asked, reveal = element.legend, element.select_one(".nb-reveal")
    assert asked is not None
    assert reveal is not None
    offered = element.select(".nb-words")
    empty, drawn = element.select_one(".nb-sketch svg"), reveal.select_one(".nb-drawn svg")
    elsewhere = reveal.select(".nb-objection, .nb-drawn")
    answer = made("div", "nb-found fragment")
    for each in reveal.find_all(recursive=False):
        if each.name not in {"script", "details"} and each not in elsewhere:
            answer.append(plain(each))
    answer["data-fragment-index"] = "0"
    shown = [made("p", "nb-asked", *plain(asked).contents)]
    if offered:
        items = [made("li", "", *plain(each).contents) for each in offered]
        shown.append(made("ul", "nb-offers", *items))
    if empty is not None and drawn is not None:
        shown.append(axes(empty, drawn))
    return [*shown, answer]


def axes(empty: Tag, drawn: Tag) -> Tag:
    """Return the axes of a sketch, and in their place the curve that was found."""
    both = []
    for picture, classes in ((empty, "fragment fade-out"), (drawn, "fragment")):
        still = copy.copy(picture)
        for each in still.select(".nb-handle, .nb-surface"):
            each.decompose()
        still["role"] = "img"
        plot = made("div", f"nb-explorable nb-plot {classes}", still)
        plot["data-fragment-index"] = "0"
        both.append(plot)
    return made("div", "r-stack", *both)


def figure(element: Tag) -> Tag:
    """Return a figure without its caption, which says where it runs: a playground's picture."""
    picture = element.select_one(".nb-playground-picture")
    if picture is not None:
        return made("div", "nb-explorable nb-still", copy.copy(picture))
    assert element.svg is not None
    return made("figure", "nb-figure", copy.copy(element.svg))


def live(element: Tag) -> Tag:
    """Return the place of a model, which finds its chapters from here, and is not swiped away."""
    place = copy.copy(element)
    state = place.find("script", type="application/json")
    assert isinstance(state, Tag)
    values = json.loads(str(state.string)) | {"base": BOOK}
    state.string = Script(json.dumps(values, ensure_ascii=False).replace("<", "\\u003c"))
    for each in place.select(".nb-alternative"):
        each.decompose()
    for link in place.select('a:not([href^="http"])'):
        link["href"] = f"{BOOK}{link['href']}"
    place["data-prevent-swipe"] = ""
    return place


def plain(element: Tag) -> Tag:
    """Return a copy without links, anchors and what else a room has no use for."""
    twin = copy.copy(element)
    for each in twin.select(DROPPED):
        each.decompose()
    for link in twin.select("a"):
        link.unwrap()
    for each in [twin, *twin.select("[id], [hidden], [tabindex]")]:
        for name in ("id", "hidden", "tabindex"):
            del each[name]
    return twin


def made(name: str, classes: str, *content: Any) -> Tag:
    """Return a new element."""
    element = Tag(name=name, attrs={"class": classes} if classes else {})
    element.extend(list(content))
    return element


def spoken(notes: list[Tag]) -> str:
    """Return notes as HTML that needs no style: of formulas, MathML alone."""
    for note in notes:
        for formula in note.select(".katex"):
            formula.replace_with(*formula.select("math"))
        for source in note.select("annotation"):
            source.decompose()
    return "\n".join(map(str, notes))


def write(
    app: "Sphinx",
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Write the deck of a chapter whenever its page is written, and have that lead to it."""
    builder = app.builder
    if doctree is None or pagename not in chapters(app.env):
        return
    assert isinstance(builder, StandaloneHTMLBuilder)
    stacks = [
        [
            {
                "heading": slide.heading,
                "shown": "\n".join(map(str, slide.shown)),
                "notes": spoken(slide.notes),
            }
            for slide in stack
        ]
        for stack in read_page(context["body"])
    ]
    name = pagename.replace("book/", "slides/", 1)
    title = app.env.titles[pagename].astext()
    deck = {
        "title": f"{title}: slides",
        "chapter": {"name": pagename, "title": title},
        "stacks": stacks,
        "body": context["body"],  # which tells the faces that it begins with
        "words": f"“{title}” as slides for a lecture: models are live, the text is in the notes.",
        "nb_type": "PresentationDigitalDocument",
        "nb_card": pagename,
    }
    builder.handle_page(name, deck, "deck.html")
    context["nb_slides"] = context["pathto"](name)


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("html-page-context", write)
    return {"parallel_read_safe": True}
