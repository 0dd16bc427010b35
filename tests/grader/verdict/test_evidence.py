"""What of two answers is shown beside a mistake: where they differ, in the digits that it takes."""

import math

import numpy as np
import pytest
import torch

from normbook.grader.verdict.attempt import Step
from normbook.grader.verdict.diagnose import Finding
from normbook.grader.verdict.evidence import evidence, first_difference
from normbook.grader.verdict.show import show_operation
from normbook.grader.verdict.wire import Handle

CALL = {"do": "call", "on": 0, "name": None, "arguments": (), "keywords": {}}
STEP = Step({**CALL, "arguments": ([1.0, 3.0],)}, {"value": 5.0, "changed": []})
HALF = {"value": 2.5, "changed": []}


@pytest.mark.parametrize(
    ("value", "wanted", "texts"),
    [
        (
            np.array([1.0, 2.5]),
            np.float32([1, 2.5]),
            ["float64([1, 2.5])", "float32([1, 2.5])"],
        ),
        (np.float32([1]), np.array([1.0]), ["float32([1])", "float64([1])"]),
        (np.float64(0.5), np.float32(0.5), ["float64(0.5)", "float32(0.5)"]),
        (np.array([1, 2]), np.array([1.0, 2]), ["int64([1, 2])", "float64([1, 2])"]),
        (
            (np.array([1.0]), np.array([2.0])),
            (np.float32([1]), np.array([2.0])),
            ["(float64([1]), float64([2]))", "(float32([1]), float64([2]))"],
        ),
        (
            torch.tensor([1.0]),
            torch.tensor([1.0], dtype=torch.float64),
            ["tensor([1.0], dtype=torch.float32)", "tensor([1.0], dtype=torch.float64)"],
        ),
        (np.array([1.0]), np.array([2.0]), ["[1]", "[2]"]),
    ],
)
def test_where_dtypes_differ_both_are_named(value, wanted, texts):
    finding = Finding("", Step(CALL, {"value": value}), {"value": wanted})
    found = dict(evidence(finding, "norm"))
    assert [found["received"], found["expected"]] == texts


def test_a_call_of_an_object_shows_what_made_it():
    maker = Step(STEP.operation, {"value": Handle(1)})
    call = {"do": "call", "on": 1, "name": None, "arguments": (2.0,), "keywords": {}}
    asked = Finding("So.", Step(call, {"value": 1.0}), {"value": 3.0}, before=(maker,))
    (_, shown), *_ = evidence(asked, "Norm")
    assert shown == f"it = {show_operation(STEP.operation, 'Norm')}; it(2.0)"


def test_of_parameters_that_differ_in_their_gradients_these_are_shown():
    weights = []
    for slope in (3.0, 2.0):
        weights.append(torch.ones(2, requires_grad=True))
        weights[-1].grad = torch.full((2,), slope)
    received, expected = ({"value": each, "changed": []} for each in weights)
    told = dict(evidence(Finding("", Step(CALL, received), expected, ""), "norm"))
    assert told["call"] == "norm().grad"
    assert "3" in told["received"]
    assert "2" in told["expected"]
    other = {"value": 5 * weights[1].detach(), "changed": []}
    told = dict(evidence(Finding("", Step(CALL, received), other, ""), "norm"))
    assert told["call"] == "norm()"


def test_a_gradient_is_shown_with_the_call_that_it_goes_back_through():
    call = {"do": "call", "on": 1, "name": None, "arguments": (2.0,), "keywords": {}}
    back = {"do": "gradients", "output": 2, "gradient": 1.0}
    before = (
        Step(STEP.operation, {"value": Handle(1)}),
        Step({**call, "name": "eval", "arguments": ()}, {"value": None}),
        Step(call, {"value": 4.0, "output": 2}),
    )
    weight = {"do": "get", "on": 1, "name": "weight"}
    for operation, more, last in (
        (back, (), "the gradients of the inputs after y.backward(1.0)"),
        (weight, (Step(back, {}),), "y.backward(1.0); it.weight"),
    ):
        asked = Finding("So.", Step(operation, {"value": 1.0}), HALF, before=(*before, *more))
        (_, shown), *_ = evidence(asked, "Norm")
        made = show_operation(STEP.operation, "Norm")
        assert shown == f"it = {made}; it.eval(); y = it(2.0); {last}"


def test_numbers_have_the_digits_that_a_difference_takes():
    step = Step(STEP.operation, {"value": np.array([1.0, 0.50001]), "changed": []})
    near = Finding("Near.", step, {"value": np.array([1.0, 0.5]), "changed": []})
    assert list(evidence(near, "norm"))[1:] == [
        ("received", "[1, 0.50001]"),
        ("expected", "[1, 0.5]"),
    ]


