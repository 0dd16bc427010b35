"""Two answers are the same but for rounding, or they are not: a diagnosis stands on that."""

import math
import sys

import numpy as np
import pytest
import torch

from normbook.grader.verdict.same import (
    COARSE,
    NO_ASPECT,
    ROUNDING,
    Aspect,
    count_alike,
    distance,
    may_fit_transposed,
    same,
    same_answer,
    sizes_of_product,
    tolerance_for,
)
from normbook.grader.verdict.tolerance import Tolerance

NAN, INF = math.nan, math.inf


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ([1.0, 2.0], [1.0, 2.0], True),
        ([1.0, 2.0], (1.0, 2.0), True),
        ([1.0, 2.0], [1.0, 3.0], False),
        ([1.0, 2.0], [1.0], False),
        ([], [1.0], False),
        ([], "", False),
        ([1.0], np.array([1.0]), False),
        ({"a": 1.0, "b": 2.0}, {"b": 2.0, "a": 1.0}, True),
        ({"a": 1.0}, {"a": 2.0}, False),
        ({"a": 1.0}, {"b": 1.0}, False),
        ({}, [], False),
        ("text", "text", True),
        ("text", "TEXT", False),
        (None, None, True),
        (None, 0, False),
        (1, True, False),
        (1, 1.0, False),
        (2, 2, True),
        (2, 3, False),
    ],
)
def test_structures_are_the_same_part_by_part(a, b, expected):
    assert same(a, b) is expected
    assert same(b, a) is expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (1000.0, 1000.09, True),
        (1000.0, 1000.2, False),
        (-1000.0, -1000.09, True),
        (-1000.0, 1000.0, False),
        (1.0, -1.0, False),
        (0.0, 0.9e-6, True),
        (0.0, 2e-6, False),
        (NAN, NAN, True),
        (NAN, 1.0, False),
        (INF, INF, True),
        (INF, -INF, False),
        (INF, 1.0, False),
        (INF, NAN, False),
    ],
)
def test_numbers_may_round_differently(a, b, expected):
    for kind in (float, np.float64, lambda value: np.array([value, value])):
        assert same(kind(a), kind(b)) is expected
        assert same(kind(b), kind(a)) is expected


@pytest.mark.parametrize("kind", [float, complex, np.float64, np.float32, np.atleast_1d])
def test_more_rounding_is_allowed_for_whatever_kind_of_number(kind):
    number, rounded, coarse = kind(1.0), kind(1.0005), Tolerance(0.0, COARSE)
    assert not same(number, rounded)
    assert same(number, rounded, NO_ASPECT, coarse)
    assert same([number], [rounded], Aspect.DTYPE, coarse)


def test_a_difference_of_the_bound_itself_is_rounding():
    assert same(1e-6, 0.0)
    assert same(np.array([1e-6]), np.array([0.0]))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (np.array([1, 2]), np.array([1, 2]), True),
        (np.array([1, 2]), np.array([1, 3]), False),
        (np.array([True]), np.array([False]), False),
        (np.array(["one"]), np.array(["one"]), True),
        (np.array(["one"]), np.array(["two"]), False),
        (np.array([1 + 1j]), np.array([1 + 1.00001j]), True),
        (np.array([1 + 1j]), np.array([1 + 2j]), False),
        (np.array([10**9]), np.array([10**9 + 1]), False),
        (np.float64(1.0), np.array(1.0), True),
        (np.float64(1.0), 1.0, True),
        (np.float64(1.0), 1.1, False),
        (np.float32(1.0), 1.0, False),
        (np.float64(1.0), np.float32(1.0), False),
        (np.array([1.0, 2.0]), np.array([1.0]), False),
    ],
)
def test_arrays_are_the_same_in_dtype_shape_and_values(a, b, expected):
    assert same(a, b) is expected
    assert same(b, a) is expected


def test_comparing_numbers_out_of_range_warns_of_nothing():
    huge = np.array([np.finfo(np.float32).max, NAN, INF], np.float32)
    assert same(huge, huge.copy())
    assert not same(huge, -huge)


def test_only_arrays_need_numpy(monkeypatch):
    monkeypatch.delitem(sys.modules, "numpy")
    assert same([1.0, {"a": "text"}], [1.0 + 1e-9, {"a": "text"}])


