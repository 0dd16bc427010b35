import pytest
import torch

from normbook.experiments.data import CONTEXT, load_text
from normbook.experiments.fit import accuracy, evaluation_loss, update
from normbook.experiments.models import (
    BatchNormOverTime,
    DigitTransformer,
    TextTransformer,
    digit_cnn,
    into_normformer,
)
from normbook.nn import BatchNorm, LayerNorm, TransformerBlock


def test_tokens_have_unit_variance_for_standardized_images():
    torch.manual_seed(0)
    model = DigitTransformer(d_model=512, d_ff=4, depth=1)
    tokens = model.embedding(torch.randn(256, 8, 8)) + model.position
    assert tokens.var().item() == pytest.approx(1, abs=0.1)


def test_the_transformer_sees_the_order_of_rows():
    torch.manual_seed(0)
    model, images = DigitTransformer(d_model=16, d_ff=32, depth=1), torch.randn(4, 8, 8)
    assert not torch.allclose(model(images), model(images.flip(1)), atol=1e-3)


def test_tokens_of_text_have_unit_variance():
    torch.manual_seed(0)
    model = TextTransformer(d_model=512, d_ff=4, depth=1)
    tokens = model.embedding(load_text().test_contexts) + model.position
    assert tokens.var().item() == pytest.approx(1, abs=0.1)


def test_the_transformer_of_text_sees_the_order_of_characters():
    torch.manual_seed(0)
    model, contexts = TextTransformer(16, 32, depth=1), torch.arange(CONTEXT)[None]
    assert not torch.allclose(model(contexts), model(contexts.flip(1)), atol=1e-3)


def layer_norm(x):
    centered = x - x.mean(-1, keepdim=True)
    return centered / torch.sqrt(centered.square().mean(-1, keepdim=True) + 1e-5)


def test_normformer_is_its_formula():
    torch.manual_seed(0)
    block, x = TransformerBlock(d_model=8, num_heads=2, d_ff=16), torch.randn(3, 5, 8)
    into_normformer(block)
    attention, feed_forward = block.attention.sublayer, block.feed_forward.sublayer
    scale, mix = attention.out_proj
    scale.weight.data = torch.tensor([2.0, -0.5])

    q, k, v = (layer_norm(x) @ attention.in_proj_weight.T).chunk(3, dim=-1)
    heads = []
    for of, factor in ((slice(0, 4), 2.0), (slice(4, 8), -0.5)):
        weights = (q[..., of] @ k[..., of].transpose(1, 2) / 2).softmax(-1)
        heads.append(factor * weights @ v[..., of])
    y = x + layer_norm(mix(torch.cat(heads, dim=-1)))
    hidden = layer_norm(torch.nn.functional.gelu(feed_forward[0](layer_norm(y))))
    torch.testing.assert_close(block(x), y + feed_forward[-1](hidden))


def test_normformer_starts_with_factors_of_1():
    block = TransformerBlock(d_model=8, num_heads=2, d_ff=16)
    into_normformer(block)
    assert torch.equal(block.attention.sublayer.out_proj[0].weight, torch.ones(2))


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


def test_an_evaluation_loss_is_that_of_evaluation_mode_and_leaves_the_model_training():
    model = torch.nn.Sequential(torch.nn.Dropout(0.99), torch.nn.Identity())
    scores = torch.randn(4, 10)
    expected = torch.nn.functional.cross_entropy(scores, torch.arange(4)).item()
    assert evaluation_loss(model, scores, torch.arange(4)) == expected
    assert model.training


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("measure", [accuracy, evaluation_loss])
def test_a_measurement_leaves_a_model_in_the_mode_it_came_in(measure, training):
    model = torch.nn.Sequential(BatchNorm(4)).train(training)
    measure(model, torch.eye(4), torch.arange(4))
    assert [module.training for module in model.modules()] == [training, training]
    assert model[0].num_batches_tracked == 0
