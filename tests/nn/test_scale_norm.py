import math

import torch

from normbook.nn import RMSNorm, ScaleNorm


def test_every_vector_gets_the_learned_length():
    torch.manual_seed(0)
    layer = ScaleNorm(8, eps=0.0)
    torch.nn.init.constant_(layer.weight, 2.5)
    lengths = layer(torch.randn(3, 5, 8)).norm(dim=-1)
    torch.testing.assert_close(lengths, torch.full((3, 5), 2.5))


def test_starts_as_rms_norm_without_a_weight():
    torch.manual_seed(0)
    x = torch.randn(3, 8)
    rms_norm = RMSNorm(8, eps=0.0, elementwise_affine=False)
    torch.testing.assert_close(ScaleNorm(8, eps=0.0)(x), rms_norm(x))


def test_has_one_parameter_the_root_of_the_number_of_features():
    (g,) = ScaleNorm(16).parameters()
    assert g.shape == ()
    assert g.item() == math.sqrt(16)