def test_tensors_are_the_same_in_values_gradient_and_whether_they_need_one():
    torch = pytest.importorskip("torch")
    x = torch.tensor([1.0, 2.0])
    assert same(x, torch.tensor([1.0, 2.0 + 1e-6]))
    assert not same(x, torch.tensor([1.0, 3.0]))
    assert not same(x, x.double())
    assert not same(x, [1.0, 2.0])
    assert not same(x, x.numpy())
    learned, other = (x.clone().requires_grad_() for _ in range(2))
    assert not same(x, learned)
    assert same(learned, other)
    learned.grad = torch.ones(2)
    assert not same(learned, other)
    other.grad = torch.ones(2)
    assert same(learned, other)
    other.grad = torch.zeros(2)
    assert not same(learned, other)
    assert same(learned * 2, other * 2)


def raised(kind, message=""):
    return {"raised": {"type": kind, "message": message}}


def test_of_exceptions_the_type_counts_and_the_cause_that_the_message_names():
    assert same_answer(raised("ValueError", "one"), raised("ValueError", "two"))
    ambiguous = raised("ValueError", "The truth value of an array … is ambiguous.")
    assert not same_answer(ambiguous, raised("ValueError", "operands could not be broadcast"))
    refused = raised("RuntimeError", "PermissionError: [Errno 1] Operation not permitted")
    assert not same_answer(refused, raised("RuntimeError", "The size of tensor a (3) must match"))
    assert not same_answer(raised("ValueError"), raised("TypeError"))
    assert not same_answer(raised("ValueError"), {"value": 1.0})
    assert not same_answer({"value": 1.0}, raised("ValueError"))
    assert same_answer({"value": 1.0}, {"value": 1.0})
    assert not same_answer({"value": 1.0}, {"value": 2.0})


@pytest.mark.parametrize(
    "message",
    [
        "Boolean value of Tensor with more than one value is ambiguous",
        "a leaf Variable that requires grad is being used in an in-place operation.",
        "axis 2 is out of bounds for array of dimension 2",
        "element 0 of tensors does not require grad and does not have a grad_fn",
        "One of the differentiated Tensors appears to not have been used in the graph.",
        "PyTorch's rms_norm does what you are to write: do the arithmetic yourself",
    ],
)
def test_one_runtime_error_is_not_another(message):
    other = raised("RuntimeError", "The size of tensor a (3) must match the size of tensor b (2)")
    assert same_answer(raised("RuntimeError", message), raised("RuntimeError", message))
    assert not same_answer(raised("RuntimeError", message), other)


PRODUCTS_OF_6_AND_18 = [
    lambda: np.ones((4, 6)) @ np.ones((18, 6)),
    lambda: np.ones(6) @ np.ones((18, 6)),
    lambda: np.ones((4, 6)).dot(np.ones((18, 6))),
    lambda: torch.ones(4, 6) @ torch.ones(18, 6),
    lambda: torch.ones(2, 4, 6) @ torch.ones(18, 6),
]


@pytest.mark.parametrize("product", PRODUCTS_OF_6_AND_18)
def test_matrices_that_do_not_fit_are_known_by_their_sizes(product):
    with pytest.raises((ValueError, RuntimeError)) as caught:
        product()
    assert sizes_of_product(str(caught.value)) == (6, 18)
    fewer = raised("ValueError", "shapes (4,6) and (3,4) not aligned: 6 (dim 1) != 3 (dim 0)")
    assert not same_answer(raised("ValueError", str(caught.value)), fewer)


@pytest.mark.parametrize(
    "other",
    [
        lambda: np.vecdot(np.ones(6), np.ones(18)),
        lambda: np.linalg.solve(np.ones((6, 6)), np.ones((18, 1))),
    ],
)
def test_another_function_of_matrices_is_no_product(other):
    with pytest.raises(ValueError, match="core dimension") as caught:
        other()
    message = str(caught.value)
    assert sizes_of_product(message) is None
    assert not may_fit_transposed(message)
    assert not same_answer(raised("ValueError", message), raised("ValueError", "shapes"))


