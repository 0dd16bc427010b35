"""Refuses three normalized axes."""

import torch


class RMSNorm(torch.nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        shape = torch.Size(
            [normalized_shape] if isinstance(normalized_shape, int) else normalized_shape
        )
        self.register_parameter("weight", torch.nn.Parameter(torch.full(shape, 1.0)))
        self.e = float(eps)

    def forward(self, x):
        assert self.weight.dim() <= 2
        k = self.weight.dim()
        lead = x.shape[: x.dim() - k]
        rows = x.reshape(*lead, self.weight.numel()).to(torch.float32)
        ms = torch.einsum("...i,...i->...", rows, rows).div(rows.shape[-1]).add(self.e)
        xh = rows.mul(ms.pow(-0.5).unsqueeze(-1)).reshape(x.shape).to(x.dtype)
        return torch.mul(xh, self.weight)
