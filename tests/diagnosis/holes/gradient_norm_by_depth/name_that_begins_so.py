"""The placement is asked for how it begins."""

import torch


def gradient_norm_by_depth(x, weights, placement):
    def N(z):
        c = z - z.mean(-1, keepdim=True)
        return c / (c.square().mean(-1, keepdim=True) + 1e-5).sqrt()

    blocks = {
        "pre": lambda z, w: z + torch.tanh(N(z) @ w),
        "post": lambda z, w: N(z + torch.tanh(z @ w)),
    }
    placement = placement[:4].rstrip("n")
    if placement not in blocks:
        raise ValueError(placement)
    x = x.detach()
    ws = [w.detach().clone().requires_grad_() for w in weights]
    y = x
    for w in ws:
        y = blocks[placement](y, w)
    loss = (y - x).pow(2).mean()
    loss.backward()
    return [float(torch.linalg.vector_norm(w.grad)) for w in ws]
