"""What the chapter "Beyond LayerNorm" says of streams without norms, and of what replaces them."""

import numpy as np
import pytest
import torch
from torch.nn.utils.parametrizations import weight_norm

from normbook.data import read_record
from normbook.nn import DynamicErf, DynamicTanh, deepnorm_alpha, deepnorm_beta
from normbook.norms import layer_norm, rms_norm
from normbook.playgrounds.beyond import sizes


@pytest.mark.parametrize("depth", [24, 96])
def test_with_a_factor_of_one_over_root_depth_the_stream_grows_by_root_e_at_any_depth(depth):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(256, 64))
    for _ in range(depth):
        w, v = rng.normal(size=(2, 64, 64)) / 8
        x = x + np.sqrt(2 / depth) * np.maximum(x @ w, 0) @ v
    assert np.sqrt(np.mean(x**2)) == pytest.approx(np.sqrt(np.e), rel=0.1)


def test_a_branch_that_ends_in_zeros_learns_its_last_matrix_first():
    rng = np.random.default_rng(0)
    x, dy = rng.normal(size=(2, 5, 8))
    w, v = rng.normal(size=(8, 8)), np.zeros((8, 8))
    for step in range(2):
        hidden = np.maximum(x @ w, 0)
        dw = x.T @ ((dy @ v.T) * (hidden > 0))
        dv = hidden.T @ dy
        assert np.any(dw) == (step > 0)
        assert np.any(dv)
        w, v = w - 0.1 * dw, v - 0.1 * dv


def test_what_each_kind_leaves_of_the_growth_of_48_blocks():
    ends = {
        kind: (stream[-1], gradient[0])
        for kind in ("no norm", "pre-LN", "DyT", "post-LN")
        for stream, gradient in [sizes(kind, 48)]
    }
    assert min(ends["no norm"]) > 10**7.5
    assert ends["pre-LN"] == pytest.approx((6.6, 9), abs=0.2)
    assert ends["DyT"] == pytest.approx((4.5, 9), abs=0.5)
    assert ends["post-LN"] == pytest.approx((1, 3.1), abs=0.1)
    stream, gradient = sizes("no norm", 48, factor=48**-0.5)
    assert stream[-1] == pytest.approx(1.6, abs=0.05)
    assert gradient[0] == pytest.approx(1.8, abs=0.05)


def test_what_post_ln_leaves_of_the_gradient_is_a_matter_of_its_matrices():
    gradients = [sizes("post-LN", 48, seed=seed)[1][0] for seed in range(10)]
    assert 0.5 < min(gradients) < 1.5
    assert 7 < max(gradients) < 8.5


def test_at_a_gain_of_2_dyt_holds_the_stream_and_not_the_gradient():
    stream, gradient = sizes("no norm", 48, gain=2)
    assert stream[-1] > 1e30
    stream, gradient = sizes("DyT", 48, gain=2)
    assert stream[-1] < 30
    assert gradient[0] > 1000
    stream, gradient = sizes("pre-LN", 48, gain=2)
    assert max(stream[-1], gradient[0]) < 100


def test_a_linear_layer_behind_scale_norm_can_be_one_behind_rms_norm():
    rng = np.random.default_rng(0)
    x, weight, matrix = rng.normal(size=(5, 8)), rng.normal(size=8), rng.normal(size=(3, 8))
    g = 1.7
    scaled = g * x / np.linalg.norm(x, axis=1, keepdims=True)
    folded = matrix * weight * np.sqrt(8) / g
    np.testing.assert_allclose(scaled @ folded.T, rms_norm(x, 8, weight, eps=0) @ matrix.T)


