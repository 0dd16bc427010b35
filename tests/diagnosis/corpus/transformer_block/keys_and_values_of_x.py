"""Keys and values are made of x without its norm.

mistakes: keys-and-values-of-x
seen: a student's attempt
"""

import numpy as np


def layer_norm(z, weight, bias, eps):
    mean = z.mean(axis=-1, keepdims=True)
    var = z.var(axis=-1, keepdims=True)
    return weight * (z - mean) / np.sqrt(var + eps) + bias


def linear(z, weight, bias):
    return z @ weight.T + bias


def softmax(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def attention(z, p, heads, causal, raw):
    T, D = z.shape[-2:]
    d = D // heads
    qkv = linear(z, p["self_attn.in_proj_weight"], p["self_attn.in_proj_bias"])
    q, _, _ = np.split(qkv, 3, axis=-1)
    _, k, v = np.split(
        linear(raw, p["self_attn.in_proj_weight"], p["self_attn.in_proj_bias"]), 3, axis=-1
    )
    split = lambda a: a.reshape(*a.shape[:-1], heads, d).swapaxes(-2, -3)
    q, k, v = split(q), split(k), split(v)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(d)
    if causal:
        mask = np.tril(np.ones((T, T), dtype=bool))
        scores = np.where(mask, scores, -np.inf)
    out = softmax(scores) @ v
    out = out.swapaxes(-2, -3).reshape(z.shape)
    return linear(out, p["self_attn.out_proj.weight"], p["self_attn.out_proj.bias"])


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    if x.shape[-1] % heads:
        raise ValueError(f"{heads} heads do not divide {x.shape[-1]} features")
    p = {k: v.astype(np.float64) for k, v in parameters.items()}
    wide = x.astype(np.float64)
    h = wide + attention(
        layer_norm(wide, p["norm1.weight"], p["norm1.bias"], eps), p, heads, causal, wide
    )
    z = layer_norm(h, p["norm2.weight"], p["norm2.bias"], eps)
    hidden = np.maximum(linear(z, p["linear1.weight"], p["linear1.bias"]), 0)
    y = h + linear(hidden, p["linear2.weight"], p["linear2.bias"])
    return y.astype(x.dtype)
