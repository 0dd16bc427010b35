import pytest
import torch
from torch.nn.functional import layer_norm

from normbook.experiments.frozen import FrozenLayerNorm, freeze
from normbook.nn import LayerNorm, TransformerClassifier


@pytest.fixture(autouse=True)
def _seed():
    torch.manual_seed(0)


def test_it_is_layer_norm_of_a_row_with_its_deviation():
    row, norm = torch.randn(8), LayerNorm(8)
    torch.nn.init.normal_(norm.weight)
    torch.nn.init.normal_(norm.bias)
    frozen = FrozenLayerNorm(norm, row.std(correction=0).item())
    torch.testing.assert_close(frozen(row), norm(row), rtol=1e-4, atol=1e-4)


def test_it_is_linear_but_for_its_bias():
    frozen = FrozenLayerNorm(LayerNorm(8, bias=False), deviation=3.0)
    x, y = torch.randn(2, 8)
    torch.testing.assert_close(frozen(2 * x - y), 2 * frozen(x) - frozen(y))


def test_freezing_leaves_no_layer_norm_and_every_other_parameter():
    model = TransformerClassifier(depth=2)
    before = model.state_dict()
    freeze(model, torch.randn(4, 6, 32))
    assert not any(isinstance(module, LayerNorm) for module in model.modules())
    assert model.state_dict().keys() == before.keys()


def test_a_norm_gets_the_mean_deviation_of_its_rows_and_tells_how_they_differ():
    model = torch.nn.Sequential(LayerNorm(4))
    rows = torch.tensor([[1.0, -1.0, 1.0, -1.0], [3.0, -3.0, 3.0, -3.0]])
    (differ,) = freeze(model, rows)
    assert differ == pytest.approx(2**0.5 / 2)  # the deviations are 1 and 3
    torch.testing.assert_close(model(rows), rows / 2)


def test_rows_of_one_deviation_pass_as_before():
    model, rows = torch.nn.Sequential(LayerNorm(16)), layer_norm(torch.randn(5, 16), (16,))
    expected = model(7 * rows)
    freeze(model, 7 * rows)
    torch.testing.assert_close(model(7 * rows), expected, rtol=1e-3, atol=1e-3)
