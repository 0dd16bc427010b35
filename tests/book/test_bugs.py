"""What the chapter "Bugs in the wild" says, and that none of its bugs is in this book."""

import warnings

import numpy as np
import pytest
import torch

from normbook.norms import layer_norm, layer_norm_forward, rms_norm
from normbook.playgrounds.bugs import BUGS

INPUTS = (
    (np.array([[1, 0, 0, 0]], np.float32), 0.1),
    (10_000 + np.array([[1, 7, 7, 9]], np.float32), 1e-5),
    (np.array([[1, 2], [30, 70]], np.float32), 0.1),
)
each_bug = pytest.mark.parametrize("bug", BUGS)


def is_right(norm, x, eps):
    with np.errstate(all="ignore"):
        y = norm(x, eps)
    return np.allclose(y, layer_norm(x.astype(np.float64), x.shape[-1], eps=eps), atol=1e-3)


@pytest.mark.parametrize("length", range(1, 20))
def test_the_variance_is_right_at_every_length(length):
    x = np.random.default_rng(length).normal(6, 1, length)
    _, cache = layer_norm_forward(x, length)
    assert cache.var.item() == pytest.approx(sum((v - sum(x) / length) ** 2 for v in x) / length)


@pytest.mark.parametrize("norm", [layer_norm, rms_norm])
def test_no_token_sees_a_later_one(norm):
    tokens = np.random.default_rng(0).normal(size=(2, 3, 4))
    changed = tokens.copy()
    changed[:, 2] *= 100
    np.testing.assert_array_equal(norm(tokens, 4)[:, :2], norm(changed, 4)[:, :2])


def test_in_one_pass_sixteen_numbers_a_thousandth_apart_fail_at_a_mean_of_100():
    row = (np.arange(16) / 1000)[None]
    for mean, fails in ((0, False), (100, True)):
        x = (mean + row).astype(np.float32)
        error = BUGS["one pass"](x, 1e-5) - layer_norm(x, 16)
        assert (np.abs(error).max() > 0.5) == fails


@pytest.mark.parametrize(
    ("gamma", "beta", "is_idempotent"),
    [
        (1, 0, True),
        (2, 3, True),
        (-2, 0, False),
        (np.arange(1.0, 9.0), 0, False),
        (1, np.arange(8.0), False),
        (0, np.arange(8.0), True),
    ],
)
def test_a_second_norm_changes_nothing_only_where_gamma_and_beta_are_one_number_each(
    gamma, beta, is_idempotent
):
    x = np.random.default_rng(0).normal(size=(4, 8))
    weight, bias = (np.full(8, value, dtype=float) for value in (gamma, beta))
    norms = [lambda x: layer_norm(x, 8, weight, bias, eps=0.0)]
    if not bias.any():
        norms += [lambda x: rms_norm(x, 8, weight, eps=0.0)]
    for norm in norms:
        assert np.allclose(norm(norm(x)), norm(x)) == is_idempotent


def test_zero_over_zero_is_nan_and_not_infinity():
    row = np.full(3, 5.0)
    with np.errstate(invalid="ignore"):
        assert np.isnan((row - row.mean()) / np.sqrt(row.var())).all()


@each_bug
def test_three_inputs_catch_every_bug_of_the_lens(bug):
    assert not all(is_right(BUGS[bug], x, eps) for x, eps in INPUTS)
    right = lambda x, eps: layer_norm(x, x.shape[-1], eps=eps)  # noqa: E731
    assert all(is_right(right, x, eps) for x, eps in INPUTS)


def test_mean_0_and_deviation_1_let_six_of_the_ten_through():
    x = np.random.default_rng(0).normal(size=(8, 64)).astype(np.float32)
    outputs = [wrong(x, 1e-5) for wrong in BUGS.values()]
    passed = [np.allclose(y.mean(-1), 0, atol=1e-2) and np.allclose(y.std(-1), 1, atol=1e-2)
              for y in outputs]  # fmt: skip
    assert (sum(passed), len(passed)) == (6, 10)


