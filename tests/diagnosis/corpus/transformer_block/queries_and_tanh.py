"""Sums over the queries, and tanh.

mistakes: sum-over-queries, tanh-for-relu
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def ln(x, w, b, eps):
    m = x.mean(-1, keepdims=True)
    v = x.var(-1, keepdims=True)
    return w * (x - m) / np.sqrt(v + eps) + b


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    P = {k: v.astype(np.float64) for k, v in parameters.items()}
    h = x.astype(np.float64)
    T, D = h.shape[-2:]
    if D % heads:
        raise ValueError("heads must divide D")
    d = D // heads
    z = ln(h, P["norm1.weight"], P["norm1.bias"], eps)
    qkv = z @ P["self_attn.in_proj_weight"].T + P["self_attn.in_proj_bias"]
    q, k, v = np.split(qkv, 3, axis=-1)

    def heads_first(a):
        return np.swapaxes(a.reshape(*a.shape[:-1], heads, d), -3, -2)

    q, k, v = heads_first(q), heads_first(k), heads_first(v)
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(d)
    if causal:
        scores = np.where(np.tril(np.ones((T, T), bool)), scores, -np.inf)
    scores = scores - scores.max(-1, keepdims=True)
    att = np.exp(scores)
    att = att / att.sum(-2, keepdims=True)
    o = np.swapaxes(att @ v, -3, -2).reshape(h.shape)
    h = h + o @ P["self_attn.out_proj.weight"].T + P["self_attn.out_proj.bias"]
    z = ln(h, P["norm2.weight"], P["norm2.bias"], eps)
    f = np.tanh(z @ P["linear1.weight"].T + P["linear1.bias"])
    return (h + f @ P["linear2.weight"].T + P["linear2.bias"]).astype(x.dtype)
