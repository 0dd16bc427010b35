"""The largest score of all keys is subtracted, and the exponentials are masked.

mistakes: mask-behind-exponentials
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    dtype = x.dtype
    params = {name: np.asarray(a, dtype=np.float64) for name, a in parameters.items()}
    x = x.astype(np.float64)
    T, D = x.shape[-2:]
    if D % heads:
        raise ValueError(f"{heads} heads do not divide {D}")
    d = D // heads

    def layer_norm(h, name):
        mean = h.mean(axis=-1, keepdims=True)
        var = h.var(axis=-1, keepdims=True)
        return (h - mean) / np.sqrt(var + eps) * params[name + ".weight"] + params[name + ".bias"]

    def linear(h, w, b):
        return h @ params[w].T + params[b]

    z = layer_norm(x, "norm1")
    qkv = linear(z, "self_attn.in_proj_weight", "self_attn.in_proj_bias")
    outs = []
    for i in range(heads):
        q = qkv[..., i * d : (i + 1) * d]
        k = qkv[..., D + i * d : D + (i + 1) * d]
        v = qkv[..., 2 * D + i * d : 2 * D + (i + 1) * d]
        s = q @ np.swapaxes(k, -1, -2) / np.sqrt(d)
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        if causal:
            e = np.tril(e)
        outs.append(e / e.sum(axis=-1, keepdims=True) @ v)
    att = np.concatenate(outs, axis=-1)
    x = x + linear(att, "self_attn.out_proj.weight", "self_attn.out_proj.bias")

    h = layer_norm(x, "norm2")
    h = np.maximum(0, linear(h, "linear1.weight", "linear1.bias"))
    x = x + linear(h, "linear2.weight", "linear2.bias")
    return x.astype(dtype)
