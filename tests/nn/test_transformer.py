import pytest
import torch
from torch import nn as torch_nn
from torch.nn import functional as F

from normbook.nn import (
    DynamicTanh,
    LayerNorm,
    RMSNorm,
    ScaleNorm,
    TransformerBlock,
    TransformerClassifier,
    deepnorm_beta,
)
from normbook.nn.transformer import mean_over_time

PLACEMENTS = ("pre", "post", "sandwich", "olmo2", "deepnorm", "lns", "keel")
# Names in torch.nn.TransformerEncoderLayer, and ours.
NAMES = {
    "self_attn.": "attention.sublayer.",
    "linear1.": "feed_forward.sublayer.0.",
    "linear2.": "feed_forward.sublayer.2.",
}


def encoder_layer(placement):
    """torch's own layer of the capstone's size, with its norms off their start."""
    layer = torch_nn.TransformerEncoderLayer(
        32, 4, 64, dropout=0.0, activation="gelu", batch_first=True, norm_first=placement == "pre"
    )
    with torch.no_grad():
        for norm in (layer.norm1, layer.norm2):
            norm.weight.uniform_(0.5, 2.0)
            norm.bias.normal_()
    return layer


def renamed(state, placement):
    norm = "norm_in" if placement == "pre" else "norm_out"
    names = NAMES | {"norm1": f"attention.{norm}", "norm2": f"feed_forward.{norm}"}
    renamed = {}
    for name, value in state.items():
        theirs, ours = next(pair for pair in names.items() if name.startswith(pair[0]))
        renamed[name.replace(theirs, ours, 1)] = value
    return renamed


@pytest.fixture(autouse=True)
def _seed():
    torch.manual_seed(0)


@pytest.mark.parametrize("placement", ["pre", "post"])
def test_block_agrees_with_torch_encoder_layer_given_its_weights(placement):
    theirs = encoder_layer(placement)
    ours = TransformerBlock(32, 4, 64, placement)
    ours.load_state_dict(renamed(theirs.state_dict(), placement))
    x = torch.randn(4, 6, 32)
    padding = torch.arange(6) >= torch.tensor([6, 5, 3, 1])[:, None]

    y, expected = ours(x, padding), theirs(x, src_key_padding_mask=padding)

    torch.testing.assert_close(y[~padding], expected[~padding])


def test_classifier_has_the_loss_of_torch_layers_with_the_same_weights():
    ours, encoder = TransformerClassifier(), encoder_layer("pre")
    ours.blocks[0].load_state_dict(renamed(encoder.state_dict(), "pre"))
    x, target = torch.randn(8, 6, 32), torch.randint(0, 5, (8,))

    hidden = F.layer_norm(encoder(x), (32,))
    expected = F.cross_entropy(ours.head(hidden.mean(1)), target)

    torch.testing.assert_close(F.cross_entropy(ours(x), target), expected)


def test_a_block_with_the_weights_of_torchs_parts_has_their_loss_and_learns():
    torch.manual_seed(0)
    x, target = torch.randn(8, 10, 32), torch.randint(0, 5, (8,))
    attention = torch_nn.MultiheadAttention(32, 4, batch_first=True)
    feed_forward = torch_nn.Sequential(
        torch_nn.Linear(32, 64), torch_nn.ReLU(), torch_nn.Linear(64, 32)
    )
    head = torch_nn.Linear(32, 5)
    block = TransformerBlock(32, 4, 64)
    block.attention.sublayer.load_state_dict(attention.state_dict())
    block.feed_forward.sublayer = feed_forward
    optimizer = torch.optim.Adam([*block.parameters(), *head.parameters()], lr=1e-3)

    normed = F.layer_norm(x, (32,))
    h = x + attention(normed, normed, normed)[0]
    h = h + feed_forward(F.layer_norm(h, (32,)))
    expected = F.cross_entropy(head(h.mean(1)), target)

    first = F.cross_entropy(head(block(x).mean(1)), target)
    first.backward()
    optimizer.step()
    after = [F.cross_entropy(head(block.train(mode)(x).mean(1)), target) for mode in (True, False)]

    torch.testing.assert_close(first, expected)
    assert first.item() == pytest.approx(1.6507, abs=5e-5)  # PyTorch's, of its own parts
    assert after[0] == after[1] < first


def test_training_and_evaluation_are_the_same_function():
    model, x = TransformerClassifier(), torch.randn(3, 6, 32)
    assert torch.equal(model.train()(x), model.eval()(x))


