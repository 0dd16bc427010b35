"""What a slide is made of: copies from the page, without what a room has no use for."""

import copy
import json
from typing import Any

from bs4 import Tag
from bs4.element import NavigableString, Script

BOOK = "../book/"
"""Where the chapters are, as seen from a deck."""
TABLE = ".pst-scrollable-table-container"
LABEL = "data-label"
"""The attribute with a formula's label, at the formula and at each link to its number."""
DROPPED = (
    "script, .headerlink, .nb-alternative, .nb-evidence, .nb-against, .footnote-reference, "
    "figcaption"
)
"""Elements that are left out of what slides show: an audience has no use for them."""
CONTESTED = "nb-evidence-contested"
"""The class of the badge that is kept on slides, since it may be a word of its sentence, as in *the
second is contested*."""


def heading_of(section: Tag) -> str:
    """Return a section's heading, as HTML."""
    heading = section.find(["h1", "h2", "h3", "h4"])
    assert isinstance(heading, Tag)
    return plain(heading).decode_contents().strip()


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
        there = made("small", "nb-live-there", "A picture: its levers are in the chapter.")
        return made("div", "nb-explorable nb-still", copy.copy(picture), there)
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
    for each in [twin, *twin.select(".nb-math")]:
        if "nb-math" in each.get_attribute_list("class") and each.get("id"):
            each[LABEL] = f"#{each['id']}"
    for each in twin.select(DROPPED):
        if CONTESTED not in each.get_attribute_list("class") or is_behind_sentence(each):
            cut(each)
    for link in twin.select("a"):
        if "#equation-" in (address := str(link.get("href"))):
            link.replace_with(made("span", "nb-number", link.get_text(), **{LABEL: address}))
        else:
            link.unwrap()
    for each in [twin, *twin.select("[id], [hidden], [tabindex]")]:
        for name in ("id", "hidden", "tabindex"):
            del each[name]
    twin.smooth()
    return twin


def is_behind_sentence(badge: Tag) -> bool:
    """Return whether a badge stands behind a sentence, and not in it."""
    before = badge.previous_sibling
    return before is None or before.get_text().rstrip().endswith((".", "?", "!"))


def cut(element: Tag) -> None:
    """Take an element out, and the space before it where a mark of punctuation is behind it."""
    before, behind = element.previous_sibling, element.next_sibling
    element.decompose()
    if isinstance(before, NavigableString) and isinstance(behind, NavigableString):
        if behind[:1] in set(".,;:)"):
            before.replace_with(before.rstrip())
        elif before[-1:].isspace() and behind[:1].isspace():
            behind.replace_with(behind.lstrip())


def made(name: str, classes: str, *content: Any, **attributes: str) -> Tag:
    """Return a new element."""
    element = Tag(name=name, attrs=({"class": classes} if classes else {}) | attributes)
    element.extend(list(content))
    return element


def spoken(notes: list[Tag]) -> str:
    """Return notes as HTML that needs no style: of formulas, MathML alone."""
    for note in notes:
        for formula in note.select(".katex"):
            formula.replace_with(*formula.select("math"))
        for source in note.select("annotation"):
            source.decompose()
        for number in note.select(".nb-number"):
            number.unwrap()
        for formula in note.select(f"[{LABEL}]"):
            del formula[LABEL]
    return "\n".join(map(str, notes))
