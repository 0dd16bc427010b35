"""What a question's directive says, as data; the one place that knows its syntax.

A question, then its choices, if any; below a line of three hyphens, what is said with the answer::

    The question, in one sentence.
    - [ ] a misconception
      : why it is one
    - [x] what is so
    ---
    Because …

An ``order`` has its items in the right one, as ``1. …``; a ``number`` and a ``sketch`` have none.
"""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

KINDS = ("choice", "number", "order", "sketch")
RULE = re.compile(r"^---$", re.MULTILINE)
ITEM = re.compile(r"^(?:- \[(?P<mark>[ x])\]|\d+\.) +(?P<text>.*)$")
ALMOST = re.compile(r"^\s*[-*+]\s*\[.?\]")
"""How a line begins that is a choice to its author."""
WHY = ": "
HANDLES = 7
"""How many handles a sketch has that does not say where they are."""


class QuestionError(ValueError):
    """A question is not formed as it should be; the message says what is missing."""


@dataclass(frozen=True)
class Choice:
    """One of the answers that are offered, or of the things to put in order."""

    text: str
    right: bool = False
    why: str = ""
    """What is said to readers who chose it."""


@dataclass(frozen=True)
class Axis:
    """What a number may be: ``[log] low high [label]``."""

    low: float
    high: float
    log: bool = False
    label: str = ""

    def at(self, share: float) -> float:
        """Return the place at a share of the way from low to high."""
        if self.log:
            return float(self.low * (self.high / self.low) ** share)
        return self.low + (self.high - self.low) * share

    def evenly(self, count: int) -> list[float]:
        """Return so many places, evenly from low to high, with three digits each."""
        return [float(f"{self.at(i / (count - 1)):.3g}") for i in range(count)]


def parse_axis(text: str) -> Axis:
    """Return an axis as it is written: ``0 48 sublayer``, or ``log 0.001 1``."""
    log, rest = text.startswith("log "), text.removeprefix("log ").removeprefix("linear ")
    try:
        low, high, label = (*rest.split(maxsplit=2), "")[:3]
        axis = Axis(float(low), float(high), log, label)
    except ValueError:
        axis = None
    if axis is None or axis.low >= axis.high or (log and axis.low <= 0):
        raise ValueError(f"{text!r} is no axis: write [log] low high label")
    return axis


def parse_numbers(text: str) -> list[float]:
    """Return numbers with spaces between them."""
    return [float(each) for each in text.split()]


def parse_kind(text: str) -> str:
    """Return a type of question."""
    if text not in KINDS:
        raise ValueError(f"{text!r} is no type; there are: {', '.join(KINDS)}")
    return text


OPTIONS: dict[str, Callable[[str], Any]] = {
    "type": parse_kind,
    "answer": str,
    "covers": str.split,
    "scale": parse_axis,
    "unit": str,
    "tolerance": float,
    "x": parse_axis,
    "y": parse_axis,
    "at": parse_numbers,
    "given": parse_numbers,
}
NEEDED = {"choice": (), "order": (), "number": ("scale",), "sketch": ("x", "y")}
"""The options that a question of each type needs beside ``type`` and ``answer``."""


@dataclass(frozen=True)
class Question:
    """A question as it is written."""

    slug: str
    ask: str
    reveal: str
    choices: tuple[Choice, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """Return which of `KINDS` it is."""
        return str(self.options["type"])

    @property
    def digest(self) -> str:
        """Return a hash of what the question says: readers are asked anew where it changes."""
        axes = [self.options.get(name) for name in ("scale", "x", "y")]
        places = tuple(self.handles) if self.kind == "sketch" else None
        said = repr([self.kind, self.ask, self.choices, [*axes, places]])
        return hashlib.sha256(said.encode()).hexdigest()[:8]

    @property
    def count(self) -> int | None:
        """Return how many cells and texts below it covers; None, if all up to the next heading."""
        covers = self.options.get("covers", [])
        return int(covers[0]) if covers and covers[0].isdecimal() else None

    @property
    def names(self) -> set[str]:
        """Return the tags of the cells, and the explorables, that it covers instead."""
        return set() if self.count is not None else set(self.options.get("covers", []))

    @property
    def handles(self) -> list[float]:
        """Return where along x a sketch is drawn."""
        if "at" in self.options:
            return list(self.options["at"])
        places: list[float] = self.options["x"].evenly(HANDLES)
        given = self.options.get("given", [])[:1]
        return [each for each in places if each not in given]

    def shown_order(self) -> list[int]:
        """Return in which order things that have one are offered: always the same, never theirs."""
        numbers = list(range(len(self.choices)))
        if self.kind != "order":
            return numbers

        def key(i: int) -> bytes:
            return hashlib.sha256(f"{self.slug} {self.choices[i].text}".encode()).digest()

        mixed = sorted(numbers, key=key)
        return mixed if mixed != numbers else numbers[::-1]


def parse_question(slug: str, options: dict[str, Any], content: str) -> Question:
    """Return a question, from its directive's parts.

    Raises
    ------
    QuestionError
        If it is not formed as the module says.
    """
    kind = options.get("type")
    missing = [n for n in ("type", "answer", *NEEDED.get(str(kind), ())) if n not in options]
    if missing:
        raise QuestionError(f"{slug}: no :{missing[0]}:")
    asked, *reveal = RULE.split(content, maxsplit=1)
    if not reveal or not reveal[0].strip():
        raise QuestionError(f"{slug}: no line --- with the reason below it")
    for line in asked.splitlines():
        if ALMOST.match(line) and not ITEM.match(line):
            raise QuestionError(
                f"{slug}: {line.strip()!r} is no choice: write - [ ] or - [x] first"
            )
    ask, choices = split_items(asked)
    question = Question(slug, ask, reveal[0].strip(), choices, options)
    if complaint := complain(question):
        raise QuestionError(f"{slug}: {complaint}")
    return question


def complain(question: Question) -> str:
    """Return what a question lacks for its kind, or nothing."""
    right = sum(choice.right for choice in question.choices)
    if not question.ask:
        return "it asks nothing: the question comes first, what is offered below it"
    if question.kind == "choice" and (len(question.choices) < 2 or right == 0):
        return "write two choices or more, - [ ], and [x] before what is right"
    if any(choice.text.endswith(".") for choice in question.choices):
        return "end no choice with a full stop: it is quoted within sentences"
    if question.kind == "order" and len(question.choices) < 3:
        return "write three things or more, 1., in the right order"
    if question.kind in {"number", "sketch"} and question.choices:
        return f"a {question.kind} has no choices"
    if question.kind == "sketch" and not 3 <= len(question.handles) <= 9:
        return "a sketch has three to nine handles"
    return ""


def split_items(text: str) -> tuple[str, tuple[Choice, ...]]:
    """Return what stands before the items of a text, and these."""
    ask: list[str] = []
    items: list[Choice] = []
    for line in text.splitlines():
        if match := ITEM.match(line):
            items.append(Choice(match["text"], match["mark"] == "x"))
        elif items:
            items[-1] = continued(items[-1], line.strip())
        else:
            ask.append(line)
    return "\n".join(ask).strip(), tuple(items)


def continued(item: Choice, line: str) -> Choice:
    """Return an item with one line more, of its text or of its why."""
    if line.startswith(WHY) and not item.why:
        return Choice(item.text, item.right, line.removeprefix(WHY))
    if item.why:
        return Choice(item.text, item.right, f"{item.why} {line}".strip())
    return Choice(f"{item.text} {line}".strip(), item.right)
