"""Quizzes are read from TOML, and a mistake in one is named with its place."""

import json
from pathlib import Path

import pytest
from traitlets import TraitError

from normbook.widgets import Quiz
from normbook.widgets.quiz import widget
from normbook.widgets.quiz.questions import FOLDER, read_quiz

FIXTURES = Path(__file__).parent / "quizzes"

ASK = '[[questions]]\nask = "Which?"\n'
YES = '[[questions.answers]]\ntext = "Yes"\nwhy = "So."\ncorrect = true\n'
NO = '[[questions.answers]]\ntext = "No"\nwhy = "Not so."\n'


@pytest.fixture
def quiz(monkeypatch) -> Quiz:
    monkeypatch.setattr(widget, "read_quiz", lambda name: read_quiz(name, FIXTURES))
    return Quiz("two_questions")


def test_questions_are_read_in_order_with_one_right_answer_each():
    questions = read_quiz("two_questions", FIXTURES)
    assert [len(question["answers"]) for question in questions] == [2, 3]
    assert questions[0]["ask"] == "What is the mean of `[1, 2, 6]`?"
    right = [[answer["correct"] for answer in question["answers"]] for question in questions]
    assert right == [[False, True], [True, False, False]]


def test_texts_of_several_lines_become_one(tmp_path):
    (tmp_path / "q.toml").write_text(
        ASK.replace('"Which?"', '"""\n  Which\n  one?\n"""') + YES + NO
    )
    assert read_quiz("q", tmp_path)[0]["ask"] == "Which one?"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", r"q\.toml has nothing; expected only \[\[questions\]\]"),
        ("[[question]]\n", r"q\.toml has question; expected only"),
        ("questions = 3\n", r"expected only \[\[questions\]\]"),
        ("questions = [3]\n", "question 1 is 3; expected a table"),
        ("ask = [", r"q\.toml is not TOML"),
        ('[[questions]]\nask = "Which?"\n', "question 1: answers missing"),
        (ASK + YES, "question 1: expected two or more"),
        (ASK + NO + NO, "question 1: 0 answers are correct; expected exactly one"),
        (ASK + YES + NO + ASK + YES + YES, "question 2: 2 answers are correct"),
        (ASK + YES + NO.replace("why", "because"), "question 1, answer 2: why missing"),
        (ASK + YES + NO + "hint = 1\n", "question 1, answer 2: unknown hint"),
        (ASK + YES + NO.replace('"No"', '" "'), "answer 2: text is ' '; expected a text"),
        (ASK.replace('"Which?"', "7") + YES + NO, "question 1: ask is 7; expected a text"),
        (ASK + YES + NO + "correct = 1\n", "answer 2: correct is 1; expected true"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path, source, message):
    (tmp_path / "q.toml").write_text(source)
    with pytest.raises(ValueError, match=message):
        read_quiz("q", tmp_path)


def test_an_unknown_quiz_lists_those_there_are():
    with pytest.raises(LookupError, match="no quiz 'three'; there are: two_questions"):
        read_quiz("three", FIXTURES)


def test_the_state_has_the_questions_and_the_choices(quiz):
    state = json.loads(json.dumps(quiz.state()))
    assert state["name"] == "two_questions"
    assert state["questions"] == read_quiz("two_questions", FIXTURES)
    assert state["chosen"] == [-1, -1]


def test_choices_are_answers_of_their_questions(quiz):
    quiz.chosen = [1, 2]
    for chosen in ([2, 0], [0], [0, 0, 0], [-2, 0]):
        with pytest.raises(TraitError, match="expected one number a question"):
            quiz.chosen = chosen
    assert quiz.chosen == [1, 2]


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.toml")))
def test_every_quiz_of_the_book_reads_well_and_has_five_questions_or_more(name):
    asked = len(read_quiz(name))
    assert asked >= 5, f"data/quizzes/{name}.toml asks {asked} questions; write five or more"
    assert Quiz(name).state()["name"] == name
