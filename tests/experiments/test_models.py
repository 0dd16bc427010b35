import pytest
import torch

from normbook.experiments.fit import accuracy, update
from normbook.experiments.models import BatchNormOverTime, DigitTransformer, digit_cnn
from normbook.nn import BatchNorm, LayerNorm


def test_tokens_have_unit_variance_for_standardized_images():
    torch.manual_seed(0)
    model = DigitTransformer(d_model=512, d_ff=4, depth=1)
    tokens = model.embedding(torch.randn(256, 8, 8)) + model.position
    assert tokens.var().item() == pytest.approx(1, abs=0.1)


def test_the_transformer_sees_the_order_of_rows():
    torch.manual_seed(0)
    model, images = DigitTransformer(d_model=16, d_ff=32, depth=1), torch.randn(4, 8, 8)
    assert not torch.allclose(model(images), model(images.flip(1)), atol=1e-3)


def test_batch_norm_over_time_is_batch_norm_of_all_positions_as_samples():
    torch.manual_seed(0)
    x = torch.randn(4, 8, 6)
    expected = BatchNorm(6)(x.flatten(0, 1)).unflatten(0, (4, 8))
    torch.testing.assert_close(BatchNormOverTime(6)(x), expected)


def test_an_update_lowers_the_loss_of_its_batch():
    torch.manual_seed(0)
    model, images, labels = digit_cnn(LayerNorm), torch.randn(8, 8, 8), torch.arange(8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    losses = [update(model, optimizer, images, labels) for _ in range(2)]
    assert losses[1] < losses[0]


def test_accuracy_is_that_of_evaluation_mode_and_leaves_the_model_training():
    model = torch.nn.Sequential(torch.nn.Dropout(0.99), torch.nn.Identity())
    images = torch.eye(10)
    assert accuracy(model, images, torch.arange(10)) == 1
    assert model.training
