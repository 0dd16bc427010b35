"""What the chapter "Epsilon and the floating-point world" says of ε and of rounding."""

import numpy as np
import pytest
import torch

from normbook.data import read_record
from normbook.experiments.models import DigitTransformer
from normbook.norms import (
    layer_norm,
    layer_norm_forward,
    rms_norm,
    single_pass_variance,
    two_pass_variance,
    welford_variance,
)
from normbook.playgrounds.epsilon import BITS, EPSILONS, deviation, rounded

UNIT = layer_norm(np.array([1.0, 7.0, 7.0, 9.0]), 4, eps=0.0)
FLOATS = {"float16": torch.float16, "bfloat16": torch.bfloat16, "float32": torch.float32}


@pytest.mark.parametrize("eps", [1e-12, 1e-5, 0.1])
@pytest.mark.parametrize("ratio", [1 / 50, 0.25, 1, 3, 1e6])
def test_the_output_deviation_depends_on_eps_over_the_variance_alone(eps, ratio):
    sigma = np.sqrt(eps / ratio)
    std = layer_norm(sigma * UNIT, 4, eps=eps).std()
    assert std == pytest.approx(1 / np.sqrt(1 + ratio), rel=1e-12)


def test_an_eps_of_a_fiftieth_of_the_variance_costs_a_hundredth():
    assert layer_norm(UNIT, 4, eps=1 / 50).std() == pytest.approx(0.99, abs=2e-4)
    assert layer_norm(0.02 * UNIT, 4, eps=1e-5).std() == pytest.approx(0.988, abs=5e-4)


def test_outside_the_root_a_small_row_keeps_more_than_inside():
    sigma, eps = 1e-4, 1e-5
    inside, outside = sigma / np.sqrt(sigma**2 + eps), sigma / (sigma + eps)
    assert (round(inside, 3), round(outside, 3)) == (0.032, 0.909)
    assert sigma / (sigma + np.sqrt(eps)) == pytest.approx(inside, rel=0.05)


@pytest.mark.parametrize("eps", [1e-12, 1e-5])
def test_a_constant_row_has_its_gradient_multiplied_by_one_over_the_root_of_eps(eps):
    _, cache = layer_norm_forward(np.full(4, 7.0), 4, eps=eps)
    assert cache.rstd.item() == pytest.approx(eps**-0.5)


def test_a_root_at_zero_variance_has_no_gradient_unless_eps_is_inside():
    def gradient(divisor):
        x = torch.full((4,), 5.0, requires_grad=True)
        ((x - x.mean()) / divisor(x.var(correction=0))).sum().backward()
        return x.grad

    assert gradient(lambda var: var.sqrt() + 1e-5).isnan().all()
    assert (gradient(lambda var: (var + 1e-5).sqrt()) == 0).all()


@pytest.mark.parametrize("bias", [False, True])
def test_a_row_of_padding_makes_each_weight_below_nan_if_there_is_no_bias(bias):
    linear = torch.nn.Linear(3, 4, bias=bias)
    x = linear(torch.tensor([[1.0, 2, 3], [0, 0, 0]]))
    centred = x - x.mean(dim=-1, keepdim=True)
    (centred / (x.var(dim=-1, correction=0, keepdim=True).sqrt() + 1e-5)).square().sum().backward()
    assert (linear.weight.grad.isnan() != bias).all()


def test_the_table_of_floating_point_ranges_is_right():
    def relative(dtype):
        return torch.finfo(dtype).eps / 2

    assert torch.finfo(torch.float16).max == 65504
    assert np.finfo(np.float16).smallest_subnormal == pytest.approx(5.96e-8, rel=1e-3)
    assert [torch.finfo(d).smallest_normal for d in FLOATS.values()] == pytest.approx(
        [6.1e-5, 1.18e-38, 1.18e-38], rel=1e-2
    )
    assert [relative(d) for d in FLOATS.values()] == [2**-11, 2**-8, 2**-24]
    assert torch.tensor(9.2e-41, dtype=torch.bfloat16) > 0
    assert torch.tensor(4e-41, dtype=torch.bfloat16) == 0


def test_float16_has_no_1e_8_and_bfloat16_has_every_eps_of_a_model():
    chosen = sorted({model["eps"] for model in read_record("atlas")["models"]})
    assert np.float16(1e-8) == 0
    assert np.float16(1e-7) == pytest.approx(1.19e-7, rel=1e-2)
    assert [eps for eps in chosen if np.float16(eps) == 0] == [1e-12]
    assert all(torch.tensor(eps, dtype=torch.bfloat16) > 0 for eps in chosen)


def test_a_root_mean_square_of_300_overflows_in_float16_and_gives_zeros():
    row = np.array([300, -300], dtype=np.float16)
    with np.errstate(over="ignore"):
        mean_square = np.mean(row * row)
    assert mean_square == np.inf
    assert (row / np.sqrt(mean_square) == 0).all()


def test_torch_computes_float16_in_float32_so_that_1e_12_serves():
    zeros = torch.zeros(4, dtype=torch.float16)
    assert (torch.nn.functional.layer_norm(zeros, (4,), eps=1e-12) == 0).all()


