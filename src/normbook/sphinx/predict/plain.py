"""A question in a notebook, as plain Markdown: it stands before the cell, and its answer behind."""

import re

from ..claims import parse
from .text import OPTIONS, Question, QuestionError, parse_question

OPTION = re.compile(r"^:(?P<name>[\w-]+):[ ]*(?P<value>.*)$", re.MULTILINE)


def parse_directive(slug: str, body: str) -> Question:
    """Return a question from the text below its directive's first line.

    Raises
    ------
    QuestionError
        If it is not formed as it should be.
    """
    options, lines = {}, body.split("\n")
    while lines and (match := OPTION.match(lines[0])):
        name, value = match["name"], match["value"].strip()
        if name not in OPTIONS:
            raise QuestionError(f"{slug}: :{name}: is no option; there are: {', '.join(OPTIONS)}")
        try:
            options[name] = OPTIONS[name](value)
        except ValueError as error:
            raise QuestionError(f"{slug}: :{name}: {error}") from error
        lines.pop(0)
    return parse_question(slug, options, "\n".join(lines))


def read_directive(slug: str, body: str) -> Question | None:
    """Return a question, or None if it is malformed: its directive warns, with file and line."""
    try:
        return parse_directive(slug, body)
    except QuestionError:
        return None


def ask(question: Question) -> str:
    """Return what is asked, with the choices; a notebook keeps no answer."""
    lines = [f"**Predict.** {question.ask}"]
    if question.choices:
        lines.append("")
        lines += [f"- {question.choices[i].text}" for i in question.shown_order()]
    if question.kind == "sketch":
        x, y = question.options["x"], question.options["y"]
        lines += ["", f"(Draw {y.label} from {y.low:g} to {y.high:g} over {x.label}.)"]
    return quoted("\n".join(lines))


def answer(question: Question) -> str:
    """Return the answer, closed until the reader opens it."""
    right = [choice.text for choice in question.choices if choice.right]
    if question.kind == "order":
        right = [choice.text for choice in question.choices]
    if question.kind == "number":
        right = [parse(question.options["answer"]).text]
    said = f"**{'; '.join(right)}**\n\n" if right else ""
    about = " ".join(question.ask.split())
    return (
        f"<details><summary>The answer to: {about}</summary>\n\n{said}{question.reveal}\n\n"
        "</details>"
    )


def quoted(text: str) -> str:
    """Return a text as a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
