"""With pre the product with W is normalized, and the norms are squared.

mistakes: pre-norms-behind-w, not-the-square-root
seen: a student of the book, who knew none of the tests
"""

import torch
import torch.nn.functional as F


def gradient_norm_by_depth(x, weights, placement):
    ws = [w.detach().clone().requires_grad_() for w in weights]
    D = x.shape[-1]
    if placement not in ("pre", "post"):
        raise ValueError(placement)
    h = x.detach()
    for w in ws:
        if placement == "pre":
            h = h + torch.tanh(F.layer_norm(h @ w, (D,)))
        else:
            h = F.layer_norm(h + torch.tanh(h @ w), (D,))
    loss = ((h - x) ** 2).mean()
    loss.backward()
    return [float((w.grad**2).sum()) for w in ws]
