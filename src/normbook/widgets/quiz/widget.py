"""Questions that answer back: each choice is explained, right or wrong."""

from __future__ import annotations

from typing import Any

from traitlets import Dict, Int, List, TraitError, Unicode, default, validate

from normbook.widgets.explorable import Explorable

from .questions import read_quiz


class Quiz(Explorable):
    """The quiz of that name in ``normbook/data/quizzes``.

    Parameters
    ----------
    name
        The file's name, without ``.toml``.
    chosen
        For each question the number of the chosen answer, from 0; −1 where none is chosen yet.

    Raises
    ------
    LookupError
        If there is no quiz of that name.
    ValueError
        If its file is malformed.
    """

    slug = "quiz"

    name = Unicode().tag(sync=True)
    questions = List(Dict()).tag(sync=True)
    chosen = List(Int()).tag(sync=True)

    def __init__(self, name: str, **traits: Any) -> None:
        super().__init__(name=name, questions=read_quiz(name), **traits)

    @default("chosen")
    def _none_chosen(self) -> list[int]:
        return [-1] * len(self.questions)

    @validate("chosen")
    def _an_answer_a_question(self, proposal: Any) -> list[int]:
        chosen: list[int] = proposal["value"]
        answers = [len(question["answers"]) for question in self.questions]
        if len(chosen) != len(answers) or not all(
            -1 <= choice < n for choice, n in zip(chosen, answers, strict=True)
        ):
            raise TraitError(
                f"chosen is {chosen}; expected one number a question, from -1 (none) to one less "
                f"than its answers, which are {answers}."
            )
        return chosen

    def __repr__(self) -> str:
        return f"Quiz({self.name!r}, chosen={self.chosen})"
