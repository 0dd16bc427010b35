"""Sums over many numbers: in float32 each norm is as exact as PyTorch, judged by float64."""

import bench_norms
import numpy as np
import pytest

from normbook.norms import _blocks, _normalize, layer_norm, layer_norm_backward, layer_norm_forward
from normbook.norms._blocks import ROW_SIZE, blocks_of, in_long_rows
from normbook.norms._statistics import inverse_root
from normbook.norms._sums import SHORTEST_DOT, sum_over

CASES = {
    f"{name}-{shape}": (shape, functions)
    for size in bench_norms.SIZES
    for name, shape, *functions in bench_norms.large_cases(size)
}


@pytest.mark.parametrize("offset", bench_norms.OFFSETS)
@pytest.mark.parametrize("case", CASES)
def test_the_error_of_output_and_gradients_is_at_most_twice_torchs(case, offset):
    shape, functions = CASES[case]
    for mine, theirs, *_ in bench_norms.errors(shape, offset, *functions):
        assert mine <= bench_norms.LIMIT * max(theirs, bench_norms.ROUNDING)


@pytest.mark.parametrize("size", [1, 7, 1023, 1024, 1025, 1055, 1056, 32_799, 65_536, 1_000_003])
@pytest.mark.parametrize("layout", ["last", "first"])
def test_a_sum_of_any_length_is_right(size, layout):
    rng = np.random.default_rng(size)
    shape, axis = ((2, size), 1) if layout == "last" else ((size, 2), 0)
    a, b = rng.uniform(0.5, 1.5, (2, *shape)).astype(np.float32)
    exact = np.einsum("ij,ij->ij", a, b, dtype=np.float64)
    for total, expected in ((sum_over((axis,), a, b), exact), (sum_over((axis,), a), a)):
        assert total.shape == tuple(1 if i == axis else n for i, n in enumerate(shape))
        np.testing.assert_allclose(total, expected.sum(axis, np.float64, keepdims=True), rtol=2e-6)


@pytest.mark.parametrize("size", [1, SHORTEST_DOT - 1, SHORTEST_DOT, 1000, 1025])
@pytest.mark.parametrize("other", ["row", "rows", "number", "number_a_row"])
def test_a_sum_of_products_takes_what_broadcasts(size, other):
    rng = np.random.default_rng(size)
    shape = {
        "row": (1, 1, size),
        "rows": (1, 3, size),
        "number": (1, 1, 1),
        "number_a_row": (4, 3, 1),
    }
    a = rng.uniform(0.5, 1.5, (4, 3, size)).astype(np.float32)
    b = rng.uniform(0.5, 1.5, shape[other]).astype(np.float32)
    for axes in ((2,), (0,), (1, 2)):
        expected = np.multiply(a, b, dtype=np.float64).sum(axes, keepdims=True)
        total = sum_over(axes, a, b)
        assert total.shape == expected.shape
        np.testing.assert_allclose(total, expected, rtol=2e-6)


def test_a_sum_over_several_axes_is_right():
    a = np.random.default_rng(0).uniform(0.5, 1.5, (50, 3, 70, 40)).astype(np.float32)
    for axes in ((), (0,), (2, 3), (0, 2, 3), (0, 1, 2, 3)):
        expected = a.sum(axes, np.float64, keepdims=True) if axes else a
        np.testing.assert_allclose(sum_over(axes, a), expected, rtol=2e-6)


@pytest.mark.parametrize("axes", [(), (0,), (1,), (2,), (0, 2), (1, 2), (0, 1, 2)])
@pytest.mark.parametrize("shape", [(3, 5, 7), (1, 1, 1), (40, 300, 50), (2, 0, 3)])
def test_blocks_cut_an_array_into_whole_groups_that_cover_it_once(shape, axes, monkeypatch):
    monkeypatch.setattr(_blocks, "BLOCK_SIZE", 64)
    monkeypatch.setattr(_blocks, "ROW_SIZE", 4)
    count = np.zeros(shape, int)
    for block in blocks_of(shape, axes):
        count[block] += 1
        assert all(count[block].shape[axis] == shape[axis] for axis in axes)
    np.testing.assert_array_equal(count, 1)


