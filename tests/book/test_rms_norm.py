"""What the chapter on RMSNorm claims."""

import numpy as np
import pytest
import torch
from torch.autograd.graph import saved_tensors_hooks

from normbook.data import read_record
from normbook.nn import RMSNorm
from normbook.norms import layer_norm, rms_norm, rms_norm_backward, rms_norm_forward


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def centring(features):
    return np.eye(features) - 1 / features


def test_the_mean_square_is_the_variance_and_the_square_of_the_mean(rng):
    x = rng.normal(3, 2, size=(6, 8))
    np.testing.assert_allclose(np.mean(x**2, -1), x.mean(-1) ** 2 + x.var(-1))


def test_a_rotation_passes_through_rms_norm_but_not_through_layer_norm(rng):
    x = rng.normal(1, 2, size=(6, 8))
    q, _ = np.linalg.qr(rng.normal(size=(8, 8)))
    np.testing.assert_allclose(rms_norm(x @ q, 8), rms_norm(x, 8) @ q)
    assert np.abs(layer_norm(x @ q, 8) - layer_norm(x, 8) @ q).max() > 0.1


@pytest.mark.parametrize("features", [1, 2, 4, 16])
def test_at_eps_0_the_jacobian_is_a_projector_of_rank_d_minus_1(rng, features):
    _, cache = rms_norm_forward(rng.normal(size=features), features, eps=0.0)
    p = np.stack([rms_norm_backward(e, cache).dx for e in np.eye(features)]) / cache.rrms
    np.testing.assert_allclose(p @ p, p, atol=1e-14)
    np.testing.assert_allclose(np.linalg.eigvalsh(p), [0, *[1] * (features - 1)], atol=1e-13)


@pytest.mark.parametrize("features", [4, 16, 512])
def test_of_a_random_row_the_mean_is_one_part_in_d(rng, features):
    x = rng.normal(size=(4000, features))
    share = np.mean(x.mean(-1) ** 2 / np.mean(x**2, -1))
    assert share == pytest.approx(1 / features, rel=0.1)


def test_behind_a_centred_layer_the_two_norms_are_equal(rng):
    h, w, b = rng.normal(size=(5, 8)), rng.normal(size=(8, 6)), rng.normal(size=6)
    weight, bias, c = rng.normal(size=6), rng.normal(size=6), centring(6)
    np.testing.assert_allclose(
        layer_norm(h @ w + b, 6, weight, bias, eps=0.1),
        rms_norm(h @ (w @ c) + b @ c, 6, weight, eps=0.1) + bias,
        atol=1e-13,
    )


def test_centring_every_writer_turns_a_stack_with_layer_norm_into_one_with_rms_norm(rng):
    c = centring(8)
    layer = rng.normal(2, 1, size=(5, 8))
    rms = layer @ c
    for _ in range(3):
        up, down = rng.normal(size=(2, 8, 8)) / 3
        weight, bias, b = rng.normal(size=(3, 8))
        a = layer_norm(layer, 8, weight, bias, eps=0.1) @ up
        layer = layer + np.maximum(a, 0) @ down + b
        # β, which RMSNorm does not have, goes into the layer that reads it.
        a = rms_norm(rms, 8, weight, eps=0.1) @ up + bias @ up
        rms = rms + np.maximum(a, 0) @ (down @ c) + b @ c
    np.testing.assert_allclose(layer @ c, rms, atol=1e-12)
    assert np.abs(layer.mean(-1)).max() > 0.1
    np.testing.assert_allclose(layer_norm(layer, 8, eps=0.1), rms_norm(rms, 8, eps=0.1))


@pytest.mark.parametrize(
    ("cast", "of_stored", "of_meant"),
    [("llama", 0.76, 0.65), ("olmo", 1, 0.74), ("gemma", 1, 0.98)],
)
def test_in_bfloat16_the_order_of_casts_costs_less_than_what_is_stored(cast, of_stored, of_meant):
    torch.manual_seed(0)
    x = torch.randn(256, 4096).bfloat16()
    meant = 1 + 0.1 * torch.randn(4096, dtype=torch.float64)
    x_hat = x.double() / torch.sqrt(x.double().square().mean(-1, keepdim=True) + 1e-6)
    one = float(cast == "gemma")
    layer = RMSNorm(4096, cast=cast).bfloat16()
    layer.load_state_dict({"weight": meant - one})
    y = layer(x)
    for weight, share in ((layer.weight.double() + one, of_stored), (meant, of_meant)):
        right = (y == (weight * x_hat).bfloat16()).double().mean().item()
        assert right == pytest.approx(share, abs=0.01)


