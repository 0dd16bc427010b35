"""All in float32, with vjp.

mistakes: computed-in-float32
seen: a student of the book, who knew none of the tests
"""

import torch


def gradient_norm_by_depth(x, weights, placement):
    if placement not in ("pre", "post"):
        raise ValueError(f"{placement!r} is neither 'pre' nor 'post'")
    pre = placement == "pre"
    size = x.shape[-1]
    flat = x.detach().float().reshape(-1, size)

    def norm(h):
        c = h - h[:, :1]
        c = c - c.sum(1, keepdim=True) / size
        return c / torch.sqrt(torch.einsum("nd,nd->n", c, c) / size + 1e-5).unsqueeze(1)

    def block(h, w):
        return h + torch.tanh(norm(h) @ w) if pre else norm(h + torch.tanh(h @ w))

    # reverse mode by hand, one block at a time
    states = [flat]
    for w in weights:
        states.append(block(states[-1], w.detach().float()))
    up = 2 * (states[-1] - flat) / flat.numel()
    found = []
    for h, w in zip(reversed(states[:-1]), reversed(weights)):
        _, pull = torch.func.vjp(block, h, w.detach().float())
        up, dw = pull(up)
        found.insert(0, float(torch.linalg.matrix_norm(dw)))
    return found
