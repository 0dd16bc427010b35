"""What of a chapter's page stands on which slide, and what is said there."""

from copy import copy
from dataclasses import dataclass, field
from itertools import pairwise

from bs4 import Tag

from .around import block_beside, blocks_before, has_class, is_definition, is_pitfall, section_of
from .parts import TABLE, figure, heading_of, live, made, plain, question
from .sentences import (
    Sentence,
    beginning,
    count_lines,
    first_of,
    last_of,
    named_from,
    points_back,
    read_before_formula,
    read_by_room,
    read_with_question,
    said,
    sentences_of,
    text_of,
)

LAST = "recap"
"""The section that a deck ends with."""
HEADINGS = {"h2", "h3", "h4"}
PROSE = {"p", "ul", "ol", "dl", "blockquote"}
MOST = 18
"""How many lines of formulas, and of words with them, one slide has."""
FEW = 4
"""With so many lines of words and nothing else a slide has room for a figure, say."""
DEMONSTRATIONS = 2
"""How many cells with output are on slides of a section that has nothing but code."""


@dataclass
class Slide:
    """A heading, what is shown below it, and what is said."""

    heading: str
    above: str = ""
    """The heading of the section around this slide's section; "" if there is none."""
    shown: list[Tag] = field(default_factory=list)
    notes: list[Tag] = field(default_factory=list)
    is_full: bool = False
    answer: Tag | None = None
    """The part of a question's answer that is on the slide; formulas that follow are added."""


def read_page(chapter: Tag) -> list[list[Slide]]:
    """Return the slides of a chapter, by section."""
    opening = Slide(heading_of(chapter))
    stacks = [[opening]]
    for child in chapter.find_all(recursive=False):
        if child.name != "section":
            open_with(child, opening)
            continue
        if child["id"] == LAST:
            return [*stacks, [recap(child)]]
        stacks.append([])
        enter(child, stacks[-1])
    return stacks


def open_with(element: Tag, slide: Slide) -> None:
    """Put the paragraph that asks the chapter's question on the first slide, and say all."""
    if element.name not in PROSE:
        return
    if element.name == "p" and read_by_room(element):
        slide.shown.append(made("p", "nb-lead", *plain(element).contents))
    slide.notes.append(plain(element))


def enter(section: Tag, stack: list[Slide], above: str = "") -> None:
    """Put a section on slides; one with nothing but sections in it has none of its own."""
    begin = len(stack)
    own = Slide(heading_of(section), above)
    stack.append(own)
    fill(section, stack)
    if not any(slide.shown for slide in stack[begin:]):
        demonstrate(section, stack)
    elif not own.shown:
        stack.remove(own)
        stack[begin].notes[:0] = own.notes
    for before, slide in pairwise(stack[begin:]):
        slide.notes = slide.notes or [copy(each) for each in before.notes]


def recap(section: Tag) -> Slide:
    """Return the slide of the recap: its table."""
    shown = [plain(each) for each in section.select(TABLE)]
    notes = [plain(each) for each in section.find_all("p", recursive=False)]
    return Slide(heading_of(section), shown=shown, notes=notes, is_full=True)


def demonstrate(section: Tag, stack: list[Slide]) -> None:
    """Show the first cells of a section that has nothing else, each with the words around it."""
    left = DEMONSTRATIONS
    for cell in section.select(".cell"):
        if stack[-1].is_full:
            begin(stack)
        before, behind = block_beside(cell, -1), block_beside(cell, 1)
        if before is not None and before.name == "p":
            stack[-1].shown.append(said(leads_to_cell(before), "nb-said"))
        stack[-1].shown += map(plain, cell.select(".cell_input .highlight"))
        if is_definition(cell):
            continue
        found = made(
            "div", "nb-found fragment", *map(plain, cell.select(".cell_output .highlight"))
        )
        if behind is not None and behind.name == "p":
            found.append(said(follows_cell(behind), "nb-said"))
        stack[-1].shown.append(found)
        stack[-1].is_full = True
        left -= 1
        if left == 0:
            break


def leads_to_cell(paragraph: Tag) -> list[Sentence]:
    """Return the last sentences before a cell, without the first if that is about another."""
    return last_of(sentences_of(paragraph), begin=int(stands_between_cells(paragraph)))


def follows_cell(paragraph: Tag) -> list[Sentence]:
    """Return the first sentences behind a cell; before another cell, the first alone."""
    sentences = sentences_of(paragraph)
    return sentences[:1] if stands_between_cells(paragraph) else first_of(sentences)


