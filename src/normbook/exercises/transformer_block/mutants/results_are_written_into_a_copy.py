"""You make y with `zeros_like(x)`, and write into `y.reshape(…)`. Where x is a view with axes
exchanged, y has its order in memory, and `reshape` copies: y stays 0. Write into y itself, or
reshape what you return."""

import numpy as np


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    if x.shape[-1] % heads:
        raise ValueError(f"heads is {heads}; expected a divisor of {x.shape[-1]}, the features")

    def norm(z, name):
        centred = z - z.mean(axis=-1, keepdims=True)
        var = np.mean(centred**2, axis=-1, keepdims=True)
        x_hat = centred / np.sqrt(var + eps)
        return x_hat * parameters[f"{name}.weight"] + parameters[f"{name}.bias"]

    def linear(z, weight, bias):
        return z @ parameters[weight].T + parameters[bias]

    def split(z):
        return z.reshape(*z.shape[:-1], heads, -1).swapaxes(-2, -3)  # (..., heads, T, d)

    def attention(z):
        qkv = linear(z, "self_attn.in_proj_weight", "self_attn.in_proj_bias")  # (..., T, 3 D)
        q, k, v = map(split, np.split(qkv, 3, axis=-1))
        scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])  # (..., heads, T, T)
        if causal:
            seen = np.tri(scores.shape[-1], dtype=bool)
            scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = weights / weights.sum(axis=-1, keepdims=True)
        joined = (weights @ v).swapaxes(-2, -3).reshape(z.shape)
        return linear(joined, "self_attn.out_proj.weight", "self_attn.out_proj.bias")

    def feed_forward(z):
        hidden = np.maximum(linear(z, "linear1.weight", "linear1.bias"), 0)  # (..., T, H)
        return linear(hidden, "linear2.weight", "linear2.bias")

    h = x + attention(norm(x, "norm1"))
    y = h + feed_forward(norm(h, "norm2"))
    out = np.zeros_like(x)
    out.reshape(-1, *x.shape[-2:])[...] = y.reshape(-1, *x.shape[-2:])
    return out
