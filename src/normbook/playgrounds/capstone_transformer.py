"""Before training: the stream, and the gradient that comes back.

A Transformer of digits at initialization: what each block hands on, and what reaches it from the
loss.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets
import matplotlib.pyplot as plt
import torch
from torch.nn import functional as F

from normbook.experiments.data import load_digits
from normbook.experiments.models import DigitTransformer
from normbook.figures import MUTED, TEAL
from normbook.figures.placement import NAMES
from normbook.nn import DynamicTanh, LayerNorm, RMSNorm

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from torch import Tensor

    from normbook.nn.residual import Placement

ALT = (
    "With pre-LN and six blocks the deviation of the stream grows from block to block, and the "
    "gradient that reaches a block is larger the nearer the block is to the input."
)

NORMS = {
    "LayerNorm": LayerNorm,
    "RMSNorm": RMSNorm,
    "DyT": DynamicTanh,
    "none": torch.nn.Identity,
}


def controls() -> dict[str, ipywidgets.Widget]:
    """Return where the norm stands, which it is, how many blocks there are, and the seed."""
    return {
        "placement": ipywidgets.Dropdown(description="placement", options=list(NAMES), value="pre"),
        "norm": ipywidgets.Dropdown(description="norm", options=list(NORMS), value="LayerNorm"),
        "depth": ipywidgets.IntSlider(description="blocks", min=1, max=12, value=6),
        "seed": ipywidgets.IntSlider(description="seed", min=0, max=9, value=0),
    }


def draw(placement: Placement, norm: str, depth: int, seed: int) -> Figure:
    """Draw the deviation of each block's output, and the gradient with respect to it.

    Parameters
    ----------
    placement
        As in `normbook.nn.Residual`.
    norm
        One of ``NORMS``.
    depth
        Blocks.
    seed
        Of the parameters.

    Returns
    -------
    Figure
        Left, forward; right, backward, for 64 digits.
    """
    torch.manual_seed(seed)
    model = DigitTransformer(32, 64, depth, placement=placement, norm=NORMS[norm])
    digits = load_digits(standardize=True)
    outputs: list[Tensor] = []
    for block in model.classifier.blocks:
        block.register_forward_hook(lambda _module, _inputs, y: outputs.append(y))
    loss = F.cross_entropy(model(digits.train_images[:64]), digits.train_labels[:64])
    gradients = torch.autograd.grad(loss, outputs)
    places = range(1, depth + 1)
    figure, (forward, backward) = plt.subplots(1, 2, figsize=(7.2, 3.2))
    deviations = [y.detach().std(dim=-1, correction=0).mean().item() for y in outputs]
    forward.plot(places, deviations, "o-", color=MUTED)
    forward.set(xlabel="behind block", ylabel="deviation of a row", ylim=(0, None))
    backward.plot(places, [g.norm().item() for g in gradients], "o-", color=TEAL)
    backward.set(xlabel="behind block", ylabel="norm of the gradient", yscale="log")
    for axes in (forward, backward):
        axes.xaxis.get_major_locator().set_params(integer=True)
    return figure
