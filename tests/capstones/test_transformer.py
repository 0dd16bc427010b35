"""Looking into a Transformer, and the accuracy that its chapter states."""

import pytest
import torch

from normbook import nn
from normbook.capstones.transformer import passages, row_statistics
from normbook.experiments.data import batches, load_digits
from normbook.experiments.fit import accuracy, fit
from normbook.experiments.models import DigitTransformer


def test_each_norm_is_seen_once_a_call_with_what_it_got_and_gave():
    torch.manual_seed(0)
    model = nn.TransformerClassifier(d_model=8, num_heads=2, d_ff=16, depth=2)
    x = torch.randn(3, 5, 8)
    with passages(model, nn.LayerNorm) as seen:
        model(x)
    assert len(seen) == 5
    assert torch.equal(seen[0].x, x)
    assert row_statistics(seen[0].y)[1] == pytest.approx(1, abs=1e-3)
    with passages(model, nn.LayerNorm) as again:
        pass
    model(x)
    assert (len(seen), len(again)) == (5, 0)


def test_the_digits_are_read_with_the_accuracy_that_the_chapter_states():
    digits = load_digits(standardize=True)
    torch.manual_seed(1)  # another seed than the chapter's
    model = DigitTransformer(d_model=32, d_ff=64, depth=2)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    fit(model, optimizer, batches(digits, 64, seed=1), steps=[220])
    assert accuracy(model, digits.test_images, digits.test_labels) >= 0.96


def accuracy_without_norm(change=lambda model: None):
    """Return how many digits four blocks without a norm read after 110 steps, as a share."""
    digits = load_digits(standardize=True)
    torch.manual_seed(1)
    model = DigitTransformer(d_model=32, d_ff=64, depth=4, norm=torch.nn.Identity)
    change(model.classifier.blocks)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    fit(model, optimizer, batches(digits, 64, seed=1), steps=[110])
    return accuracy(model, digits.test_images, digits.test_labels)


def test_without_a_norm_shortcuts_and_small_weights_are_needed(monkeypatch):
    def double(blocks):
        with torch.no_grad():
            for parameter in blocks.parameters():
                if parameter.dim() > 1:
                    parameter *= 2

    def branch_alone(residual, x, **given):
        return residual.sublayer(x, **given)

    assert accuracy_without_norm() > 0.9
    assert accuracy_without_norm(double) < 0.85
    monkeypatch.setattr(nn.Residual, "forward", branch_alone)
    assert accuracy_without_norm() < 0.6
