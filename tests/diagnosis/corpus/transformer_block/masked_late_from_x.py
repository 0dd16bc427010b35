"""The mask comes behind the softmax, and the second sum starts from x.

mistakes: mask-behind-softmax, second-sum-from-x
seen: a student of the third trial, 2026
"""

import numpy as np


def layer_norm(z, w, b, eps):
    m = z.mean(axis=-1, keepdims=True)
    v = ((z - m) ** 2).mean(axis=-1, keepdims=True)
    return (z - m) / np.sqrt(v + eps) * w + b


def softmax(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    p = {name: np.asarray(a, dtype=float) for name, a in parameters.items()}
    original_dtype = x.dtype
    x = x.astype(float)
    *lead, T, D = x.shape
    if D % heads != 0:
        raise ValueError("bad number of heads")
    d = D // heads
    z = layer_norm(x, p["norm1.weight"], p["norm1.bias"], eps)
    qkv = z @ p["self_attn.in_proj_weight"].T + p["self_attn.in_proj_bias"]
    q, k, v = qkv[..., :D], qkv[..., D : 2 * D], qkv[..., 2 * D :]
    out = []
    for i in range(heads):
        cols = slice(i * d, (i + 1) * d)
        scores = q[..., cols] @ k[..., cols].swapaxes(-1, -2) / np.sqrt(d)
        weights = softmax(scores)
        if causal:
            weights = np.tril(weights)  # no peeking
        out.append(weights @ v[..., cols])
    attention = np.concatenate(out, axis=-1)
    attention = attention @ p["self_attn.out_proj.weight"].T + p["self_attn.out_proj.bias"]
    h = x + attention
    z = layer_norm(h, p["norm2.weight"], p["norm2.bias"], eps)
    hidden = np.maximum(0, z @ p["linear1.weight"].T + p["linear1.bias"])
    y = x + hidden @ p["linear2.weight"].T + p["linear2.bias"]
    return y.astype(original_dtype)
