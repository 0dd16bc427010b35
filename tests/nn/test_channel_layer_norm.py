import torch

from normbook.nn import ChannelLayerNorm, GroupNorm, InstanceNorm, LayerNorm


def test_equals_layer_norm_with_the_channels_moved_to_the_end():
    torch.manual_seed(0)
    x = torch.randn(2, 6, 4, 5)
    images, tokens = ChannelLayerNorm(6), LayerNorm(6, eps=1e-6)
    with torch.no_grad():
        images.weight.uniform_(0.5, 2.0)
        images.bias.normal_()
    tokens.load_state_dict(images.state_dict())
    torch.testing.assert_close(images(x), tokens(x.movedim(1, -1)).movedim(-1, 1))


def test_is_neither_instance_norm_nor_group_norm_with_one_group():
    torch.manual_seed(0)
    x = torch.randn(2, 6, 4, 4)
    y = ChannelLayerNorm(6)(x)
    assert not torch.allclose(y, InstanceNorm(6)(x), atol=0.1)
    assert not torch.allclose(y, GroupNorm(1, 6)(x), atol=0.1)
    assert not torch.allclose(InstanceNorm(6)(x), GroupNorm(1, 6)(x), atol=0.1)  # nor these two


def test_a_position_does_not_see_the_other_positions():
    torch.manual_seed(0)
    x = torch.randn(1, 6, 2, 2)
    y = ChannelLayerNorm(6)(x)
    x[0, :, 1, 0] *= 100
    changed = (ChannelLayerNorm(6)(x) != y).any(1)
    assert changed.tolist() == [[[False, False], [True, False]]]
