"""A trained network whose LayerNorms stop measuring: one fixed deviation for all rows of each."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from normbook.nn import LayerNorm


class FrozenLayerNorm(nn.Module):
    """LayerNorm with a number in place of each row's deviation: it is linear.

    Examples
    --------
    >>> import torch
    >>> frozen = FrozenLayerNorm(LayerNorm(3), deviation=2.0)
    >>> frozen(torch.tensor([[0.0, 2.0, 4.0], [0.0, 4.0, 8.0]])).detach()
    tensor([[-1.,  0.,  1.],
            [-2.,  0.,  2.]])
    """

    def __init__(self, norm: LayerNorm, deviation: float) -> None:
        super().__init__()
        self.weight, self.bias = norm.weight, norm.bias
        self.deviation = deviation

    def forward(self, x: Tensor) -> Tensor:
        """Map x ``(..., D)`` to y of the same shape."""
        y = (x - x.mean(dim=-1, keepdim=True)) / self.deviation
        y = y if self.weight is None else self.weight * y
        return y if self.bias is None else y + self.bias


@torch.no_grad()
def freeze(model: nn.Module, x: Tensor) -> list[float]:
    """Replace each LayerNorm of a model, in place, by a `FrozenLayerNorm`.

    Its deviation is the mean deviation of the rows that come to the norm when the model reads x.

    Returns
    -------
    list of float
        For each norm, how much its rows differ: the standard deviation of the rows' deviations,
        divided by their mean.
    """
    rows: dict[nn.Module, Tensor] = {}

    def note(norm: nn.Module, inputs: tuple[Tensor], _output: Tensor) -> None:
        rows[norm] = inputs[0].std(dim=-1, correction=0)

    places = [
        (parent, name, child)
        for parent in model.modules()
        for name, child in parent.named_children()
        if isinstance(child, LayerNorm)
    ]
    handles = [norm.register_forward_hook(note) for _, _, norm in places]
    model(x)
    for handle in handles:
        handle.remove()
    for parent, name, norm in places:
        setattr(parent, name, FrozenLayerNorm(norm, rows[norm].mean().item()))
    return [float(deviations.std() / deviations.mean()) for deviations in rows.values()]
