"""The cells that have a chapter's claims evaluated, and that no reader sees."""

import re
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from .evaluate import Answer

CLAIM = re.compile(r"\{claim\}`([^`]+)`")
PROBE = "normbook-probe"
"""In the metadata of such a cell."""
SCRIPT = Path(__file__).with_name("evaluate.py")
CODE = "__import__('runpy').run_path({script!r})['publish']({expressions!r}, globals())"


class Claim(NamedTuple):
    """What stands in the role."""

    text: str
    """What the page shows."""
    expression: str
    """What it is compared with; nothing, where the cell above prints it."""


def parse(content: str) -> Claim:
    """Return a role's content as its two parts."""
    text, _, expression = " ".join(content.split()).partition(": ")
    return Claim(text, expression)


def expressions_of(markdown: str) -> list[str]:
    """Return the expressions of the claims in a text, in order."""
    claims = [parse(content) for content in CLAIM.findall(markdown)]
    return [claim.expression for claim in claims if claim.expression]


def expressions_in(notebook: NotebookNode) -> list[str]:
    """Return the expressions of a chapter's claims, in order."""
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    return [expression for text in texts for expression in expressions_of(text)]


def with_probes(notebook: NotebookNode) -> NotebookNode:
    """Return a copy of a chapter that evaluates its claims, each where its sentence stands."""
    cells = []
    for cell in notebook.cells:
        cells.append(deepcopy(cell))
        if cell.cell_type == "markdown" and (expressions := expressions_of(cell.source)):
            code = CODE.format(script=str(SCRIPT), expressions=expressions)
            cells.append(new_code_cell(code, metadata={PROBE: True}))
    return NotebookNode({**notebook, "cells": cells})


def answered(executed: NotebookNode) -> tuple[NotebookNode, list[Answer]]:
    """Return a chapter without the cells that were added, and their answers."""
    probes = [cell for cell in executed.cells if PROBE in cell.metadata]
    cells = [cell for cell in executed.cells if PROBE not in cell.metadata]
    outputs = [output for cell in probes for output in cell.outputs]
    answers = [answer for output in outputs for answer in output.data["application/json"]]
    return NotebookNode({**executed, "cells": cells}), answers