def test_of_a_long_answer_the_first_number_that_differs_is_shown():
    long = np.arange(120.0).reshape(6, 20) / 8
    wrong = long.copy()
    wrong[1, 2] = -7.0
    step = Step(STEP.operation, {"value": {"w": [1.0, wrong]}, "changed": ["x"]})
    far = Finding("Far.", step, {"value": {"w": [1.0, long]}, "changed": []})
    _, *answers = evidence(far, "norm")
    assert answers == [
        ("received", "['w'][1][1, 2] is -7   (and it changed x)"),
        ("expected", "['w'][1][1, 2] is 2.75"),
    ]


@pytest.mark.parametrize(
    ("received", "expected", "place"),
    [
        ([1, [2, 3]], [1, [2, 4]], "[1][1]"),
        ([1, 2], [1], ""),
        ([1, 2], None, ""),
        ({"w": [1]}, {"w": [2]}, "['w'][0]"),
        ({"w": 1}, {"v": 1}, ""),
        ({"w": 1}, [1], ""),
        (np.ones((2, 2)), np.array([[1.0, 1.0], [2.0, 2.0]]), "[1, 0]"),
        (np.ones(2), np.ones(3), ""),
        (np.ones(2), np.ones(2, np.float32), ""),
        (np.ones(2), [1.0, 1.0], ""),
        (np.ones(2), None, ""),
    ],
)
def test_two_answers_differ_at_the_first_place_that_both_have(received, expected, place):
    for a, b in ((received, expected), (expected, received)):
        found = first_difference({"value": a}, {"value": b})
        assert [each["at"] for each in found] == [place, place]


def test_of_several_mistakes_a_place_is_shown_where_this_one_tells():
    received, expected, beside = (
        {"value": [{"w": np.array(w), "b": b}]}
        for w, b in (([1.0, 2.0], 3.0), ([0.0, 0.0], 0.0), ([1.0, 5.0], 3.0))
    )
    found = first_difference(received, expected, beside)
    assert [(each["at"], each["value"]) for each in found] == [
        ("[0]['w'][1]", 2),
        ("[0]['w'][1]", 0),
    ]
    first = first_difference(received, expected, received)  # which tells nothing
    assert [each["at"] for each in first] == ["[0]['w'][0]"] * 2


def test_a_number_that_is_not_finite_and_should_be_is_shown_before_others():
    received, expected = np.array([2.0, np.inf, np.nan, 4.0]), np.array([1.0, np.inf, 3.0, 4.0])
    found = first_difference({"value": received}, {"value": expected})
    assert [each["at"] for each in found] == ["[2]", "[2]"]


def test_an_exception_differs_from_a_value_as_a_whole():
    raised, value = {"raised": {"type": "ValueError"}}, {"value": [1.0]}
    assert first_difference(raised, value) == (raised, value)
    assert first_difference(value, raised) == (value, raised)


@pytest.mark.parametrize(
    ("answers", "shown"),
    [
        (
            ({"value": [1, 2]}, {"value": np.array([1, 2])}),
            ["list [1, 2]", "ndarray [1, 2]"],
        ),
        (
            [
                {"raised": {"type": "ValueError", "message": why, "line": f"ValueError: {why}"}}
                for why in ("truth value", "no")
            ],
            ["raised ValueError", "raised ValueError"],
        ),
    ],
)
def test_what_is_shown_alike_is_told_apart_by_its_type(answers, shown):
    received, expected = answers
    _, *told = evidence(Finding("So.", Step(STEP.operation, received), expected), "norm")
    assert [text for _, text in told] == shown


def test_where_arguments_are_rounded_the_evidence_says_so():
    for argument, is_noted in ((np.full(12, 1 / 3), True), (np.full(2, 1 / 3), False)):
        step = Step({**CALL, "arguments": (argument,)}, {"value": 1.0})
        (_, call), *_ = evidence(Finding("So.", step, {"value": 3.0}), "norm")
        assert call.endswith("   (≈ rounded to 4 digits)") == is_noted


def test_of_a_long_answer_that_differs_in_what_it_changed_alone_the_beginning_is_shown():
    value = [np.arange(20.0) / 3] * 9
    step = Step(CALL, {"value": value, "changed": ["p"]})
    lines = dict(evidence(Finding("So.", step, {"value": value}), "norm"))
    assert lines["received"] == f"{lines['expected']}   (and it changed p)"
    assert len(lines["expected"]) < 130


@pytest.mark.parametrize("number", [1.0, 10**400, math.nan, np.float32(1)])
def test_a_number_in_place_of_an_array_is_shown_beside_it(number):
    received, expected = {"value": number}, {"value": np.arange(60.0).reshape(3, 20)}
    assert [each["value"] for each in first_difference(received, expected)] == [
        number,
        expected["value"],
    ]


def test_evidence_is_the_call_what_came_and_what_should_have():
    assert list(evidence(Finding("Twice as much.", STEP, HALF), "norm")) == [
        ("call", "norm([1.0, 3.0])"),
        ("received", "5.0"),
        ("expected", "2.5"),
    ]
