import pytest
import torch
from torch import nn as torch_nn

from normbook.nn import LayerNorm, MultiheadSelfAttention, RMSNorm


@pytest.fixture(autouse=True)
def _seed():
    torch.manual_seed(0)


def mask(*lengths, total):
    return torch.arange(total) >= torch.tensor(lengths)[:, None]


def test_values_and_gradients_agree_with_torch_under_a_padding_mask():
    ours = MultiheadSelfAttention(8, 2).double()
    theirs = torch_nn.MultiheadAttention(8, 2, batch_first=True).double()
    theirs.load_state_dict(ours.state_dict())
    x = torch.randn(3, 5, 8, dtype=torch.float64, requires_grad=True)
    padding = mask(5, 3, 1, total=5)
    dy = torch.randn(3, 5, 8, dtype=torch.float64)

    y = ours(x, padding_mask=padding)
    expected, _ = theirs(x, x, x, key_padding_mask=padding, need_weights=False)

    gradients = torch.autograd.grad(y, (x, *ours.parameters()), dy)
    expected_gradients = torch.autograd.grad(expected, (x, *theirs.parameters()), dy)
    torch.testing.assert_close(y, expected)
    torch.testing.assert_close(gradients, expected_gradients)


def test_a_seed_gives_the_weights_that_it_gives_torch():
    torch.manual_seed(1)
    ours = MultiheadSelfAttention(8, 2).state_dict()
    torch.manual_seed(1)
    theirs = torch_nn.MultiheadAttention(8, 2).state_dict()
    torch.testing.assert_close(ours, dict(theirs), rtol=0, atol=0)


@pytest.mark.parametrize("norm", [None, RMSNorm, LayerNorm])
def test_derivatives_agree_with_finite_differences(norm):
    attention = MultiheadSelfAttention(4, 2, qk_norm=norm, v_norm=norm).double()
    x = torch.randn(2, 3, 4, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda x: attention(x, mask(3, 2, total=3)), (x,))


def test_padding_changes_nothing_at_the_real_positions():
    attention = MultiheadSelfAttention(8, 2, qk_norm=RMSNorm)
    x = torch.randn(1, 3, 8)
    padded = torch.cat([x, 1e4 * torch.randn(1, 4, 8)], dim=1)
    torch.testing.assert_close(attention(padded, mask(3, total=7))[:, :3], attention(x))


def test_a_sequence_of_padding_alone_gives_no_nan():
    y = MultiheadSelfAttention(8, 2)(torch.randn(2, 3, 8), mask(3, 0, total=3))
    assert torch.isfinite(y).all()


def test_qk_norm_has_one_weight_a_feature_of_a_head_for_queries_and_for_keys():
    attention = MultiheadSelfAttention(8, 2, qk_norm=RMSNorm)
    assert attention.norm_q.weight.shape == attention.norm_k.weight.shape == (4,)
    assert attention.norm_q is not attention.norm_k


def test_qk_norm_is_taken_a_head_at_a_time_and_values_are_left_alone():
    attention = MultiheadSelfAttention(8, 2, qk_norm=lambda d: RMSNorm(d, eps=0.1)).double()
    with torch.no_grad():
        attention.norm_q.weight.uniform_(0.5, 2.0)
        attention.norm_k.weight.uniform_(0.5, 2.0)
    x = torch.randn(5, 8, dtype=torch.float64)
    queries, keys, values = (x @ attention.in_proj_weight.T).chunk(3, dim=-1)

    heads = []
    for features in (slice(0, 4), slice(4, 8)):
        q = torch.nn.functional.rms_norm(queries[:, features], (4,), attention.norm_q.weight, 0.1)
        k = torch.nn.functional.rms_norm(keys[:, features], (4,), attention.norm_k.weight, 0.1)
        heads.append((q @ k.T / 2).softmax(-1) @ values[:, features])  # 2 is the root of 4

    expected = attention.out_proj(torch.cat(heads, dim=-1))
    torch.testing.assert_close(attention(x[None])[0], expected)


def test_with_qk_norm_scaling_queries_and_keys_changes_nothing():
    x = torch.randn(2, 5, 8)
    for qk_norm, same in ((RMSNorm, True), (None, False)):
        attention = MultiheadSelfAttention(8, 2, qk_norm=qk_norm)
        before = attention(x)
        with torch.no_grad():
            attention.in_proj_weight[:16] *= 100  # the queries' and keys' rows; their biases are 0
        assert torch.allclose(attention(x), before, atol=1e-4) == same


def test_in_float16_logits_that_fit_do_not_overflow_before_they_are_divided():
    attention = MultiheadSelfAttention(512, 8).half()
    y = attention(90 * torch.randn(1, 4, 512).half())
    assert torch.isfinite(y).all()


def test_an_empty_batch_gives_an_empty_batch():
    assert MultiheadSelfAttention(8, 2)(torch.empty(0, 5, 8)).shape == (0, 5, 8)


def test_heads_of_unequal_size_are_refused_with_the_fix():
    with pytest.raises(ValueError, match=r"num_heads is 3 and d_model is 8.*divides"):
        MultiheadSelfAttention(8, 3)


@pytest.mark.parametrize("shape", [(5, 8), (2, 5, 7), (2, 2, 5, 8)])
def test_a_wrong_shape_is_refused(shape):
    with pytest.raises(ValueError, match="expected"):
        MultiheadSelfAttention(8, 2)(torch.randn(shape))


def test_a_mask_of_the_wrong_shape_or_dtype_is_refused():
    attention, x = MultiheadSelfAttention(8, 2), torch.randn(2, 5, 8)
    with pytest.raises(ValueError, match=r"\(5, 2\).*\(2, 5\)"):
        attention(x, torch.zeros(5, 2, dtype=torch.bool))
    with pytest.raises(TypeError, match=r"torch\.float32.*torch\.bool"):
        attention(x, torch.zeros(2, 5))


def test_what_is_no_tensor_or_holds_integers_is_refused_with_the_fix():
    attention, x = MultiheadSelfAttention(8, 2), torch.randn(2, 5, 8)
    with pytest.raises(TypeError, match=r"x is a list.*torch\.as_tensor\(x\)"):
        attention(x.tolist())
    with pytest.raises(TypeError, match=r"torch\.int64.*x\.float\(\)"):
        attention(x.long())
    with pytest.raises(TypeError, match=r"padding_mask is a list.*torch\.as_tensor"):
        attention(x, [[False] * 5] * 2)


def test_repr_shows_how_it_was_built():
    assert "8, num_heads=2" in repr(MultiheadSelfAttention(8, 2))
