"""The first norm twice, and a mask of -10000.

mistakes: one-norm-for-both, mask-by-large-number
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def layernorm(a, g, b, eps):
    mu = a.mean(-1, keepdims=True)
    return (a - mu) / np.sqrt(a.var(-1, keepdims=True) + eps) * g + b


def softmax(s):
    s = np.exp(s - s.max(-1, keepdims=True))
    return s / s.sum(-1, keepdims=True)


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    *batch, T, D = x.shape
    if D % heads:
        raise ValueError(f"{heads} heads do not divide {D}")
    w = {k: np.asarray(v, np.float64) for k, v in parameters.items()}
    h = x.astype(np.float64)
    a = layernorm(h, w["norm1.weight"], w["norm1.bias"], eps)
    a = a @ w["self_attn.in_proj_weight"].T + w["self_attn.in_proj_bias"]
    q, k, v = (
        a[..., i * D : (i + 1) * D].reshape(*batch, T, heads, D // heads).swapaxes(-2, -3)
        for i in range(3)
    )
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(D // heads)
    if causal:
        mask = np.tril(np.ones((T, T)))
        scores = scores + (1.0 - mask) * -10000.0
    context = (softmax(scores) @ v).swapaxes(-2, -3).reshape(*batch, T, D)
    h = h + context @ w["self_attn.out_proj.weight"].T + w["self_attn.out_proj.bias"]
    f = layernorm(h, w["norm1.weight"], w["norm1.bias"], eps)
    f = np.maximum(f @ w["linear1.weight"].T + w["linear1.bias"], 0.0)
    return (h + f @ w["linear2.weight"].T + w["linear2.bias"]).astype(x.dtype)
