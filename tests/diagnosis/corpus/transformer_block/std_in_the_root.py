"""The root of the standard deviation and eps.

mistakes: root-of-the-deviation
seen: a student of the third trial, 2026
"""

import numpy as np


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    """Return what one pre-LN Transformer block makes of x."""
    D = x.shape[-1]
    if D % heads:
        raise ValueError("heads must divide D")
    d = D // heads
    T = x.shape[-2]
    P = {k: v.astype(np.float64) for k, v in parameters.items()}
    xx = x.astype(np.float64)

    def ln(z, name):
        mu = z.mean(-1, keepdims=True)
        var = z.std(-1, keepdims=True)
        return P[name + ".weight"] * (z - mu) / np.sqrt(var + eps) + P[name + ".bias"]

    def linear(z, w, b):
        return z @ P[w].T + P[b]

    z = ln(xx, "norm1")
    qkv = linear(z, "self_attn.in_proj_weight", "self_attn.in_proj_bias")
    q, k, v = np.split(qkv, 3, axis=-1)

    def split(t):
        t = t.reshape(*t.shape[:-1], heads, d)
        return np.swapaxes(t, -2, -3)

    q, k, v = split(q), split(k), split(v)
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(d)
    if causal:
        s = np.where(np.tril(np.ones((T, T), bool)), s, -np.inf)
    e = np.exp(s - s.max(-1, keepdims=True))
    a = e / e.sum(-1, keepdims=True)
    o = np.swapaxes(a @ v, -2, -3).reshape(x.shape)
    h = xx + linear(o, "self_attn.out_proj.weight", "self_attn.out_proj.bias")
    f = np.maximum(linear(ln(h, "norm2"), "linear1.weight", "linear1.bias"), 0)
    y = h + linear(f, "linear2.weight", "linear2.bias")
    return y.astype(x.dtype)
