"""A slide has the formulas that its words call by their numbers: nobody in a room turns back."""

from collections.abc import Callable

from bs4 import Tag

from .parts import LABEL, TABLE, made

NUMBER = ".nb-number"
WHOLE = ["nb-warned", TABLE.removeprefix(".")]
"""Classes of blocks inside of which no formula is repeated: it is put below the whole block."""


def recall(shown: list[Tag], formula_of: Callable[[str, str], Tag]) -> None:
    """Put formulas that stand elsewhere below what calls them by their numbers.

    Parameters
    ----------
    shown
        What is shown on a slide.
    formula_of
        Gives the formula of an address and a number.
    """
    whole = made("div", "", *shown)
    here = {str(each[LABEL]) for each in whole.select(f".nb-math[{LABEL}]")}
    for number in whole.select(NUMBER):
        address = str(number[LABEL])
        if address not in here:
            here.add(address)
            place(number, made("div", "nb-recalled", formula_of(address, number.get_text())))
        number.unwrap()
    for each in whole.select(f"[{LABEL}]"):
        del each[LABEL]
    shown[:] = [each.extract() for each in whole.find_all(recursive=False)]


def place(number: Tag, formula: Tag) -> None:
    """Put a formula into the answer that calls it, or below the paragraph or table that does."""
    answer = number.find_parent(class_="nb-found")
    if answer is not None:
        answer.append(formula)
        return
    block = number.find_parent(class_=WHOLE) or number
    while block.parent is not None and block.parent.name != "div":
        block = block.parent
    block.insert_after(formula)
