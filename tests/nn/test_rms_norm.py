import pytest
import torch

from normbook.nn import RMSNorm


def with_weight(cast, weight):
    layer = RMSNorm(weight.shape[0], eps=0.0, cast=cast).to(weight.dtype)
    layer.load_state_dict({"weight": weight})
    return layer


def bfloat16(*values):
    return torch.tensor(values, dtype=torch.bfloat16)


def test_gemma_stores_the_weight_as_an_offset_from_one():
    torch.manual_seed(0)
    x, w = torch.randn(3, 8), torch.rand(8)
    assert torch.equal(RMSNorm(8, cast="gemma").weight, torch.zeros(8))
    torch.testing.assert_close(with_weight("gemma", w - 1)(x), with_weight("llama", w)(x))


def test_gemma_adds_the_one_in_float32():
    # x is float32, so that no rounding of y hides the rounding of 1 + w.
    assert (bfloat16(15.8125) + 1).item() == 16.75
    assert with_weight("gemma", bfloat16(15.8125))(torch.ones(1)).item() == 16.8125


@pytest.mark.parametrize("cast", ["llama", "olmo"])
def test_order_of_casts_is_that_of_the_model(cast):
    torch.manual_seed(0)
    x = torch.randn(64, 8, dtype=torch.bfloat16)
    w = torch.rand(8).bfloat16()
    x_hat = x.float() / x.float().square().mean(-1, keepdim=True).sqrt()
    expected = {"llama": w * x_hat.bfloat16(), "olmo": (w.float() * x_hat).bfloat16()}
    assert not torch.equal(expected["llama"], expected["olmo"])  # else this test says nothing
    assert torch.equal(with_weight(cast, w)(x), expected[cast])


def test_llama_and_olmo_are_one_function_in_float32():
    torch.manual_seed(0)
    x, w = torch.randn(5, 8), torch.rand(8)
    assert torch.equal(with_weight("llama", w)(x), with_weight("olmo", w)(x))


def test_float16_of_300_does_not_overflow():
    x = torch.full((1, 4), 300.0, dtype=torch.float16)
    assert torch.equal(RMSNorm(4)(x), torch.ones(1, 4, dtype=torch.float16))


def test_without_affine_there_is_no_weight_and_every_cast_agrees():
    torch.manual_seed(0)
    x = torch.randn(3, 4)
    layers = [RMSNorm(4, elementwise_affine=False, cast=c) for c in ("llama", "olmo", "gemma")]
    assert all(layer.state_dict() == {} for layer in layers)
    assert all(torch.equal(layer(x), layers[0](x)) for layer in layers)


def test_an_unknown_cast_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match=r"'gpt'.*llama.*olmo.*gemma"):
        RMSNorm(4, cast="gpt")
