"""No autograd: forward with what backward needs, then block by block back."""

import torch


def normalize(z):
    centred = z - z.mean(-1, keepdim=True)
    rstd = torch.rsqrt(centred.pow(2).mean(-1, keepdim=True) + 1e-5)
    return centred * rstd, rstd


def through_norm(dy, x_hat, rstd):
    projected = x_hat * (dy * x_hat).mean(-1, keepdim=True)
    return rstd * (dy - dy.mean(-1, keepdim=True) - projected)


def gradient_norm_by_depth(x, weights, placement):
    if placement != "pre" and placement != "post":
        raise ValueError("placement is 'pre' or 'post'")
    rows = x.reshape(-1, x.shape[-1])
    y, kept = rows, []
    for w in weights:
        if placement == "pre":
            x_hat, rstd = normalize(y)
            branch = torch.tanh(x_hat @ w)
            kept.append((x_hat, rstd, branch))
            y = y + branch
        else:
            branch = torch.tanh(y @ w)
            into = y
            y, rstd = normalize(y + branch)
            kept.append((into, y, rstd, branch))
    dy, norms = 2 * (y - rows) / rows.numel(), []
    for w, cache in zip(reversed(weights), reversed(kept)):
        if placement == "pre":
            into, rstd, branch = cache
            dz = dy * (1 - branch**2)
            dx = dy + through_norm(dz @ w.T, into, rstd)
        else:
            into, x_hat, rstd, branch = cache
            dy = through_norm(dy, x_hat, rstd)
            dz = dy * (1 - branch**2)
            dx = dy + dz @ w.T
        norms.insert(0, float(torch.linalg.vector_norm(into.T @ dz)))
        dy = dx
    return norms
