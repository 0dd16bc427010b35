"""Questions of a quiz, read from TOML.

A file has one ``[[questions]]`` a question: ``ask``, and under it two or more
``[[questions.answers]]``, each with ``text``, ``why`` and, on exactly one, ``correct = true``.
Within a text, `` `code` `` and ``*emphasis*`` are the only markup.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypedDict

from normbook.data import DATA

FOLDER = DATA / "quizzes"


class Answer(TypedDict):
    """One answer, and why it is right or wrong."""

    text: str
    why: str
    correct: bool


class Question(TypedDict):
    """One question with its answers, exactly one of them correct."""

    ask: str
    answers: list[Answer]


def read_quiz(name: str, folder: Path = FOLDER) -> list[Question]:
    """Return the questions of one quiz.

    Parameters
    ----------
    name
        The file's name, without ``.toml``.
    folder
        Where the quizzes are.

    Raises
    ------
    LookupError
        If there is no quiz of that name.
    ValueError
        If the file is not TOML, or a question is not formed as above; the message says which.
    """
    path = folder / f"{name}.toml"
    if not path.is_file():  # the folder is read then alone: a new quiz concerns no other's chapter
        quizzes = sorted(each.stem for each in folder.glob("*.toml"))
        raise LookupError(f"no quiz {name!r}; there are: {', '.join(quizzes) or 'none'}.")
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name} is not TOML: {error}") from None
    questions = content.get("questions")
    if set(content) != {"questions"} or not isinstance(questions, list) or not questions:
        raise ValueError(
            f"{path.name} has {', '.join(content) or 'nothing'}; expected only [[questions]]."
        )
    return [_question(each, f"{path.name}, question {i}") for i, each in enumerate(questions, 1)]


def _question(raw: Any, where: str) -> Question:
    """Return one question, or say what is wrong with it."""
    _check_keys(raw, {"ask", "answers"}, set(), where)
    answers = raw["answers"]
    if not isinstance(answers, list) or len(answers) < 2:
        raise ValueError(f"{where}: expected two or more [[questions.answers]].")
    checked = [_answer(each, f"{where}, answer {i}") for i, each in enumerate(answers, 1)]
    right = sum(answer["correct"] for answer in checked)
    if right != 1:
        raise ValueError(f"{where}: {right} answers are correct; expected exactly one.")
    return {"ask": _text(raw, "ask", where), "answers": checked}


def _answer(raw: Any, where: str) -> Answer:
    """Return one answer, or say what is wrong with it."""
    _check_keys(raw, {"text", "why"}, {"correct"}, where)
    correct = raw.get("correct", False)
    if not isinstance(correct, bool):
        raise ValueError(f"{where}: correct is {correct!r}; expected true, or no such line.")
    return {"text": _text(raw, "text", where), "why": _text(raw, "why", where), "correct": correct}


def _check_keys(raw: Any, required: set[str], optional: set[str], where: str) -> None:
    """Raise unless ``raw`` is a table with all required keys and no unknown one."""
    if not isinstance(raw, dict):
        raise ValueError(f"{where} is {raw!r}; expected a table.")
    missing, unknown = required - set(raw), set(raw) - required - optional
    if missing:
        raise ValueError(f"{where}: {', '.join(sorted(missing))} missing.")
    if unknown:
        raise ValueError(f"{where}: unknown {', '.join(sorted(unknown))}.")


def _text(raw: dict[str, Any], key: str, where: str) -> str:
    """Return a text of one line, with single spaces."""
    value = raw[key]
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{where}: {key} is {value!r}; expected a text.")
    return " ".join(value.split())
