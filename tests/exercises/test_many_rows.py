"""The book's solutions keep their digits over many rows, which NumPy sums in their own dtype.

No check asks that of learners, and no prompt promises it; but a reader may use a solution on data.
"""

import numpy as np
import pytest

from normbook.grader import find
from normbook.grader.verdict.load import load

ROWS = 100_000
RNG = np.random.default_rng(0)
X = (10_000 + RNG.standard_normal((ROWS, 2))).astype(np.float32)
AFTER = X + RNG.standard_normal((ROWS, 2)).astype(np.float32) + np.float32([0.5, -1.0])
ONE = np.ones(2, dtype=np.float32)


ARGUMENTS = {
    "standardize": (X,),
    "batch_norm": (X, ONE, ONE, None, None, True),
    "activation_drift": (X, AFTER),
    "spot_the_bug": ("batch_norm_dx", AFTER - X, X, ONE, 1e-5),
}


def of(slug):
    """Return the solution of an exercise."""
    exercise = find(slug)
    return load(exercise.solution, exercise.entry)


def in_float64(argument):
    """Return an array in float64, and anything else as it is."""
    return argument.astype(np.float64) if isinstance(argument, np.ndarray) else argument


@pytest.mark.parametrize("slug", ARGUMENTS)
def test_a_solution_loses_no_digits_of_float32_over_many_rows(slug):
    solution, arguments = of(slug), ARGUMENTS[slug]
    narrow, wide = solution(*arguments), solution(*map(in_float64, arguments))
    pairs = zip(narrow, wide, strict=True) if isinstance(narrow, tuple) else [(narrow, wide)]
    for received, expected in pairs:
        np.testing.assert_allclose(received, expected, rtol=1e-5, atol=1e-5)


def test_a_drift_of_tiny_and_of_huge_units_is_that_of_any_other():
    drift, before, after = of("activation_drift"), X[:4], AFTER[:4]
    for scale in (1e-25, 1e25):
        scaled = [(each * scale).astype(np.float32) for each in (before, after)]
        assert drift(*scaled) == pytest.approx(drift(*map(in_float64, scaled)), rel=1e-6)
