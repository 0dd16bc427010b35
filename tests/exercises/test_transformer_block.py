"""The block that a learner writes is PyTorch's own, whose parameters it takes as they are."""

import numpy as np
import pytest

from normbook.grader import find
from normbook.grader.verdict.load import load

torch = pytest.importorskip("torch")


@pytest.mark.parametrize("causal", [False, True])
def test_pytorch_s_own_layer_has_these_parameters_and_gives_the_same(causal):
    exercise = find("transformer_block")
    block = load(exercise.solution, exercise.entry)
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(
        d_model=6, nhead=2, dim_feedforward=7, batch_first=True, norm_first=True
    )
    layer.double().eval()  # without dropout
    for parameter in layer.parameters():
        torch.nn.init.normal_(parameter)
    parameters = {name: p.numpy() for name, p in layer.state_dict().items()}
    x = torch.randn(5, 4, 6, dtype=torch.float64)
    mask = torch.nn.Transformer.generate_square_subsequent_mask(4, dtype=torch.float64)
    with torch.no_grad():
        expected = layer(x, src_mask=mask if causal else None).numpy()
    received = block(x.numpy(), parameters, heads=2, causal=causal)
    assert all(f'"{name}"' in exercise.prompt for name in parameters)
    np.testing.assert_allclose(received, expected, rtol=1e-12, atol=1e-12)
