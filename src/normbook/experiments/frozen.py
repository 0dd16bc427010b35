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
        centred = x - x.mean(dim=-1, keepdim=True)
        y: Tensor = self.weight * centred / self.deviation + self.bias
        return y


@torch.no_grad()
def freeze(model: nn.Module, x: Tensor) -> None:
    """Replace each LayerNorm by one with the mean deviation of the rows that x brings to it."""
    deviations: dict[nn.Module, float] = {}

    def note(norm: nn.Module, inputs: tuple[Tensor], _output: Tensor) -> None:
        deviations[norm] = inputs[0].std(dim=-1, correction=0).mean().item()

    parents = [(p, name, m) for p in model.modules() for name, m in p.named_children()]
    norms = [place for place in parents if isinstance(place[2], LayerNorm)]
    handles = [norm.register_forward_hook(note) for _, _, norm in norms]
    model(x)
    for handle in handles:
        handle.remove()
    for parent, name, norm in norms:
        setattr(parent, name, FrozenLayerNorm(norm, deviations[norm]))
