"""The softmax is masked, and divided by its sums once more.

mistakes: mask-behind-exponentials
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def ln(x, g, b, eps):
    d = x - x.mean(-1, keepdims=True)
    return g * d / np.sqrt((d**2).mean(-1, keepdims=True) + eps) + b


def softmax(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    p = {k: v.astype(np.float64) for k, v in parameters.items()}
    *lead, T, D = x.shape
    if D % heads != 0:
        raise ValueError("heads must divide D")
    d = D // heads
    X = x.astype(np.float64)

    z = ln(X, p["norm1.weight"], p["norm1.bias"], eps)
    qkv = z @ p["self_attn.in_proj_weight"].T + p["self_attn.in_proj_bias"]
    q, k, v = np.split(qkv, 3, axis=-1)
    q = q.reshape(*lead, T, heads, d).swapaxes(-3, -2)
    k = k.reshape(*lead, T, heads, d).swapaxes(-3, -2)
    v = v.reshape(*lead, T, heads, d).swapaxes(-3, -2)
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(d)
    att = softmax(scores)
    if causal:
        att = np.tril(att)
        att = att / att.sum(axis=-1, keepdims=True)
    att = att @ v
    att = np.swapaxes(att, -3, -2).reshape(*lead, T, D)
    h = X + att @ p["self_attn.out_proj.weight"].T + p["self_attn.out_proj.bias"]

    z = ln(h, p["norm2.weight"], p["norm2.bias"], eps)
    f = np.maximum(z @ p["linear1.weight"].T + p["linear1.bias"], 0)
    y = h + f @ p["linear2.weight"].T + p["linear2.bias"]
    return y.astype(x.dtype)