@pytest.mark.parametrize("norm", [LayerNorm, RMSNorm, ScaleNorm, DynamicTanh])
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_every_placement_and_norm_learns_to_tell_two_classes(placement, norm):
    x = torch.randn(32, 4, 8)
    target = (x.mean((1, 2)) > 0).long()
    model = TransformerClassifier(8, 2, 16, num_classes=2, depth=2, placement=placement, norm=norm)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(60):
        loss = F.cross_entropy(model(x), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert (model(x).argmax(-1) == target).float().mean() > 0.9


@pytest.mark.parametrize(
    ("placement", "norms"),
    [
        ("pre", 5),
        ("post", 4),
        ("sandwich", 9),
        ("olmo2", 5),
        ("deepnorm", 4),
        ("lns", 5),
        ("keel", 8),
        (("post", "pre"), 5),
        (("pre", "post"), 4),
    ],
)
def test_a_last_norm_is_there_where_the_stream_is_not_normalized(placement, norms):
    model = TransformerClassifier(depth=2, placement=placement)
    assert sum(isinstance(m, LayerNorm) for m in model.modules()) == norms


def test_blocks_have_the_placements_that_were_named_for_them():
    model = TransformerClassifier(depth=3, placement=["post", "pre", "pre"])
    found = [(b.attention.placement, b.feed_forward.placement) for b in model.blocks]
    assert found == [("post", "post"), ("pre", "pre"), ("pre", "pre")]


def test_as_many_placements_as_blocks_are_expected():
    with pytest.raises(ValueError, match="2 entries and depth is 3"):
        TransformerClassifier(depth=3, placement=["post", "pre"])


def test_both_sublayers_of_a_block_are_scaled_by_its_number():
    model = TransformerClassifier(depth=4, placement="lns")
    scales = [(b.attention.scale, b.feed_forward.scale) for b in model.blocks]
    assert scales == [(layer**-0.5, layer**-0.5) for layer in (1, 2, 3, 4)]


def test_padding_does_not_change_the_logits():
    model = TransformerClassifier(depth=2, qk_norm=RMSNorm)
    x = torch.randn(2, 3, 32)
    padded = torch.cat([x, 100 * torch.randn(2, 4, 32)], dim=1)
    mask = (torch.arange(7) >= 3).expand(2, 7)
    torch.testing.assert_close(model(padded, mask), model(x))


def test_without_position_embedding_the_order_of_time_does_not_matter():
    model, x = TransformerClassifier(depth=2), torch.randn(2, 6, 32)
    torch.testing.assert_close(model(x.flip(1)), model(x))


def test_in_float16_the_mean_over_a_long_time_does_not_overflow_on_the_way():
    x = torch.full((1, 1000, 1), 100.0).half()
    mean = mean_over_time(x, torch.zeros(1, 1000, dtype=torch.bool))
    torch.testing.assert_close(mean, torch.tensor([[100.0]]).half())


def test_a_sequence_of_padding_alone_has_the_logits_of_the_mean_zero():
    model = TransformerClassifier()
    logits = model(torch.randn(1, 3, 32), torch.ones(1, 3, dtype=torch.bool))
    torch.testing.assert_close(logits[0], model.head.bias)


def test_an_empty_batch_gives_an_empty_batch():
    assert TransformerClassifier()(torch.empty(0, 6, 32)).shape == (0, 5)


@pytest.mark.parametrize("reset", ["nothing", "the block", "its residuals"])
def test_deepnorm_draws_all_but_queries_and_keys_with_the_gain_beta(reset):
    D, depth = 256, 12
    block = TransformerBlock(D, 4, D, placement="deepnorm", depth=depth)
    if reset == "the block":
        block.reset_parameters()
    elif reset == "its residuals":
        block.attention.reset_parameters()
        block.feed_forward.reset_parameters()
    attention, feed_forward = block.attention.sublayer, block.feed_forward.sublayer
    xavier = D**-0.5  # sqrt(2 / (D + D))
    queries, keys, values = attention.in_proj_weight.chunk(3)
    for weight in (queries, keys):
        assert weight.std().item() == pytest.approx(xavier, rel=0.02)
    for weight in (
        values,
        attention.out_proj.weight,
        feed_forward[0].weight,
        feed_forward[2].weight,
    ):
        assert weight.std().item() == pytest.approx(deepnorm_beta(depth) * xavier, rel=0.02)


def test_without_a_norm_a_model_has_none():
    model = TransformerClassifier(8, 2, 16, norm=None, depth=2)
    assert not any("norm" in name for name, _ in model.named_parameters())
    assert model(torch.randn(3, 5, 8)).shape == (3, 5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"depth": 0}, "depth is 0"),
        ({"num_classes": 0}, "num_classes is 0"),
        ({"d_ff": 0}, "d_ff is 0"),
        ({"placement": "mid"}, "'mid'"),
        ({"num_heads": 5}, "num_heads is 5"),
    ],
)
def test_arguments_that_make_no_model_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        TransformerClassifier(**arguments)