def stands_between_cells(paragraph: Tag) -> bool:
    """Return whether a paragraph says something of the cell before it and of the one behind it."""
    before, behind = block_beside(paragraph, -1), block_beside(paragraph, 1)
    is_between = all(each is not None and has_class(each, "cell") for each in (before, behind))
    has_both = len(sentences_of(paragraph)) > 1
    return is_between and has_both and before is not None and not is_definition(before)


def fill(element: Tag, stack: list[Slide]) -> None:
    """Put what stands in an element on slides."""
    for child in element.find_all(recursive=False):
        take(child, stack)


def take(element: Tag, stack: list[Slide]) -> None:
    """Put an element on the last slide or on a new one, or into its notes."""
    if element.name == "section":
        enter(element, stack, heading_of(section_of(element)))
    elif has_class(element, "nb-predict"):
        ask(element, stack)
    elif has_class(element, "nb-math"):
        state(element, stack)
    elif has_class(element, TABLE.removeprefix(".")):
        show(stack, tabulate(element))
    elif element.name in PROSE:
        tell(element, stack)
    elif has_class(element, "nb-mount"):
        if not stands_beside_question(element):
            show(stack, live(element))
    elif has_class(element, "nb-figure"):
        show(stack, figure(element))
    elif element.name == "div" and not has_class(element, "nb-exercise"):
        if has_class(element, "cell") and is_pitfall(element):
            warn(stack, *map(plain, element.select(".highlight")))
        fill(element, stack)


def ask(element: Tag, stack: list[Slide]) -> None:
    """Give a question a slide, and beside it its sketch, or a model that waits to be told."""
    shown = [*setting(element), *question(element)]
    words = [each for each in shown if not has_class(each, "r-stack")]
    behind = block_beside(element, 1)
    models = [] if behind is None else [behind, *behind.select(".nb-mount")]
    pictures = [each for each in shown if has_class(each, "r-stack")]
    pictures += map(live, filter(is_brief, models))
    if pictures:
        shown = [made("div", "nb-beside", made("div", "", *words), *pictures)]
    begin(stack)
    show(stack, *shown)
    stack[-1].notes += [plain(each) for each in element.select(".nb-objection")]


def setting(element: Tag) -> list[Tag]:
    """Return what leads to a question: the code that it asks about, and the paragraph before it."""
    words: list[Tag] = []
    for each in blocks_before(element):
        if is_definition(each) or (not words and each.select_one(".cell_output .highlight")):
            return [*map(plain, each.select(".highlight")), *words]
        if each.name != "p" or is_read_whole(each):
            break
        if not words:
            read = read_with_question(each, goes_on=goes_on(each))
            words = [said(part, "nb-said") for part in (named_before(each, read), read) if part]
    return words


def is_brief(element: Tag) -> bool:
    """Return whether an element is a model that shows nothing until it is told to begin."""
    return "data-begin" in element.attrs


def stands_beside_question(model: Tag) -> bool:
    """Return whether a model is shown with the question before it."""
    before = block_beside(model.find_parent(class_="cell") or model, -1)
    return is_brief(model) and before is not None and has_class(before, "nb-predict")


def state(element: Tag, stack: list[Slide]) -> None:
    """Put a formula on a slide, in the sentence that it stands in."""
    content = [plain(element)]
    before, behind = block_beside(element, -1), block_beside(element, 1)
    if before is not None and before.name == "p" and not is_read_whole(before):
        read = read_before_formula(before, goes_on=goes_on(before))
        content[:0] = [said(each, "nb-said") for each in read]
        if read and (named := named_before(before, read[0])) and not is_read(named, stack[-1]):
            content.insert(0, said(named, "nb-said"))
    if behind is not None and goes_on(behind):
        content.append(said(sentences_of(behind)[:1], "nb-said"))
    add(stack, *content)


def named_before(paragraph: Tag, read: list[Sentence]) -> list[Sentence]:
    """Return the sentences of the paragraph before that name what one begins to speak of."""
    before = block_beside(paragraph, -1)
    begins = read and text_of(read[0]) == text_of(sentences_of(paragraph)[0])
    if not (begins and points_back(read[0])) or before is None or before.name != "p":
        return []
    sentences = sentences_of(before)
    at = named_from(sentences, len(sentences) - 1)
    return [*(named_before(before, sentences[at:]) if at == 0 else []), *sentences[at:]]


def is_read(sentences: list[Sentence], slide: Slide) -> bool:
    """Return whether a slide ends with some sentences, and goes on."""
    text = text_of(slide.shown)
    return not slide.is_full and all(text_of(each) in text for each in sentences)