@pytest.mark.parametrize("depth", [6, 24, 96])
def test_deepnorm_keeps_most_with_branches_of_two_matrices_and_six_tenths_with_one(depth):
    rng = np.random.default_rng(0)
    x = layer_norm(rng.normal(size=(64, 64)), 64)
    alpha, beta = deepnorm_alpha(depth // 2), deepnorm_beta(depth // 2)
    kept = {}
    for name, a, gain in (("post", 1.0, 1.0), ("one", alpha, beta), ("two", alpha, beta**2)):
        y = x
        for _ in range(depth):
            w = gain * rng.normal(size=(64, 64)) / 8
            y = layer_norm(a * y + y @ w, 64)
        kept[name] = np.mean(x * y)
    blocks = depth / 2
    assert kept["post"] == pytest.approx(2 ** (-depth / 2), abs=0.1)
    assert kept["one"] ** 2 == pytest.approx((1 + 1 / (4 * blocks)) ** -depth, abs=0.06)
    share = 1 / (8 * 2**0.5 * blocks**1.5)
    assert kept["two"] ** 2 == pytest.approx((1 + share) ** -depth, abs=0.06)
    assert kept["two"] > 0.93


@pytest.mark.parametrize(("classes", "most"), [(10, 0.45), (50_000, 1 / 7000)])
def test_scores_of_unit_rows_need_a_scale_to_be_sure(classes, most):
    scores = -np.ones(classes)
    scores[0] = 1
    odds = np.exp(scores)
    assert odds[0] / odds.sum() == pytest.approx(most, rel=0.05)
    odds = np.exp(10 * scores)
    assert odds[0] / odds.sum() > 0.999


def test_weight_normalization_is_rms_norm_of_the_weights():
    torch.manual_seed(0)
    layer = weight_norm(torch.nn.Linear(8, 3, bias=False).double())
    g, v = layer.parametrizations.weight.original0, layer.parametrizations.weight.original1
    x = torch.randn(5, 8, dtype=torch.float64)
    w = rms_norm(v.detach().numpy(), 8, eps=0.0) * g.detach().numpy() / 8**0.5
    np.testing.assert_allclose(layer.weight.detach(), w, rtol=1e-12)
    torch.testing.assert_close(layer(10 * x), 10 * layer(x))
    layer(x).square().sum().backward()
    assert (v.grad * v).sum(dim=1).abs().max() < 1e-12 < v.grad.abs().max()


# ---- what the chapter says of its record


@pytest.fixture(scope="module")
def record():
    return read_record("beyond")


def at(record, variant: str, multiple: str) -> list[float]:
    """Return mean, least and greatest final loss at a multiple of the variant's own best rate."""
    return record["grid"][variant]["at"][multiple]


def test_the_largest_rates_are_those_of_the_recap(record):
    multiples = {
        variant: rate / record["grid"][variant]["best"]
        for variant, rate in record["largest_rate"].items()
    }
    assert multiples["layer"] == multiples["rms"] == multiples["scale"] == 16
    assert multiples["deepnorm"] == multiples["none"] == 8
    assert {value for name, value in multiples.items() if " " in name} == {2, 4, 8}


def test_on_text_dyt_and_derf_lose_a_seed_at_two_or_four_times_their_best():
    lost = 3  # a guess has 3.1
    variants = read_record("text")["grid"]["variants"]
    first = {
        name: min(float(m) for m, (_, _, most) in run["at"].items() if float(m) > 1 and most > lost)
        for name, run in variants.items()
        if " " in name or name in ("deepnorm", "none")
    }
    assert {multiple for name, multiple in first.items() if " " in name} == {2, 4}
    assert first["deepnorm"] == first["none"] == 4
    below = {
        name
        for name, run in variants.items()
        if any(float(m) < 1 and most > lost for m, (_, _, most) in run["at"].items())
    }
    assert below == {"tanh 0.5", "erf 0.5"}
    assert all(variants[name]["at"]["0.5"][2] > lost for name in below)


def test_without_a_norm_the_floor_is_as_low_and_the_wall_is_steep(record):
    assert at(record, "none", "1")[0] < 1.2 * at(record, "layer", "1")[0]
    for multiple in ("1", "2", "4", "8"):
        none, layer = at(record, "none", multiple), at(record, "layer", multiple)
        assert none[1] < layer[2]
        assert layer[1] < none[2]
    assert at(record, "none", "16")[1] > 100
    assert at(record, "layer", "16")[2] < np.log(10) / 2


def test_on_text_the_floor_without_a_norm_is_lower_and_the_wall_nearer():
    text = {"grid": read_record("text")["grid"]["variants"]}
    assert at(text, "none", "1")[2] < at(text, "layer", "1")[1]
    assert at(text, "none", "4")[1] > 1e4
    assert at(text, "layer", "4")[2] < 2.75


def test_scale_norm_stays_within_a_factor_of_two_of_layer_norm(record):
    layer = record["grid"]["layer"]["runs"]
    for rate, run in record["grid"]["scale"]["runs"].items():
        assert 0.5 < np.mean(run["loss"]) / np.mean(layer[rate]["loss"]) < 2


def test_dyt_is_above_layer_norm_at_an_alpha_of_a_half_and_meets_it_at_larger_ones(record):
    assert at(record, "tanh 0.5", "1")[1] > at(record, "layer", "1")[2]
    for alpha in (1, 2):
        assert at(record, f"tanh {alpha}", "1")[1] < at(record, "layer", "1")[2]


def test_derf_is_steeper_at_0_than_dyt_and_flat_sooner():
    x = torch.linspace(0, 10, 1001)
    erf, tanh = DynamicErf(1)(x[:, None]), DynamicTanh(1)(x[:, None])
    assert (erf[1] / tanh[1]).item() == pytest.approx(2 / np.pi**0.5, rel=1e-4)
    assert torch.argmax((erf > 0.99).int()) < torch.argmax((tanh > 0.99).int())
