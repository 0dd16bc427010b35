"""What the chapter on the gradient of LayerNorm claims."""

import numpy as np
import pytest

from normbook.norms import layer_norm, layer_norm_backward, layer_norm_forward


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def projector(x_hat):
    """Return I - 11'/D - x̂x̂'/D of each row, shape (N, D, D)."""
    features = x_hat.shape[-1]
    return np.eye(features) - (1 + x_hat[:, :, None] * x_hat[:, None, :]) / features


@pytest.mark.parametrize("eps", [0.0, 1e-5, 0.1])
def test_graph_closed_form_and_matrix_agree_to_rounding(rng, eps):
    x, dy = rng.normal(size=(2, 4, 6))
    weight = rng.normal(size=6)
    c = x - x.mean(-1, keepdims=True)
    rstd = 1 / np.sqrt(np.mean(c**2, -1, keepdims=True) + eps)
    x_hat, g = rstd * c, weight * dy

    dvar = -0.5 * rstd**3 * np.sum(g * c, -1, keepdims=True)
    dc = g * rstd + 2 * c / 6 * dvar
    graph = dc - dc.mean(-1, keepdims=True)
    closed = g - g.mean(-1, keepdims=True) - x_hat * np.mean(g * x_hat, -1, keepdims=True)
    matrix = np.einsum("nij,nj->ni", projector(x_hat), g)

    dx = layer_norm_backward(dy, layer_norm_forward(x, 6, weight, eps=eps)[1]).dx
    for derived in (graph, rstd * closed, rstd * matrix):
        np.testing.assert_allclose(derived, dx, rtol=0, atol=1e-14)


@pytest.mark.parametrize("features", [2, 3, 4, 16])
def test_at_eps_0_the_jacobian_is_a_projector_of_rank_d_minus_2(rng, features):
    row = rng.normal(size=features)
    _, cache = layer_norm_forward(row, features, eps=0.0)
    jacobian = np.stack([layer_norm_backward(e, cache).dx for e in np.eye(features)])
    p = jacobian / cache.rstd
    np.testing.assert_allclose(p, p.T, atol=1e-14)
    np.testing.assert_allclose(p @ p, p, atol=1e-14)
    expected = [0, 0, *[1] * (features - 2)]
    np.testing.assert_allclose(np.linalg.eigvalsh(p), expected, atol=1e-13)


@pytest.mark.parametrize("eps", [1e-5, 0.1, 10.0])
def test_with_eps_a_little_of_x_hat_comes_through(rng, eps):
    _, cache = layer_norm_forward(rng.normal(size=(4, 6)), 6, eps=eps)
    dx = layer_norm_backward(cache.x_hat, cache).dx
    share = eps / (cache.var + eps)
    np.testing.assert_allclose(dx, cache.rstd * share * cache.x_hat, atol=1e-14)


@pytest.mark.parametrize("features", [2, 4, 512])
def test_of_a_random_gradient_the_share_of_d_minus_2_in_d_comes_through(rng, features):
    x, dy = rng.normal(size=(2, 2000, features))
    _, cache = layer_norm_forward(x, features, eps=0.0)
    through = np.sum((layer_norm_backward(dy, cache).dx / cache.rstd) ** 2)
    assert through / np.sum(dy**2) == pytest.approx((features - 2) / features, abs=0.02)


def test_a_row_ten_times_as_large_gets_a_tenth_of_the_gradient(rng):
    x, dy = rng.normal(size=(2, 4, 6))
    small, large = (layer_norm_forward(scale * x, 6, eps=0.0)[1] for scale in (1, 10))
    np.testing.assert_allclose(
        layer_norm_backward(dy, large).dx, layer_norm_backward(dy, small).dx / 10
    )


def test_held_statistics_report_a_gradient_where_the_loss_is_constant(rng):
    y, cache = layer_norm_forward(rng.normal(size=(16, 48)), 48)
    assert np.sum(y**2) == pytest.approx(768, abs=0.01)
    assert np.linalg.norm(2 * y * cache.rstd) == pytest.approx(56.46, abs=0.005)
    assert np.linalg.norm(layer_norm_backward(2 * y, cache).dx) == pytest.approx(6e-4, abs=5e-5)


def test_raising_the_smallest_entry_raises_the_output_of_the_largest_most():
    row = np.array([1.0, 7.0, 7.0, 9.0])
    moved = layer_norm(row + np.array([1e-6, 0, 0, 0]), 4, eps=0.0) - layer_norm(row, 4, eps=0.0)
    np.testing.assert_allclose(moved / 1e-6 * 54, [1, -2, -2, 3], atol=1e-3)
