"""Conditional layer normalization: scale and shift computed from a condition."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from normbook.nn._checks import (
    at_least_float32,
    check_eps,
    check_positive,
    check_tensor,
    trailing_axes,
)


class ConditionalLayerNorm(nn.Module):
    r"""Normalize the last axis, then scale and shift by linear functions of a condition.

    .. math::

        y = \gamma(c) \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta(c), \qquad
        \gamma(c) = W_\gamma c + b_\gamma, \quad \beta(c) = W_\beta c + b_\beta

    ``weight_map`` and ``bias_map`` are ``torch.nn.Linear``: each has a ``weight`` of shape (D, K)
    and a ``bias`` of shape (D,). In ``normbook.norms`` they are plain matrices, the transpose of
    these weights, and have no bias.

    They start as :math:`\gamma(c) = 1` and :math:`\beta(c) = 0`: a new layer is a plain
    :class:`LayerNorm`, and learns what the condition changes.

    Parameters
    ----------
    num_features : int
        D, the size of the last axis of x.
    condition_size : int
        K, the size of the last axis of the condition.
    eps : float
        Added to the variance, inside the root; in the units of x squared. With 0, values that are
        all equal give NaN, as in torch.
    device : torch.device or str, optional
        Where the parameters are; PyTorch's default where it is None.
    dtype : torch.dtype, optional
        Of the parameters; PyTorch's default where it is None.

    Raises
    ------
    ValueError
        If a size is below 1, eps is negative or not finite, or x or the condition has another
        shape.
    TypeError
        If a size is no integer, eps no number, x is not floating-point, or condition is no tensor.

    Examples
    --------
    >>> import torch
    >>> x, condition = torch.randn(2, 5, 8), torch.randn(2, 3)
    >>> ConditionalLayerNorm(8, 3)(x, condition).shape
    torch.Size([2, 5, 8])

    References
    ----------
    Chen et al. (2021), AdaSpeech, arXiv:2103.00993, without its biases.
    """

    def __init__(
        self,
        num_features: int,
        condition_size: int,
        eps: float = 1e-5,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_positive(num_features=num_features, condition_size=condition_size)
        self.num_features = num_features
        self.condition_size = condition_size
        self.eps = check_eps(eps)
        self.weight_map = nn.Linear(condition_size, num_features, device=device, dtype=dtype)
        self.bias_map = nn.Linear(condition_size, num_features, device=device, dtype=dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set every parameter to its first value: scale 1 and shift 0 for any condition."""
        nn.init.zeros_(self.weight_map.weight)
        nn.init.ones_(self.weight_map.bias)
        nn.init.zeros_(self.bias_map.weight)
        nn.init.zeros_(self.bias_map.bias)

    def forward(self, x: Tensor, condition: Tensor) -> Tensor:
        """Map x ``(..., D)`` to y of the same shape and dtype.

        The leading axes of ``condition`` are leading axes of x: ``(N, K)`` is one condition a
        sample, ``(N, T, K)`` one a time step. It is converted to the dtype of the parameters.
        """
        z = at_least_float32(x)
        trailing_axes(z, (self.num_features,))
        self._check_condition(x, condition)
        centered = z - z.mean(-1, keepdim=True)
        var = centered.square().mean(-1, keepdim=True)  # biased; (..., 1)
        x_hat = centered / torch.sqrt(var + self.eps)
        missing = [1] * (x.ndim - condition.ndim)
        per_sample = (*condition.shape[:-1], *missing, self.num_features)
        weight, bias = (
            linear(condition.to(linear.weight.dtype)).reshape(per_sample)
            for linear in (self.weight_map, self.bias_map)
        )
        y: Tensor = x_hat * weight + bias
        return y.to(x.dtype)

    def _check_condition(self, x: Tensor, condition: Tensor) -> None:
        check_tensor(condition, "condition")
        leading, size = condition.shape[:-1], self.condition_size
        if condition.shape[-1:] != (size,) or leading != x.shape[:-1][: len(leading)]:
            ways = [f"one for all, ({size},)"]
            if x.ndim > 2:
                ways.append(f"one a sample, ({x.shape[0]}, {size})")
            if x.ndim > 1:
                ways.append(f"one a position, {(*x.shape[:-1], size)}")
            raise ValueError(
                f"condition has shape {tuple(condition.shape)} but x has shape {tuple(x.shape)}; "
                f"expected leading axes of x, then {size}. Pass {', or '.join(ways)}."
            )

    def extra_repr(self) -> str:
        """Return what ``repr`` shows between the parentheses."""
        return f"{self.num_features}, condition_size={self.condition_size}, eps={self.eps}"