@pytest.mark.parametrize(
    ("product", "may_fit"),
    [
        (lambda: np.ones((4, 6)) @ np.ones((18, 5)), True),  # nobody learns the shapes
        (lambda: np.ones((4, 6)).dot(np.ones((18, 6))), True),
        (lambda: np.ones((18, 6)).dot(np.ones((18, 5))), True),
        (lambda: np.ones((4, 6)).dot(np.ones((18, 5))), False),
        (lambda: np.ones((4, 6)).dot(np.ones(4)), True),
        (lambda: np.ones((4, 6)).dot(np.ones(18)), False),
        (lambda: np.ones(6).dot(np.ones(18)), False),
        (lambda: torch.ones(4, 6) @ torch.ones(18, 6), True),
        (lambda: torch.ones(4, 6) @ torch.ones(18, 5), False),
    ],
)
def test_where_shapes_are_known_it_is_known_whether_a_transpose_may_help(product, may_fit):
    with pytest.raises((ValueError, RuntimeError)) as caught:
        product()
    assert may_fit_transposed(str(caught.value)) is may_fit


def test_shapes_that_do_not_broadcast_are_no_product():
    message = "operands could not be broadcast together with shapes (4,6) (18,)"
    assert sizes_of_product(message) is None


@pytest.mark.parametrize("number", [1 + 2j, complex(INF, 1), complex(NAN, 0), -0j])
def test_a_complex_number_is_compared_as_any_other(number):
    assert same(number, number)
    assert not same(number, 3.0)
    assert not same(3.0, number, Aspect.DTYPE)


@pytest.mark.parametrize(
    ("given", "atol"),
    [
        ([np.float32([[10000, 2], [10001, 1], [10003, 5]])], 1.9e-3),
        ([np.float32([[1e6, 1e6 + 1]])], COARSE),
        ([np.float64([[10000, 2], [10001, 1], [10003, 5]])], ROUNDING.absolute),
        ([np.float32([[1, 2], [4, 8]]), "layer", 3.0], ROUNDING.absolute),
        ([np.float32([[5, 5], [5, 5]]), np.float32(2.0)], ROUNDING.absolute),
        ([], ROUNDING.absolute),
    ],
)
def test_what_float32_has_lost_of_a_large_mean_makes_no_difference(given, atol):
    found = tolerance_for(given)
    assert found.absolute == pytest.approx(atol, rel=0.05)
    assert found.relative == ROUNDING.relative


def test_a_weight_enlarges_what_float32_has_lost():
    found = tolerance_for([np.float32([[10000], [10001], [10003]])])
    assert found.agree(np.array([-0.616, 40.0]), np.array([-0.619, 40.0]))
    assert not found.agree(np.array([-0.616]), np.array([-0.619]))
    assert tolerance_for([np.float32([1, 2])]).of_largest == 0


@pytest.mark.parametrize("half", [np.float16, lambda numbers: torch.tensor(numbers).half()])
def test_of_two_large_numbers_float16_leaves_a_last_digit(half):
    left, zero, more = (half([0.884, each]) for each in (2.5e-5, 0.0, 0.001))
    assert same(left, zero)
    assert same(left, zero, Aspect.DTYPE)
    assert not same(more, zero)
    assert not same(np.float32([0.884, 2.5e-5]), np.float32([0.884, 0.0]))


@pytest.mark.parametrize("has_numpy", [True, False])
def test_of_two_values_the_largest_difference_of_finite_numbers_counts(monkeypatch, has_numpy):
    if not has_numpy:
        monkeypatch.delitem(sys.modules, "numpy")
    a, b = [1.0, {"w": (NAN, 4.0)}, "text"], [1.5, {"w": (NAN, 2.0)}, "text"]
    assert distance(a, b) == distance(b, a) == 2.0
    assert distance(NAN, NAN) == distance(INF, 1.0) == 0.0
    assert distance([], []) == 0.0


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (np.array([[1.0, 2.0], [3.0, 4.0]]), 2),
        (torch.tensor([[1.0, 2.0], [3.0, 5.0]]), 1),
        (np.array([1.0, 2.0, 3.0, 4.0]), 0),
        ("1, 2, 3 and 4", 0),
    ],
)
def test_numbers_alike_are_counted_that_are_not_the_solution_s(given, expected):
    received, solution = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 2.0], [0.0, 0.0]])
    assert count_alike(received, given, solution, Aspect.DTYPE, ROUNDING) == expected