def goes_on(block: Tag) -> bool:
    """Return whether a block goes on with the sentence of a formula, or first says what that is."""
    formula = block_beside(block, -1)
    if block.name != "p" or formula is None or not has_class(formula, "nb-math"):
        return False
    before = block_beside(formula, -1)
    return block.get_text()[:1].islower() or (before is not None and before.name in HEADINGS)


def tabulate(table: Tag) -> Tag:
    """Return a table; one that answers a numbered list has what it answers in place of numbers."""
    twin = plain(table)
    asked = list_answered_by(table)
    if asked is not None:
        for row, item in zip(twin.select("tbody tr"), asked.find_all("li"), strict=True):
            assert row.td is not None
            row.td.replace_with(made("td", "", *plain(item).contents))
    return twin


def list_answered_by(table: Tag) -> Tag | None:
    """Return the list before a table whose numbers its rows begin with."""
    listed = table.find_previous_sibling("ol")
    if listed is None:
        return None
    numbers = [row.td.get_text(strip=True) for row in table.select("tbody tr") if row.td]
    return listed if numbers == [str(i + 1) for i, _ in enumerate(listed.find_all("li"))] else None


def is_answered(element: Tag) -> bool:
    """Return whether an element is a list that a table answers."""
    table = element.find_next_sibling(class_=TABLE.removeprefix("."))
    return element.name == "ol" and table is not None and list_answered_by(table) is element


def tell(element: Tag, stack: list[Slide]) -> None:
    """Put prose on a slide as far as a room is to read it, and else into the notes."""
    begins, behind = beginning(element), block_beside(element, 1)
    if is_pitfall(element) and (begins is not None or any(slide.shown for slide in stack)):
        warn(stack, made("div", "nb-warned", plain(element)), is_new=begins is not None)
        return
    if begins is not None and is_read_whole(element):
        answer = answer_of(element)
        show(stack, made("p", "nb-lead", plain(begins)), answer)
        stack[-1].answer = answer
    elif is_answered(element):
        before = block_beside(element, -1)
        assert before is not None
        show(stack, said(last_of(sentences_of(before)), "nb-said"), plain(element))
    elif behind is None or not (has_class(behind, "nb-math") or has_class(behind, "nb-predict")):
        words = read_by_room(element) if element.name == "p" else []
        if words:
            stack[-1].answer = None
            named = named_before(element, words)
            parts = [words] if is_read(named, stack[-1]) else [named, words]
            add(stack, *(said(part, "nb-lead") for part in parts if part))
    stack[-1].notes.append(plain(element))


def is_read_whole(paragraph: Tag) -> bool:
    """Return whether a slide has all of a paragraph: a pitfall, or a question and its answer.

    One that begins with a question and leads to a prediction leaves that to answer it.
    """
    if is_pitfall(paragraph):
        return True
    begins, behind = beginning(paragraph), block_beside(paragraph, 1)
    is_left = behind is not None and has_class(behind, "nb-predict")
    return begins is not None and begins.get_text().endswith("?") and not is_left


def warn(stack: list[Slide], *content: Tag, is_new: bool = False) -> None:
    """Put what is said of a pitfall on one slide, until something has a slide of its own."""
    if is_new or stack[-1].is_full:
        begin(stack)
    stack[-1].shown += content


def begin(stack: list[Slide]) -> None:
    """Begin a slide, unless the last is empty."""
    if stack[-1].shown:
        stack.append(Slide(stack[-1].heading, stack[-1].above))


def show(stack: list[Slide], *content: Tag) -> None:
    """Give content a slide of its own, or one that has a few words."""
    if not has_room(stack[-1]):
        begin(stack)
    stack[-1].shown += content
    stack[-1].is_full = True


def has_room(slide: Slide) -> bool:
    """Return whether a slide has a few words and nothing else."""
    is_words = all(each.name == "p" for each in slide.shown) and not slide.is_full
    return is_words and sum(map(count_lines, slide.shown)) <= FEW


def add(stack: list[Slide], *content: Tag) -> None:
    """Put content below other of the kind of which a slide has several, or to an answer."""
    if stack[-1].answer is not None:
        stack[-1].answer.extend(content)
        return
    if stack[-1].is_full or sum(map(count_lines, [*stack[-1].shown, *content])) > MOST:
        begin(stack)
    stack[-1].shown += content


def answer_of(paragraph: Tag) -> Tag:
    """Return what a paragraph says behind the question that it begins with, for the next step."""
    answer = plain(paragraph)
    begins = beginning(answer)
    assert begins is not None
    begins.decompose()
    return made("div", "nb-found fragment", answer)
