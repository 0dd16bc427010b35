"""The mask of what is seen taken for that of what is hidden.

mistakes: mask-inverted
seen: a mask of ones where others have one of zeros
"""

import numpy as np


def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def layer_norm(x, g, b, eps):
    mean = np.mean(x, axis=-1, keepdims=True)
    variance = np.var(x, axis=-1, keepdims=True)
    return g * (x - mean) / np.sqrt(variance + eps) + b


def linear(x, w, b):
    return x @ w.T + b


def ffn(x, w1, b1, w2, b2):
    return linear(np.maximum(0, linear(x, w1, b1)), w2, b2)


def attention(q, k, v, mask):
    return softmax(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]) + mask) @ v


def mha(x, w, b, wo, bo, n_head, causal):
    x = linear(x, w, b)
    q, k, v = np.split(x, 3, axis=-1)
    split = lambda a: np.split(a, n_head, axis=-1)
    T = x.shape[-2]
    mask = np.tri(T) * -1e10 if causal else np.zeros((T, T))
    mask = mask.astype(x.dtype)
    heads = [attention(a, b, c, mask) for a, b, c in zip(split(q), split(k), split(v))]
    return linear(np.concatenate(heads, axis=-1), wo, bo)


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    p = parameters
    if x.shape[-1] % heads != 0:
        raise ValueError("heads must divide features")
    dtype = x.dtype
    x = x + mha(
        layer_norm(x, p["norm1.weight"], p["norm1.bias"], eps),
        p["self_attn.in_proj_weight"],
        p["self_attn.in_proj_bias"],
        p["self_attn.out_proj.weight"],
        p["self_attn.out_proj.bias"],
        heads,
        causal,
    )
    x = x + ffn(
        layer_norm(x, p["norm2.weight"], p["norm2.bias"], eps),
        p["linear1.weight"],
        p["linear1.bias"],
        p["linear2.weight"],
        p["linear2.bias"],
    )
    return x.astype(dtype)
