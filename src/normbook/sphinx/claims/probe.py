"""The cells that have a chapter's claims evaluated, and that no reader sees."""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from .evaluate import Answer

CLAIM = re.compile(r"\{claim\}`([^`]+)`")
QUESTION = re.compile(r"^(?P<fence>`{3,}|:{3,})\{predict\}.*?^(?P=fence)[ ]*$", re.M | re.S)
"""A question is answered by the cells below it: what it claims is evaluated there."""
OPTION = r"^:{}:[ ]*(.+)$"
HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
PROBE = "normbook-probe"
"""The key in an added cell's metadata; its value are the numbers of the claims that the cell
evaluates, counted from 0 in the order of the chapter."""
SCRIPT = Path(__file__).with_name("evaluate.py")
CODE = "__import__('runpy').run_path({script!r})['publish']({expressions!r}, globals())"


class Claim(NamedTuple):
    """The content of the role ``claim``."""

    text: str
    """What the page shows."""
    expression: str
    """The expression that the text is compared with; "" if the cell above prints the number."""


def parse(content: str) -> Claim:
    """Return a role's content as its two parts."""
    text, _, expression = " ".join(content.split()).partition(": ")
    return Claim(text, expression)


def parse_answer(kind: str, content: str) -> Claim:
    """Return a question's answer as a claim: a number as in prose, all else an expression alone."""
    return parse(content) if kind == "number" else Claim("", " ".join(content.split()))


# ---- the claims of a text


@dataclass
class Part:
    """A part of a chapter's Markdown whose claims are evaluated in one place."""

    expressions: list[str]
    covers: set[str] | None = None
    """For a question, the tags of the cells that it still waits for. The set is empty if all cells
    up to the next heading answer it, and has a number if the cell below does. None for prose."""


def parts_of(markdown: str) -> Iterator[Part]:
    """Yield the parts of a text that claim something, in order."""
    end = 0
    for match in QUESTION.finditer(markdown):
        yield Part(claimed(markdown[end : match.start()]))
        yield question(match[0])
        end = match.end()
    yield Part(claimed(markdown[end:]))


def claimed(markdown: str) -> list[str]:
    """Return the expressions of the claims in a text, in order."""
    claims = [parse(content) for content in CLAIM.findall(markdown)]
    return [claim.expression for claim in claims if claim.expression]


def question(directive: str) -> Part:
    """Return what a question claims: its answer first."""
    option = {name: option_of(directive, name) for name in ("type", "answer", "covers")}
    answer = parse_answer(option["type"], option["answer"]).expression
    return Part([answer] * bool(answer) + claimed(directive), set(option["covers"].split()))


def option_of(directive: str, name: str) -> str:
    """Return an option of a directive, or nothing."""
    match = re.search(OPTION.format(name), directive, re.MULTILINE)
    return match[1].strip() if match else ""


def expressions_in(notebook: NotebookNode) -> list[str]:
    """Return the expressions of a chapter's claims, in order."""
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    return [each for text in texts for part in parts_of(text) for each in part.expressions]


# ---- where they are evaluated


def is_last(tags: set[str], covers: set[str]) -> bool:
    """Return whether a cell with these tags is the last that a question waits for.

    ``covers`` are the tags that the question still waits for, at least one, or a number.
    """
    return covers <= tags or any(name.isdecimal() for name in covers)


def with_probes(notebook: NotebookNode) -> NotebookNode:
    """Return a copy of a chapter that evaluates its claims, each where its sentence stands.

    Those of a question are evaluated behind the cells that answer it.
    """
    probes = Probes()
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            probes.pass_text(cell)
        else:
            probes.pass_cell(cell)
    probes.evaluate(probes.waiting)
    return NotebookNode({**notebook, "cells": probes.cells})


class Probes:
    """The cells of a chapter so far, and the questions whose answers are still to come."""

    def __init__(self) -> None:
        self.cells: list[NotebookNode] = []
        self.waiting: list[tuple[range, Part]] = []
        self.has_run = False  # whether a cell has come since the first question that waits
        self.count = 0

    def pass_text(self, cell: NotebookNode) -> None:
        """Add a text, and evaluate what it claims, or keep it waiting."""
        parts = list(parts_of(cell.source))
        if self.has_run and (HEADING.search(cell.source) or QUESTION.search(cell.source)):
            self.evaluate([each for each in self.waiting if not each[1].covers])
            self.has_run = False
        self.cells.append(deepcopy(cell))
        now: list[tuple[range, Part]] = []
        for part in parts:
            numbers = range(self.count, self.count + len(part.expressions))
            self.count = numbers.stop
            (now if part.covers is None else self.waiting).append((numbers, part))
        self.evaluate(now)

    def pass_cell(self, cell: NotebookNode) -> None:
        """Add a cell, and evaluate what it was the last to answer."""
        self.cells.append(deepcopy(cell))
        self.has_run = bool(self.waiting)
        tags = set(cell.metadata.get("tags", []))
        answered = []
        for numbers, part in self.waiting:
            if part.covers:
                if is_last(tags, part.covers):
                    answered.append((numbers, part))
                part.covers -= tags
        self.evaluate(answered)

    def evaluate(self, claims: list[tuple[range, Part]]) -> None:
        """Add a cell that evaluates some claims, and take them off those that wait."""
        expressions = [each for _, part in claims for each in part.expressions]
        if expressions:
            code = CODE.format(script=str(SCRIPT), expressions=expressions)
            numbers = [number for numbers, _ in claims for number in numbers]
            self.cells.append(new_code_cell(code, metadata={PROBE: numbers}))
        self.waiting = [each for each in self.waiting if each not in claims]


def answered(executed: NotebookNode) -> tuple[NotebookNode, list[Answer]]:
    """Return a chapter without the cells that were added, and their answers."""
    probes = [cell for cell in executed.cells if PROBE in cell.metadata]
    cells = [cell for cell in executed.cells if PROBE not in cell.metadata]
    numbers = [number for cell in probes for number in cell.metadata[PROBE]]
    outputs = [output.get("data", {}) for cell in probes for output in cell.outputs]
    answers = [answer for data in outputs for answer in data.get("application/json", [])]
    in_order = dict(zip(numbers, answers, strict=True))
    return NotebookNode({**executed, "cells": cells}), [in_order[i] for i in sorted(in_order)]
