"""The search for wrong answers with full marks: it finds what is there, and no right answer."""

import inspect
import multiprocessing
import os
import signal
import sys
from dataclasses import replace
from itertools import islice

import find_holes
import numpy as np
import pytest
from changes import Equivalence, changes
from questions import Questions

from normbook.grader import find
from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.load import load
from normbook.grader.verdict.run import quiet

SOURCE = """
def f(x, eps=1e-5):
    if x.ndim == 1:
        x = x[None]
    return x / (x.std() + eps)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(x, eps=1e-5):", "def f(x, eps=1.00001):"),  # by mutmut
        ("def f(x, eps=1e-5):", "def f(x, eps=0.0001):"),
        ("", "eps = eps or (1e-5)"),
        ("", "x = np.squeeze(x)"),
        ("x = x[None]", "pass"),
        ("if x.ndim == 1:", "if True:"),
        ("return x / (x.std() + eps)", "return x / (np.maximum((x.std()), eps))"),
        ("return x / (x.std() + eps)", "return x / (x + eps)"),
        ("return x / (x.std() + eps)", "return eps / (x.std() + eps)"),
    ],
)
def test_a_source_is_changed(before, after):
    assert (before, after) in {(change.before, change.after) for change in changes("f", SOURCE)}


def test_what_is_listed_as_equivalent_is_known_by_its_lines():
    listed = Equivalence("f/*", "eps=1e-5", "eps=0.0001")
    found = [c for c in changes("f/g", SOURCE) if listed.covers(c.place, c.before, c.after)]
    assert [change.after for change in found] == ["def f(x, eps=0.0001):"]


def asked(slug):
    exercise = find(slug)
    solution = load(exercise.solution, exercise.entry)
    attempt = Attempt(Direct(solution))
    with quiet():
        for test in find_holes.tests(exercise):
            test(attempt)
    return [step.operation for step in attempt.steps], inspect.signature(solution)


def test_questions_change_sizes_alike_values_and_dtypes():
    operations, signature = asked("layer_norm")
    questions = Questions(operations, signature)
    given = [
        signature.bind(*question["arguments"], **question["keywords"]).arguments
        for seed in range(10)
        for question in questions.ask(seed)
    ]
    assert all(each["x"].shape[-1] == each["normalized_shape"] for each in given)
    assert all(each["weight"].shape == each["x"].shape[-1:] for each in given if "weight" in each)
    assert {each["x"].dtype.name for each in given} == {"float16", "float32", "float64"}
    assert {each["x"].ndim for each in given} >= {1, 2, 3, 4}
    assert any(not each["x"].flags.c_contiguous for each in given)
    assert any((each["x"] == each["x"].flat[0]).all() for each in given)


def test_the_same_seed_asks_the_same():
    questions = Questions(*asked("min_max_scale"))
    assert list(questions.ask(3)) == list(questions.ask(3)) != list(questions.ask(4))


def test_an_oracle_computes_each_result_once_and_gives_copies():
    calls = []
    oracle = find_holes.kept(lambda x: calls.append(x) or {"y": [2 * x]})
    oracle(np.ones(2))["y"][0][:] = 9
    assert oracle(np.ones(2))["y"][0].tolist() == [2, 2]
    assert oracle(np.zeros(2))["y"][0].tolist() == [0, 0]
    assert len(calls) == 2


def test_an_oracle_of_what_cannot_be_kept_is_asked_each_time():
    oracle = find_holes.kept(lambda function: function(2))
    assert oracle(lambda x: x + 1) == 3
    assert oracle(lambda x: x * 5) == 10


def test_right_answers_have_no_holes_and_most_questions_count():
    exercise = find("min_max_scale")
    with quiet():
        judge = find_holes.Judge(exercise, rounds=3)
        right = [judge.wrong(load(path, exercise.entry)) for path in exercise.variants]
        found = find_holes.search(exercise, 3, islice(find_holes.changed(exercise), 60))
    assert right == [None] * len(exercise.variants)
    assert found.tried == 60
    assert found.holes == []
    assert judge.counted > 0.8 * judge.asked


def test_a_question_counts_where_one_right_answer_has_numpy_s_float_and_another_python_s():
    expected = {"value": [np.float64(0.5)], "changed": []}
    assert find_holes.agree({"value": [0.5], "changed": []}, expected)
    assert not find_holes.agree({"value": [0.6], "changed": []}, expected)


def test_what_takes_long_counts_in_the_first_rounds_alone(monkeypatch):
    monkeypatch.setattr(find_holes, "SLOW_SECONDS", -1)
    with quiet():
        judge = find_holes.Judge(find("min_max_scale"), rounds=4)
    assert [bool(pairs) for pairs in judge.rounds] == [True, True, False, False]


def test_where_a_test_is_missing_what_it_would_fail_is_found():
    exercise = find("min_max_scale")
    checks = dict(exercise.checks)
    del checks["test_equal_values_give_0_and_no_values_give_no_values"]
    with quiet():
        tried = islice(find_holes.changed(exercise), 120)
        found = find_holes.search(replace(exercise, checks=checks), 3, tried)
    assert any("if low == high" in hole.change.before for hole in found.holes)
    assert "received" in str(found.holes[0])
    assert f"{len(found.holes)} wrong" in str(found)


def test_what_no_prompt_asks_does_not_count(tmp_path, monkeypatch):
    file = tmp_path / "unasked.toml"
    file.write_text('[min_max_scale]\n"Three at most." = "len(values) > 3"\n[f]\n"No." = "True"\n')
    monkeypatch.setattr(find_holes, "UNASKED", file)
    with quiet():
        judge = find_holes.Judge(find("min_max_scale"), rounds=3)
    for question, expected in (pair for questions in judge.rounds for pair in questions):
        assert expected is None or len(find_holes.unpack(question)["arguments"][0]) <= 3
    assert any(expected for questions in judge.rounds for _, expected in questions)


def test_what_does_not_end_is_wrong(monkeypatch):
    monkeypatch.setattr(find_holes, "SECONDS", 0.05)
    with quiet():
        judge = find_holes.Judge(find("min_max_scale"), rounds=1)
        assert not judge.passes(endless)
        _, received, _ = judge.wrong(endless)
    assert received == "raised TooLongError"


def test_a_limit_of_time_that_was_ignored_is_told_again(monkeypatch):
    monkeypatch.setattr(find_holes, "SECONDS", 0.05)
    with quiet():
        assert not find_holes.Judge(find("min_max_scale"), rounds=1).passes(stubborn)


@pytest.mark.parametrize(
    ("end", "why"),
    [
        (lambda *_: os.kill(os.getpid(), signal.SIGKILL), "SIGKILL ended its process, as"),
        (lambda *_: 1 / 0, "its process ended with status 1"),
    ],
)
def test_a_search_that_dies_says_how(end, why, monkeypatch, capsys):
    monkeypatch.setattr(find_holes, "APART", multiprocessing.get_context("fork"))
    monkeypatch.setattr(find_holes, "search_all", end)
    monkeypatch.setattr(sys, "argv", ["find_holes.py", "min_max_scale"])
    assert not find_holes.main()
    assert f"no result: {why}" in capsys.readouterr().out


def test_a_search_of_some_changes_is_done_and_says_so(monkeypatch, capsys):
    monkeypatch.setattr(
        sys, "argv", ["find_holes.py", "min_max_scale", "--tries", "9", "--rounds", "1"]
    )
    assert find_holes.main()
    assert "     9 tried" in capsys.readouterr().out


def endless(values):
    while True:
        pass


def stubborn(values):
    try:
        endless(values)
    except BaseException:
        endless(values)
