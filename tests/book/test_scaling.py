"""What the chapter "Why normalize at all" says of scales and of descent down a bowl."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from normbook.norms import min_max_scale, standardize
from normbook.widgets import Scaling

PARCELS = np.array(
    [[1, 5], [1.2, 5.9], [1.8, 5.1], [0.3, 2], [0.5, 9], [0.8, 4], [1.5, 8], [0.9, 1]]
)  # metres, kilograms
PRICE_LIST = np.array([3, 0.5])  # euros a metre, a kilogram
TARGET = (PARCELS - PARCELS.mean(axis=0)) @ PRICE_LIST
# Not so close to one another that the change of the unit would round them to equal values.
hundredths = st.lists(st.integers(-10_000, 10_000), min_size=2, max_size=9, unique=True)


def hessian(columns):
    return columns.T @ columns / len(columns)


def descend(columns, rate, most=400_000):
    """Return weights and steps when the loss is a millionth of its start; rate in 1 / lambda."""
    largest = np.linalg.eigvalsh(hessian(columns))[-1]
    curvature, slope = hessian(columns), columns.T @ TARGET / len(columns)
    weights = np.zeros(2)
    goal = 1e-6 * np.sum(TARGET**2)
    for steps in range(most):
        if steps % 100 == 0 or steps < 3000:
            error = np.sum((columns @ weights - TARGET) ** 2)
            if error <= goal:
                return weights, steps
        weights = weights - rate / largest * (curvature @ weights - slope)
    raise AssertionError(f"no end after {most} steps")


def in_units(length):
    return (PARCELS - PARCELS.mean(axis=0)) * [length, 1]


@pytest.mark.parametrize("scale", [min_max_scale, standardize])
@given(hundredths, st.floats(0.01, 1000), st.floats(-1000, 1000))
def test_a_change_of_unit_or_origin_changes_neither_scaling(scale, values, unit, origin):
    x = np.array(values) / 100
    np.testing.assert_allclose(scale(unit * x + origin), scale(x), rtol=1e-6, atol=1e-6)


@given(hundredths)
def test_no_z_score_is_beyond_the_root_of_n_minus_1(values):
    n = len(values)
    assert np.abs(standardize(np.array(values, dtype=float))).max() <= np.sqrt(n - 1) + 1e-9
    outlier = standardize(np.eye(n)[0])
    assert outlier[0] == pytest.approx(np.sqrt(n - 1))


def test_the_unit_decides_which_parcel_is_nearest_and_scaling_takes_that_away():
    def nearest(table):
        return np.argmin(np.linalg.norm(table[1:3] - table[0], axis=1))

    assert nearest(PARCELS) != nearest(PARCELS * [100, 1])
    for scale in (min_max_scale, standardize):
        assert nearest(scale(PARCELS, axis=0)) == nearest(scale(PARCELS * [100, 1], axis=0))


@pytest.mark.parametrize("length", [1, 10, 100])
def test_descent_needs_at_most_7_steps_for_each_unit_of_the_condition_number(length):
    columns = in_units(length)
    _, steps = descend(columns, rate=1)
    assert 3 < steps / np.linalg.cond(hessian(columns)) < 7


def test_millimetres_cost_some_227_000_steps():
    _, steps = descend(in_units(1000), rate=1)
    assert steps == pytest.approx(227_000, rel=2e-3)


def test_both_descents_find_the_price_list():
    deviation = PARCELS.std(axis=0)
    raw, slow = descend(in_units(1), rate=1)
    scaled, fast = descend(standardize(PARCELS, axis=0), rate=1)
    np.testing.assert_allclose(raw, PRICE_LIST, rtol=5e-3)
    np.testing.assert_allclose(scaled / deviation, PRICE_LIST, rtol=5e-3)
    assert (slow, fast) == (206, 4)


def test_what_scaling_leaves_is_the_correlation():
    rho = np.corrcoef(PARCELS.T)[0, 1]
    assert rho == pytest.approx(0.26, abs=0.005)
    found = np.linalg.cond(hessian(standardize(PARCELS, axis=0)))
    assert found == pytest.approx((1 + rho) / (1 - rho))


def test_no_other_factors_make_a_rounder_bowl_than_standardizing():
    z = standardize(PARCELS, axis=0)
    best = np.linalg.cond(hessian(z))
    for factor in np.geomspace(0.01, 100, 41):
        assert np.linalg.cond(hessian(z * [1, factor])) >= best - 1e-9


@pytest.mark.parametrize(
    ("elongation", "correlation", "steps"),
    [(10, 0.3, 652), (50, 0.3, 16_339), (1, 0.3, 8), (1, 0.95, 154), (1, 0, 1)],
)
def test_the_steps_that_the_explorable_shows(elongation, correlation, steps):
    curvature = Scaling(elongation=elongation, correlation=correlation).hessian()
    largest = np.linalg.eigvalsh(curvature)[-1]
    away = np.array([-1, -2 / elongation])
    goal, taken = 1e-6 * (away @ curvature @ away), 0
    while away @ curvature @ away > goal:
        away, taken = away - curvature @ away / largest, taken + 1
    assert taken == steps


def test_scaled_columns_forgive_the_rate():
    scaled = standardize(PARCELS, axis=0)
    for rate in np.arange(1, 20) / 10:
        assert descend(scaled, rate)[1] <= 600
        assert descend(in_units(100), rate)[1] > 600


def test_descent_diverges_at_a_rate_above_2_over_the_largest_curvature():
    curvature = hessian(in_units(1))
    largest = np.linalg.eigvalsh(curvature)[-1]
    for rate, ends_nearer in ((1.9, True), (1.99, True), (2.01, False), (2.1, False)):
        away = -PRICE_LIST
        start = away @ curvature @ away
        for _ in range(2000):
            away = away - rate / largest * (curvature @ away)
        assert (away @ curvature @ away < start) == ends_nearer
