"""Batch normalization: each channel by the mean and variance it has over the batch."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from normbook.nn._checks import (
    along_channels,
    at_least_float32,
    check_channels,
    check_eps,
    check_momentum,
    check_positive,
)
from normbook.nn._parameters import new_parameter, reset_affine


class BatchNorm(nn.Module):
    r"""Normalize each channel over all other axes, then scale and shift.

    .. math::

        y = \gamma_c \frac{x - \mu_c}{\sqrt{\sigma_c^2 + \varepsilon}} + \beta_c

    In training, :math:`\mu_c` and the biased :math:`\sigma_c^2` are those of the batch, and the
    running statistics move towards them: ``running = (1 - momentum) * running + momentum * batch``,
    with the *unbiased* variance. In evaluation, the running statistics are used.

    Parameters
    ----------
    num_features : int
        C, the number of channels, on axis 1. One class serves any number of trailing axes.
    eps : float
        Added to the variance, inside the root; in the units of x squared. With 0, values that are
        all equal give NaN, as in torch.
    momentum : float or None
        Weight of the newest batch in the running statistics; None gives every batch the same.
    affine : bool
        Whether to learn ``weight`` and ``bias``, each of shape ``(C,)``.
    device : torch.device or str, optional
        Where the parameters are; PyTorch's default where it is None.
    dtype : torch.dtype, optional
        Of the parameters; PyTorch's default where it is None.

    Raises
    ------
    ValueError
        If num_features is below 1, eps is negative or not finite, momentum is outside [0, 1], x has
        another shape, or training meets a single value a channel, which has no variance.
    TypeError
        If a size is no integer, eps or momentum no number, or x is not floating-point.

    Examples
    --------
    >>> import torch
    >>> bn = BatchNorm(1)
    >>> bn(torch.tensor([[1.0], [3.0]])).detach()
    tensor([[-1.0000],
            [ 1.0000]])
    >>> bn.running_mean, bn.running_var
    (tensor([0.2000]), tensor([1.1000]))

    References
    ----------
    Ioffe & Szegedy (2015), arXiv:1502.03167, algorithms 1 and 2.
    """

    weight: nn.Parameter | None
    bias: nn.Parameter | None
    running_mean: Tensor
    running_var: Tensor
    num_batches_tracked: Tensor

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_positive(num_features=num_features)
        self.num_features = num_features
        self.eps = check_eps(eps)
        self.momentum = check_momentum(momentum)
        self.affine = affine
        self.weight = new_parameter(num_features, device, dtype) if affine else None
        self.bias = new_parameter(num_features, device, dtype) if affine else None
        for name in ("running_mean", "running_var"):
            self.register_buffer(name, torch.empty(num_features, device=device, dtype=dtype))
        count = torch.empty((), device=device, dtype=torch.long)
        self.register_buffer("num_batches_tracked", count)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Forget all batches."""
        self.running_mean.zero_()
        self.running_var.fill_(1)
        self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Set every parameter to its first value, and forget all batches."""
        self.reset_running_stats()
        reset_affine(self.weight, self.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Map x ``(N, C, ...)`` to y of the same shape and dtype."""
        z = at_least_float32(x)
        check_channels(z, self.num_features, min_ndim=2)
        if self.training:
            count = z.numel() // self.num_features  # values a channel
            if count == 1:
                raise ValueError(
                    "training got one value a channel; expected at least 2, for a variance. "
                    "Use a larger batch, or evaluate with .eval()."
                )
            axes = (0, *range(2, z.ndim))
            mean = z.mean(axes)  # (C,)
            var = (z - along_channels(mean, z.ndim)).square().mean(axes)  # biased; (C,)
            self._update_running_statistics(mean, var, count)
        else:
            mean, var = at_least_float32(self.running_mean), at_least_float32(self.running_var)
        y = z - along_channels(mean, z.ndim)
        y = y / along_channels(torch.sqrt(var + self.eps), z.ndim)
        if self.weight is not None:
            y = y * along_channels(self.weight, z.ndim)
        if self.bias is not None:
            y = y + along_channels(self.bias, z.ndim)
        return y.to(x.dtype)

    @torch.no_grad()
    def _update_running_statistics(self, mean: Tensor, var: Tensor, count: int) -> None:
        """Move the buffers towards ``mean`` and ``var`` ``(C,)``, each of ``count`` values."""
        if count == 0:  # an empty batch says nothing about the data
            return
        batches = self.num_batches_tracked.add_(1).to(mean.dtype)
        momentum = 1 / batches if self.momentum is None else self.momentum
        unbiased = var * (count / (count - 1))
        for running, batch in ((self.running_mean, mean), (self.running_var, unbiased)):
            # Not running += momentum * (batch - running): 1 + (1e-8 - 1) has lost the 1e-8.
            running.copy_((1 - momentum) * at_least_float32(running) + momentum * batch)

    def extra_repr(self) -> str:
        """Return what ``repr`` shows between the parentheses."""
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}"
        )
