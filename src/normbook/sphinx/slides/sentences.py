"""The sentences of a paragraph: which of them a room reads, and how much room they take."""

import re
from collections.abc import Iterable
from itertools import chain

from bs4 import Tag
from bs4.element import NavigableString, PageElement

from .parts import made, plain

ENDS_OF_SENTENCES = (".", "?", "!")
ENDS = (*ENDS_OF_SENTENCES, ":")
"""Characters with which words that stand on a line of their own may end."""
BREAK = re.compile(r"(?<=[.?!])(?<!al\.)\s+|(?<=[.?!][”)])\s+")
"""The space between two sentences. The full stop of *et al.* ends none."""
MOST_WORDS = 60
"""A slide shows at most so many words of a paragraph, and at least its first sentence."""
ENOUGH = 12
"""A formula needs at least so many words before it to say what it is about."""
LINE = 13
"""How many words stand in a line."""
POINTS_BACK = re.compile(
    r"(it|its|they|their|them|that|this|these|those|both|such|so|then|but|and|or|yet|one of|each of"
    r"|the (other|others|first|second|third|former|latter))\b"
    r"|(\S+ ){1,4}(it|they|them|this(?! book| chapter)|these)\b|for \S+ that (is|was)\b",
    re.IGNORECASE,
)
"""How a sentence begins that speaks of what the one before it names."""
POINTS_ON = re.compile(r"(below|(in )?the panel)\b", re.IGNORECASE)
"""How a sentence begins that speaks of what comes behind it in the chapter."""

Sentence = list[PageElement]


def sentences_of(paragraph: Tag) -> list[Sentence]:
    """Return the sentences of a paragraph, as copies of what they are made of."""
    found: list[Sentence] = [[]]
    for child in list(plain(paragraph).contents):
        if not isinstance(child, NavigableString):
            found[-1].append(child)
            continue
        if child[:1].isspace() and has_ended(found[-1]):
            found.append([])
        first, *others = BREAK.split(child)
        found[-1].append(NavigableString(first))
        found += [[NavigableString(other)] for other in others]
    return [each for each in found if text_of(each)]


def has_ended(sentence: Sentence) -> bool:
    """Return whether a sentence is whole. A colon ends one that is set off as a whole."""
    text = text_of(sentence)
    ends = ENDS if is_set_off(sentence) else ENDS_OF_SENTENCES
    return text.endswith(ends) and not text.endswith("al.")


def is_set_off(sentence: Sentence) -> bool:
    """Return whether a sentence is in bold or italics as a whole."""
    names = [each.name if isinstance(each, Tag) else "" for each in sentence if text_of([each])]
    return names in (["strong"], ["em"])


def text_of(parts: Iterable[PageElement]) -> str:
    """Return the words of some elements, without space around them."""
    return "".join(each.get_text() for each in parts).strip()


def count_words(parts: Iterable[PageElement]) -> int:
    """Return how many words some elements have; a formula is one."""
    count = 0
    for each in parts:
        if isinstance(each, Tag):
            formulas = (
                [each] if "katex" in each.get_attribute_list("class") else each.select(".katex")
            )
            inside = sum(len(formula.get_text().split()) for formula in formulas)
            count += len(formulas) - inside
        count += len(each.get_text().split())
    return count


def first_of(sentences: list[Sentence], least: int = 1) -> list[Sentence]:
    """Return the first sentences, as many as a room reads, and so many at least.

    What is set off begins something, and does not end it.
    """
    taken = sentences[:least]
    for each in sentences[least:]:
        if count_words(chain(*taken, each)) > MOST_WORDS:
            break
        taken.append(each)
    while len(taken) > least and is_set_off(taken[-1]):
        taken.pop()
    return taken


def last_of(sentences: list[Sentence], begin: int = 0) -> list[Sentence]:
    """Return the last sentences, as many as a room reads, and one at least.

    Those before ``begin`` are read elsewhere; they come again where the others speak of them.
    """
    read = len(first_of(sentences[begin:][::-1]))
    return sentences[named_from(sentences, len(sentences) - read) :]