def test_a_second_norm_changes_the_output_where_gamma_is_not_one():
    row, gamma = np.array([1.0, 7.0, 7.0, 9.0]), np.array([1.0, 1.0, 1.0, 5.0])
    once = rms_norm(row, 4, gamma, eps=0.0)
    assert not np.allclose(rms_norm(once, 4, gamma, eps=0.0), once, rtol=0.1)
    plain = rms_norm(row, 4, eps=0.0)
    np.testing.assert_allclose(rms_norm(plain, 4, eps=0.0), plain)


def test_autocast_to_float16_overflows_in_the_layer():
    torch.manual_seed(0)
    layer = torch.nn.Linear(64, 64)
    layer.weight.data *= 100
    x = 1000 * torch.randn(8, 64)
    with torch.autocast("cpu", dtype=torch.float16):
        y = layer(x)
    assert y.dtype == torch.float16
    assert y.isinf().any()
    norm = torch.nn.LayerNorm(64)
    assert norm.float()(layer.float()(x.float())).half().isfinite().all()


@pytest.mark.parametrize(
    "norm", [torch.nn.LayerNorm(8), torch.nn.GroupNorm(2, 8), torch.nn.BatchNorm1d(8)]
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_autocast_on_a_cpu_leaves_a_norm_the_dtype_that_it_gets(norm, dtype):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert norm(torch.ones(4, 8, dtype=dtype)).dtype == dtype


def test_a_softmax_over_masked_keys_alone_is_nan():
    scores = torch.tensor([[0.0, -torch.inf], [-torch.inf, -torch.inf]])
    assert scores.softmax(-1).isnan().tolist() == [[False, False], [True, True]]


def test_pytorch_s_own_attention_gives_zero_for_masked_keys_alone():
    q, k, v = torch.ones(3, 1, 2, 4)
    mask = torch.tensor([[True, True], [False, False]])
    y = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    assert y[0].tolist() == [[1.0] * 4, [0.0] * 4]


def test_a_loss_over_no_token_is_nan():
    scores, targets = torch.zeros(3, 5), torch.full((3,), -100)
    assert torch.nn.functional.cross_entropy(scores, targets, ignore_index=-100).isnan()


def test_anomaly_detection_stops_at_the_root_of_a_constant_row():
    x = torch.full((1, 4), 3.0, requires_grad=True)
    weight = torch.tensor([1.0, 2.0, 3.0, 4.0])

    def loss():
        deviation = x.var(-1, correction=0, keepdim=True).sqrt()
        return (weight * (x - x.mean(-1, keepdim=True)) / (deviation + 1e-5)).sum()

    assert loss().isfinite()
    loss().backward()
    assert x.grad.isnan().all()
    with (
        warnings.catch_warnings(action="ignore"),  # of its own cost, and where the forward call was
        torch.autograd.set_detect_anomaly(True),
        pytest.raises(RuntimeError, match=r"SqrtBackward0' returned nan"),
    ):
        loss().backward()


def test_a_step_with_infinite_gradients_is_left_out():
    weight = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([weight], lr=1.0)
    scaler = torch.amp.GradScaler("cpu", init_scale=2.0**16)
    scaler.scale((weight * 1e38).sum()).backward()
    assert weight.grad.isinf().all()
    scaler.step(optimizer)
    scaler.update()
    assert torch.equal(weight.data, torch.ones(2))
    assert scaler.get_scale() < 2.0**16


def test_after_2000_finite_steps_the_scale_is_doubled():
    weight = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([weight], lr=1e-6)
    scaler = torch.amp.GradScaler("cpu")
    before = scaler.get_scale()
    for _ in range(2000):
        assert scaler.get_scale() == before
        optimizer.zero_grad()
        scaler.scale(weight.sum()).backward()
        scaler.step(optimizer)
        scaler.update()
    assert scaler.get_scale() == 2 * before


def test_adams_epsilon_is_0_in_float16():
    assert torch.tensor(1e-8).half() == 0
    ends = {}
    for dtype in (torch.float16, torch.float32):
        weight = torch.nn.Parameter(torch.ones(2, dtype=dtype))
        weight.grad = torch.tensor([0, 1], dtype=dtype)
        torch.optim.Adam([weight], lr=1e-3).step()
        ends[dtype] = weight.isnan().tolist()
    assert ends == {torch.float16: [True, False], torch.float32: [False, False]}