def test_on_a_processor_the_rms_norm_of_torch_keeps_twice_what_its_layer_norm_keeps():
    x = torch.randn(256, 1024, requires_grad=True)
    sizes = []
    for layer in (torch.nn.LayerNorm(1024), torch.nn.RMSNorm(1024)):
        kept = []
        with saved_tensors_hooks(lambda t, kept=kept: kept.append(t) or t, lambda t: t):
            y = layer(x)
        sizes.append(sum({t.data_ptr(): t.nbytes for t in kept}.values()))
        del y
    assert sizes[0] < 1.01 * x.nbytes
    assert sizes[1] > 2 * x.nbytes


def test_in_the_record_the_kernel_decides_and_not_the_norm():
    times = read_record("norm_speed")["times"]["cpu"]
    layer, rms = (times[norm]["float32"]["1024"] for norm in ("layer", "rms"))
    ways = [way for way in layer if layer[way]]
    ratio = {way: rms[way]["both"]["median"] / layer[way]["both"]["median"] for way in ways}
    assert ratio["unfused"] < 1 < ratio["fused"]
    assert layer["fused"]["both"]["median"] < rms["unfused"]["both"]["median"]
    assert max(ratio, key=lambda way: abs(np.log(ratio[way]))) == "fused"
    assert 0.9 < ratio.get("compiled", 1) < 1.1


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_on_the_gpu_a_short_row_is_where_the_kernels_differ(dtype):
    layer, rms = (
        read_record("norm_speed_gpu")["times"]["cuda"][n][dtype] for n in ("layer", "rms")
    )
    for passes in ("forward", "both"):
        ratio = {
            width: rms[width]["fused"][passes]["median"] / ways["fused"][passes]["median"]
            for width, ways in layer.items()
        }
        assert ratio["256"] < 0.8
        assert ratio["256"] < ratio["1024"] < ratio["4096"]
        assert 0.95 < ratio["4096"] < 1.05


def blocks(h, ups, downs, gammas):
    for up, down, gamma in zip(ups, downs, gammas, strict=True):
        h = h + np.maximum(rms_norm(h, 8, gamma) @ up, 0) @ down
    return h


def test_a_network_with_rms_norm_may_be_rotated_once_gamma_is_folded(rng):
    start, (ups, downs) = rng.normal(size=(5, 8)), rng.normal(size=(2, 3, 8, 8)) / 3
    gammas, ones = rng.uniform(0.5, 2, size=(3, 8)), np.ones((3, 8))
    q, _ = np.linalg.qr(rng.normal(size=(8, 8)))
    plain = blocks(start, ups, downs, gammas)
    folded = blocks(start @ q, q.T @ (gammas[:, :, None] * ups), downs @ q, ones)
    in_place = blocks(start @ q, q.T @ ups, downs @ q, gammas)
    np.testing.assert_allclose(folded @ q.T, plain, rtol=1e-10)
    assert np.abs(in_place @ q.T - plain).max() > 0.1


def hadamard(size):
    """The rotation of which every entry is ±1/√size."""
    h = np.ones((1, 1))
    while len(h) < size:
        h = np.block([[h, h], [h, -h]])
    return h / size**0.5


def in_4_bits(x):
    step = np.abs(x).max(-1, keepdims=True) / 7  # -7 to 7
    return step * np.round(x / step)


def test_rounding_to_4_bits_keeps_a_row_with_a_spike_only_if_it_is_rotated(rng):
    rows = rng.normal(size=(100, 512))
    rows[:, 7] += 100
    assert np.count_nonzero(np.delete(in_4_bits(rows), 7, axis=1)) == 0
    turn = rng.choice([-1, 1], size=(512, 1)) * hadamard(512)
    np.testing.assert_allclose(turn @ turn.T, np.eye(512), atol=1e-12)
    error = in_4_bits(rows @ turn) @ turn.T - rows
    assert error.std() == pytest.approx(1 / 3, abs=0.03)
