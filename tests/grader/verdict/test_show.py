"""Calls, answers and values as a learner reads them: a line of Python each."""

import sys

import numpy as np
import pytest
import torch

from normbook.grader.verdict.show import (
    MAX_SHOWN_CHARACTERS,
    shorten,
    show,
    show_answer,
    show_operation,
)

LONG = "a" * (MAX_SHOWN_CHARACTERS + 1)
CALL = {"do": "call", "on": 0, "name": None, "arguments": (), "keywords": {}}


def raised(kind, message, line):
    return {"raised": {"type": kind, "message": message, "line": line}}


def test_a_long_array_is_no_call_with_a_shape():
    assert show(np.zeros((2, 1200))).endswith(" of shape (2, 1200)")
    assert show(np.zeros((2, 2), np.float32)) == "float32([[0, 0], [0, 0]])"


def test_a_long_argument_is_cut():
    operation = {**CALL, "arguments": (list(range(100)),), "keywords": {"eps": 0.1}}
    assert show_operation(operation, "norm").endswith(" …, eps=0.1)")


@pytest.mark.parametrize(
    ("argument", "shown"),
    [
        (np.full((2, 2), 1 / 3), "[[0.3333333333333333, 0.3333333333333333], [0.33"),
        (np.full(12, 1 / 3), f"≈ [{', '.join(['0.3333'] * 12)}]"),
        ([np.ones((9, 9)) / 3] * 2, "[2 times array (9, 9)]"),
        (
            {"w": np.float32(np.ones((9, 9)) / 3), "b": (np.arange(99),), "lr": 0.5},
            "{'w': float32 (9, 9), 'b': (int64 (99,),), 'lr': 0.5}",
        ),
        (torch.ones(9, 9).div(3), "tensor (9, 9)"),
    ],
)
def test_of_a_long_argument_the_numbers_are_rounded_or_the_shape_is_shown(argument, shown):
    operation = {**CALL, "arguments": (argument, "pre")}
    text = show_operation(operation, "norm")
    assert text.startswith(f"norm({shown}")
    assert text.endswith(", 'pre')")


@pytest.mark.parametrize(
    ("operation", "shown"),
    [
        (CALL, "norm()"),
        ({**CALL, "arguments": (1, "a"), "keywords": {"eps": 0.1}}, "norm(1, 'a', eps=0.1)"),
        ({**CALL, "on": 1}, "it()"),
        ({**CALL, "on": 2, "name": "forward", "arguments": (3,)}, "it.forward(3)"),
        ({"do": "get", "on": 1, "name": "weight"}, "it.weight"),
        (
            {"do": "gradients", "output": 0, "gradient": np.ones(2)},
            "the gradients of the inputs after y.backward([1, 1])",
        ),
    ],
)
def test_what_was_asked_is_shown_as_python(operation, shown):
    assert show_operation(operation, "norm") == shown


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (raised("ValueError", "of it", "a.py, line 2: ValueError: of it"), "raised ValueError"),
        (raised("ValueError", "axis: 3", "a.py, line 2: AxisError: axis: 3"), "raised AxisError"),
        (raised("Exception", "a set", "NoResultError: a set"), "nothing that can be checked"),
        ({"value": 3.0, "changed": []}, "3.0"),
        ({"value": [-0.0, np.array([-0.0, -1e-30])]}, "[0.0, [0, -1e-30]]"),
        ({"value": 3.0, "changed": ["x", "y"]}, "3.0   (and it changed x, y)"),
        (
            {"value": 3.0, "changed": ["x", "y"], "became": {"x": [0.5], "y": [1.5] * 40}},
            "3.0   (and it changed x to [0.5], y)",
        ),
        ({"value": {"plain": 4}}, "4"),
        ({"value": {"plain": 4, "other": 5}}, "{'plain': 4, 'other': 5}"),
        ({"value": [None]}, "[None]"),
        ({"value": 5, "at": "[0, 1]"}, "[0, 1] is 5"),
        ({"value": 5, "at": ""}, "5"),
    ],
)
def test_what_came_of_it_is_shown(answer, shown):
    assert show_answer(answer) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (np.array([1 / 3, 2.0]), "[0.3333, 2]"),
        (np.array([1e-9, 1.0]), "[1e-09, 1]"),
        (np.array([[1.0], [2.0]]), "[[1], [2]]"),
        (np.array([1.5], np.float32), "float32([1.5])"),
        ((np.array([1.0]),), "([1],)"),
        (
            {"dx": np.ones(2), "dy": [np.ones(1, np.float32)]},
            "{'dx': [1, 1], 'dy': [float32([1])]}",
        ),
        (1 / 3, "0.3333"),
        (np.float64(1 / 3), "0.3333"),
        (np.float64(2), "2.0"),
        ((np.float32(0.1), np.int64(3), np.int32(4)), "(float32(0.1), 3, int32(4))"),
        (np.float64("nan"), "nan"),
        (np.bool_(True), "True"),
        ("array(", "'array('"),
        ("several\n   lines", r"'several\n lines'"),
    ],
)
def test_a_value_is_one_line_of_rounded_numbers(value, shown):
    assert show(value, 4) == shown


@pytest.mark.parametrize(
    ("make", "shown"),
    [
        ("tensor([1/3, 2.0])", "tensor([0.3333, 2.0])"),
        ("tensor([1/3], dtype=torch.float64)", "tensor([0.3333], dtype=torch.float64)"),
        ("tensor([1.5], dtype=torch.bfloat16)", "tensor([1.5], dtype=torch.bfloat16)"),
        ("tensor([1.0], requires_grad=True)", "tensor([1.0], requires_grad=True)"),
        ("tensor([1, 2])", "tensor([1, 2])"),
        ("arange(21.0)", "tensor([0.0, 1.0, 2.0, ..., 18.0, 19.0, 20.0])"),
    ],
)
def test_a_tensor_is_shown_as_it_can_be_made(make, shown):
    assert show(eval(f"torch.{make}", {"torch": torch}), 4) == shown


def test_an_argument_has_all_its_digits():
    assert show(np.array([10001.0, 1 / 3])) == "[10001, 0.3333333333333333]"
    assert show(np.array([0.1], np.float32)) == "float32([0.1])"
    assert show((np.float32(0.1), 1 / 3)) == "(float32(0.1), 0.3333333333333333)"


def test_an_integer_of_more_digits_than_python_writes_is_shown():
    assert show([1, 10**5000], 4).startswith("[1, 0x31e2")


def test_of_an_array_of_more_than_20_numbers_the_ends_are_shown():
    assert "..." not in show(np.arange(20.0))
    assert show(np.arange(21.0)).startswith("[0, 1, 2, ..., 18, 19, 20]")


def test_showing_changes_no_setting_and_needs_no_numpy(monkeypatch):
    before = np.get_printoptions()
    show(np.ones(3))
    assert np.get_printoptions() == before
    monkeypatch.delitem(sys.modules, "numpy")
    assert show([1.0]) == "[1.0]"


def test_text_is_cut_to_a_length_that_is_read():
    assert shorten(LONG[1:]) == LONG[1:]
    assert shorten(LONG) == LONG[1:] + " …"
    assert show(LONG) == "'" + LONG[2:] + " …"


def test_a_key_is_shown_as_a_value_is():
    assert show({10**5000: 1, "a": 2.5}).startswith("{0x31e2")
    assert show({"a": 2.5, 3: None}) == "{'a': 2.5, 3: None}"
