"""What stands around an element of a chapter's page: blocks, in the order of reading."""

from collections.abc import Iterator

from bs4 import Tag

PITFALLS = "pitfalls"
"""The section whose paragraphs are shown whole."""
ASIDE = {"script", "span", "details"}
"""Elements between parts of a chapter that no slide shows: scripts, anchors, folded comparisons."""


def has_class(element: Tag, name: str) -> bool:
    """Return whether an element has a class."""
    return name in element.get_attribute_list("class")


def blocks_of(element: Tag) -> Iterator[Tag]:
    """Yield headings, paragraphs, cells, questions and so on, those below a cover among them."""
    for child in element.find_all(recursive=False):
        if has_class(child, "nb-covered") and not has_class(child, "cell"):
            yield from blocks_of(child)
        elif child.name not in ASIDE and not is_empty(child):
            yield child


def is_empty(element: Tag) -> bool:
    """Return whether an element is a paragraph of nothing but evidence."""
    if element.name != "p":
        return False
    badges = sum(len(each.get_text()) for each in element.select(":scope > .nb-evidence"))
    return len(element.get_text().strip()) <= badges


def block_beside(element: Tag, step: int) -> Tag | None:
    """Return the block that stands before one (-1) or behind it (1) in its section.

    What is no block itself, as a paragraph of nothing but evidence, has none beside it.
    """
    blocks = list(blocks_of(section_of(element)))
    beside = [i + step for i, each in enumerate(blocks) if each is element]
    return blocks[beside[0]] if beside and 0 <= beside[0] < len(blocks) else None


def blocks_before(element: Tag) -> Iterator[Tag]:
    """Yield the blocks before one, the nearest first."""
    before = block_beside(element, -1)
    while before is not None:
        yield before
        before = block_beside(before, -1)


def section_of(element: Tag) -> Tag:
    """Return the section that an element stands in."""
    section = element.find_parent("section")
    assert section is not None
    return section


def is_pitfall(element: Tag) -> bool:
    """Return whether an element stands among a chapter's pitfalls."""
    return element.find_parent("section", id=PITFALLS) is not None


def is_definition(element: Tag) -> bool:
    """Return whether an element is a cell that shows nothing."""
    return has_class(element, "cell") and element.select_one(".cell_output") is None