@pytest.mark.parametrize("mean", [1e2, 1e3, 1e4, 1e5])
def test_the_error_of_one_pass_is_the_square_of_the_mean_in_units_of_rounding(mean):
    x = np.random.default_rng(0).normal(mean, 1.0, (256, 512)).astype(np.float32)
    error = np.abs(single_pass_variance(x, axis=1) - x.astype(np.float64).var(axis=1))
    assert 0.1 < np.median(error) / (mean**2 * 2**-24) < 4


@pytest.mark.parametrize("variance", [two_pass_variance, welford_variance])
def test_two_pass_and_welford_hold_at_a_mean_of_100000(variance):
    x = np.random.default_rng(0).normal(1e5, 1.0, (16, 512)).astype(np.float32)
    np.testing.assert_allclose(variance(x, axis=1), x.astype(np.float64).var(axis=1), rtol=1e-2)


def test_one_pass_is_right_once_any_value_of_the_row_is_subtracted():
    x = np.random.default_rng(0).normal(1e4, 1.0, (64, 512)).astype(np.float32)
    shifted = single_pass_variance(x - x[:, :1], axis=1)
    np.testing.assert_allclose(shifted, x.astype(np.float64).var(axis=1), rtol=1e-5)


@pytest.mark.parametrize(
    ("dtype", "eps"),
    [
        (torch.bfloat16, 2**-23),
        (torch.float16, 2**-23),
        (torch.float32, 2**-23),
        (torch.float64, 2**-52),
    ],
)
def test_torch_rms_norm_without_an_eps_takes_that_of_the_computation(dtype, eps):
    x = torch.tensor([2.0**-10, -(2.0**-10)]).to(dtype)
    with_none = torch.nn.functional.rms_norm(x, (2,))
    assert torch.equal(with_none, torch.nn.functional.rms_norm(x, (2,), eps=eps))


def test_no_model_of_the_atlas_has_its_eps_outside_the_root_or_above_1e_5():
    models = read_record("atlas")["models"]
    assert {model["eps_place"] for model in models} == {"inside"}
    assert max(model["eps"] for model in models) == 1e-5


def test_the_window_of_the_playground_holds_1e_5_and_closes_in_bfloat16():
    def window(offset, dtype):
        noise, bits = np.random.default_rng(0).normal(size=(16, 64)), BITS[dtype]
        signal = rounded(offset + 0.1 * noise, bits)
        constant = rounded(offset + offset * 2.0**-bits * noise, bits)
        found = [
            eps
            for eps in EPSILONS
            if deviation(signal, eps) >= 0.9 and deviation(constant, eps) <= 0.1
        ]
        return (min(found), max(found)) if found else None

    low, high = window(100.0, "float32")
    assert 1e-12 < low < 1e-8 < 1e-5 < high < 3e-3
    assert window(10_000.0, "float32")[0] > 1e-5
    assert window(100.0, "bfloat16") is None


def test_an_eps_added_after_a_division_by_m_counts_m_squared_fold():
    x, m = np.array([1000.0, 1.0, 1.0, -1.0]), 1000.0
    wrong = rms_norm(x / m, 4, eps=1e-3)
    np.testing.assert_allclose(wrong, rms_norm(x, 4, eps=1e-3 * m**2), rtol=1e-12)


def test_one_step_of_adam_takes_the_small_tokens_of_the_sweep_far_from_where_they_began():
    torch.manual_seed(0)
    weight = DigitTransformer(32, 64, 2).embedding.weight
    with torch.no_grad():
        weight.mul_(1e-3)
    start = weight.detach().clone()
    optimizer = torch.optim.Adam([weight], lr=2e-3)
    (weight * torch.randn_like(weight)).sum().backward()
    optimizer.step()
    torch.testing.assert_close((weight - start).abs(), torch.full_like(weight, 2e-3))
    assert 7 < 2e-3 / start.std() < 9


@pytest.mark.parametrize("name", FLOATS)
def test_one_infinity_makes_a_row_of_layer_norm_nan_and_one_of_rms_norm_0_beside_a_nan(name):
    x = torch.tensor([[1.0, 2.0, 4.0], [1.0, torch.inf, 4.0]], dtype=FLOATS[name])
    y = torch.nn.functional.layer_norm(x, (3,))
    assert y[0].isfinite().all()
    assert y[1].isnan().all()
    y = torch.nn.functional.rms_norm(x, (3,))
    assert y[0].isfinite().all()
    assert y[1].isnan().tolist() == [False, True, False]
    assert y[1, ::2].eq(0).all()


@pytest.mark.parametrize("eps", [1e-12, 1e-5, 0.0])
def test_finite_float16_makes_no_nan_in_layer_norm_unless_eps_is_0(eps):
    largest = torch.finfo(torch.float16).max
    rows = [[largest, -largest, 0.0], [6e-8, 0.0, 0.0], [5.0, 5.0, 5.0]]
    y = torch.nn.functional.layer_norm(torch.tensor(rows, dtype=torch.float16), (3,), eps=eps)
    assert y[:2].isfinite().all()
    assert y[2].isnan().all() if eps == 0 else y[2].eq(0).all()


@pytest.mark.parametrize(("variance", "off"), [(1.0, 5e-4), (0.01, 5e-2)])
def test_the_eps_of_keras_shows_in_small_rows(variance, off):
    row = np.sqrt(variance) * UNIT
    there, here = layer_norm(row, 4, eps=1e-3), layer_norm(row, 4, eps=1e-5)
    assert here.std() / there.std() - 1 == pytest.approx(off, rel=0.1)
