import ast
import re

import pytest
import torch

from normbook.nn import ConditionalLayerNorm, LayerNorm


@pytest.fixture
def layer():
    torch.manual_seed(0)
    layer = ConditionalLayerNorm(4, 3, eps=0.1).double()
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.normal_()
    return layer


def test_a_new_layer_is_a_plain_layer_norm():
    torch.manual_seed(0)
    x = torch.randn(2, 5, 4)
    torch.testing.assert_close(ConditionalLayerNorm(4, 3)(x, torch.randn(2, 3)), LayerNorm(4)(x))


def test_weight_and_bias_are_linear_functions_of_the_condition(layer):
    x = torch.randn(2, 5, 4, dtype=torch.float64)
    condition = torch.randn(2, 3, dtype=torch.float64)
    x_hat = LayerNorm(4, eps=0.1).double()(x)
    for n in range(2):
        weight = layer.weight_map.weight @ condition[n] + layer.weight_map.bias
        bias = layer.bias_map.weight @ condition[n] + layer.bias_map.bias
        torch.testing.assert_close(layer(x, condition)[n], x_hat[n] * weight + bias)


def test_a_condition_a_sample_is_a_condition_a_position_repeated(layer):
    x = torch.randn(2, 5, 4, dtype=torch.float64)
    condition = torch.randn(2, 3, dtype=torch.float64)
    repeated = condition[:, None, :].expand(2, 5, 3)
    torch.testing.assert_close(layer(x, condition), layer(x, repeated))


def test_derivatives_agree_with_finite_differences(layer):
    x = torch.randn(2, 3, 4, dtype=torch.float64, requires_grad=True)
    condition = torch.randn(2, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(layer, (x, condition))


def test_an_empty_batch_gives_an_empty_batch(layer):
    x = torch.empty(0, 5, 4, dtype=torch.float64)
    assert layer(x, torch.empty(0, 3, dtype=torch.float64)).shape == (0, 5, 4)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_x_and_condition_may_have_another_dtype_than_the_parameters(dtype):
    torch.manual_seed(0)
    layer, x = ConditionalLayerNorm(4, 3), torch.randn(2, 5, 4).to(dtype)
    torch.nn.init.normal_(layer.weight_map.weight)
    condition = torch.randn(2, 3).to(dtype)

    y = layer(x, condition)

    assert y.dtype == dtype
    expected = layer(x.float(), condition.float()).to(dtype)
    torch.testing.assert_close(y, expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("x_shape", [(4,), (2, 4), (2, 5, 4)])
@pytest.mark.parametrize("condition_shape", [(), (2,), (7, 3)])
def test_each_shape_that_a_refusal_names_is_accepted(layer, x_shape, condition_shape):
    x = torch.randn(x_shape, dtype=torch.float64)
    with pytest.raises(ValueError, match="condition has shape") as caught:
        layer(x, torch.randn(condition_shape, dtype=torch.float64))
    advice = str(caught.value).split("Pass ")[1]
    shapes = re.findall(r"\([\d, ]+\)", advice)
    assert shapes
    for shape in shapes:
        assert layer(x, torch.zeros(ast.literal_eval(shape), dtype=torch.float64)).shape == x_shape


@pytest.mark.parametrize("shape", [(2, 4), (5, 3), (2, 4, 3), (2, 5, 4, 3)])
def test_a_condition_of_the_wrong_shape_is_refused(layer, shape):
    x = torch.randn(2, 5, 4, dtype=torch.float64)
    with pytest.raises(ValueError, match=r"condition has shape .*\(2, 5, 4\).*expected"):
        layer(x, torch.randn(shape, dtype=torch.float64))


def test_repr_shows_how_the_layer_was_built(layer):
    assert "4, condition_size=3, eps=0.1" in repr(layer)


@pytest.mark.parametrize("condition", [[1.0, 2.0, 3.0], None])
def test_a_condition_that_is_no_tensor_is_refused_with_the_fix(condition):
    with pytest.raises(TypeError, match=r"condition is a .*torch\.as_tensor\(condition\)"):
        ConditionalLayerNorm(4, 3)(torch.randn(2, 4), condition)