@pytest.mark.parametrize(
    ("shape", "axes", "first"),
    [
        ((1000,), (), (63,)),  # sixteen, nearly alike, and none has more than 64
        ((3,), (), (3,)),
        ((100, 50), (0,), (100, 4)),  # a group is larger, and a row is not cut below 4
        ((10, 2, 50), (1, 2), (1, 2, 50)),
        ((10, 2, 50), (0, 2), (10, 1, 50)),
        ((10, 3, 50), (2,), (1, 1, 50)),
        ((10, 50, 2), (1,), (1, 50, 2)),
        ((8, 4, 2), (2,), (8, 4, 2)),
        ((8, 4, 4), (2,), (4, 4, 4)),
    ],
)
def test_a_block_is_as_large_as_a_cache_holds_or_a_group_asks(shape, axes, first, monkeypatch):
    monkeypatch.setattr(_blocks, "BLOCK_SIZE", 64)
    monkeypatch.setattr(_blocks, "ROW_SIZE", 4)
    block, *_ = blocks_of(shape, axes)
    assert np.empty(shape)[block].shape == first


@pytest.mark.parametrize("kept", [(), (0,), (1,), (2,), (0, 1), (0, 2), (0, 1, 2)])
@pytest.mark.parametrize("shape", [(4, 6, 64), (7, 5, 3), (2, 64, 64), (5, 3, 2 * ROW_SIZE)])
@pytest.mark.parametrize("part", [slice(None), slice(2)])
def test_rows_taken_as_one_give_what_they_give_alone(shape, kept, part):
    rng = np.random.default_rng(0)
    full = rng.standard_normal(shape)[..., part]
    shared = rng.standard_normal([n if i in kept else 1 for i, n in enumerate(full.shape)])
    out = np.zeros(shape)[..., part]
    assert in_long_rows(np.subtract, full, shared, out=out) is out
    np.testing.assert_array_equal(out, full - shared)
    np.testing.assert_array_equal(in_long_rows(np.subtract, full, shared), full - shared)


def test_short_rows_are_taken_as_rows_of_full_length():
    rows = []

    def subtract(full, shared, out):
        rows.append(full.shape[-1])
        np.subtract(full, shared, out=out)

    for count in (4096, 100, 7):
        in_long_rows(subtract, np.zeros((count, 64)), np.zeros((1, 64)))
    in_long_rows(subtract, np.zeros((4, 2 * ROW_SIZE)), np.zeros((1, 2 * ROW_SIZE)))
    assert rows == [ROW_SIZE, 4 * 64, 64, 2 * ROW_SIZE]


def test_what_the_plain_formula_measures_is_measured_once(monkeypatch):
    monkeypatch.setattr(_normalize, "measure_extremes", None)
    x = np.random.default_rng(0).standard_normal((30, 768)).astype(np.float32)
    _, cache = layer_norm_forward(x, 768)
    np.testing.assert_allclose(cache.var, x.var(1, keepdims=True), rtol=1e-6)


def test_a_root_of_0_has_the_inverse_0_whatever_the_memory_held():
    for size in range(1, 9):
        del [np.full(size, 7.0) for _ in range(8)][:]
        np.testing.assert_array_equal(inverse_root(np.zeros(size)), 0)


def test_a_row_does_not_depend_on_the_rows_of_its_block():
    x = np.random.default_rng(0).standard_normal((300, 768)).astype(np.float32)
    alone = layer_norm(x[:1], 768)
    for other in (1e4, 1e-30, 1e30, np.nan):
        np.testing.assert_array_equal(
            layer_norm(np.concatenate([x[:1], other + x[1:]]), 768)[:1], alone
        )


@pytest.mark.parametrize("size", [700, 100_000])
def test_inputs_in_any_layout_are_as_exact(size):
    """Along an axis with gaps, NumPy adds one number after the other."""
    rng = np.random.default_rng(0)
    x, dy = rng.standard_normal((2, size, 4)).astype(np.float32)
    y, cache = layer_norm_forward(x.T, size)
    plain, plain_cache = layer_norm_forward(x.T.copy(), size)
    np.testing.assert_array_equal(y, plain)
    for a, b in zip(
        layer_norm_backward(dy.T, cache)[:1],
        layer_norm_backward(dy.T.copy(), plain_cache)[:1],
        strict=True,
    ):
        np.testing.assert_array_equal(a, b)