def leading(sentences: list[Sentence]) -> list[Sentence]:
    """Return as many last sentences as it takes to say what the formula behind them is about."""
    at = len(sentences) - 1
    while at > 0 and count_words(chain(*sentences[at:])) < ENOUGH:
        at -= 1
    return sentences[named_from(sentences, at) :]


def named_from(sentences: list[Sentence], at: int) -> int:
    """Return where to begin reading, so that what a sentence speaks of is named before it."""
    while at > 0 and points_back(sentences[at]):
        at -= 1
    return at


def points_back(sentence: Sentence) -> bool:
    """Return whether a sentence begins with words for what the one before it names."""
    return POINTS_BACK.match(in_one_line(sentence)) is not None


def points_on(sentence: Sentence) -> bool:
    """Return whether a sentence says what stands behind it in the chapter."""
    return POINTS_ON.match(in_one_line(sentence)) is not None


def in_one_line(sentence: Sentence) -> str:
    """Return the words of a sentence with one space between any two."""
    return " ".join(text_of(sentence).split())


def beginning(paragraph: Tag) -> Tag | None:
    """Return the words that a paragraph begins with, if they are set off."""
    first = next((each for each in paragraph.children if str(each).strip()), None)
    return first if isinstance(first, Tag) and first.name in {"strong", "em"} else None


def is_led(paragraph: Tag) -> bool:
    """Return whether a paragraph begins with a sentence that is set off."""
    begins = beginning(paragraph)
    return begins is not None and begins.get_text().endswith(ENDS)


def asks(sentence: Sentence) -> bool:
    """Return whether a question is set off in a sentence."""
    return any(
        isinstance(each, Tag) and each.name == "strong" and each.get_text().endswith("?")
        for each in sentence
    )


def read_by_room(paragraph: Tag) -> list[Sentence]:
    """Return what a room reads of a paragraph: its beginning if that is set off, or a question."""
    sentences = sentences_of(paragraph)
    if is_led(paragraph):
        return first_of(sentences, least=2)
    questions = [i for i, each in enumerate(sentences) if asks(each)]
    read = {j for i in questions for j in range(named_from(sentences, i), i + 1)}
    return [sentences[i] for i in sorted(read)]


def read_before_formula(paragraph: Tag, *, goes_on: bool = False) -> list[list[Sentence]]:
    """Return what a room reads of the paragraph that leads to a formula, as paragraphs.

    Parameters
    ----------
    paragraph
        The paragraph.
    goes_on
        Whether its first sentence is read already, with the formula before it.
    """
    sentences = sentences_of(paragraph)[1 if goes_on else 0 :]
    if not sentences:
        return []
    last = leading(sentences)
    if not is_led(paragraph):
        before = sentences[: len(sentences) - len(last)]
        return [*([each] for each in before if asks(each)), last]
    if count_words(chain(*sentences)) <= MOST_WORDS:
        return [sentences]
    return [sentences[:1], leading(sentences[1:])]


def read_with_question(paragraph: Tag, *, goes_on: bool = False) -> list[Sentence]:
    """Return what a room reads of the paragraph that leads to a question.

    A model comes on the next slide, so that no sentence says what of it is below.

    Parameters
    ----------
    paragraph
        The paragraph.
    goes_on
        Whether its first sentence is read already, with the formula before it.
    """
    sentences = sentences_of(paragraph)
    if goes_on:
        sentences = sentences[1:] or sentences
    read = first_of(sentences, least=2) if is_led(paragraph) else last_of(sentences)
    return [each for each in read if not points_on(each)]


def said(sentences: list[Sentence], classes: str) -> Tag:
    """Return some sentences as a paragraph."""
    paragraph = made("p", classes)
    for i, sentence in enumerate(sentences):
        if i > 0:
            paragraph.append(" ")
        paragraph.extend(sentence)
    return paragraph


def count_lines(element: Tag) -> int:
    """Return how many lines of text are about as high as an element of a slide."""
    if "nb-math" in element.get_attribute_list("class"):
        return 2 * max(
            1, len(element.select("semantics > mrow > mtable > mtr, semantics > mtable > mtr"))
        )
    return -(-count_words([element]) // LINE)
