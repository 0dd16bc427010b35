"""The weight counts from 1.

mistakes: weight-from-1
seen: Gemma: x * (1 + weight)
"""

import numpy as np


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    D = x.shape[-1]
    head_dim = D // heads
    if head_dim * heads != D:
        raise ValueError(f"embed_dim {D} is not divisible by num_heads {heads}")
    shape, dtype = x.shape, x.dtype
    x = x.reshape(-1, *shape[-2:])
    B, T, _ = x.shape
    P = {k: v for k, v in parameters.items()}

    def ln(z, which):
        mu = z.mean(-1, keepdims=True)
        sigma2 = ((z - mu) ** 2).mean(-1, keepdims=True)
        z_norm = (z - mu) / np.sqrt(sigma2 + eps)
        return (1 + P[which + ".weight"]) * z_norm + P[which + ".bias"]

    z = ln(x, "norm1")
    qkv = z @ P["self_attn.in_proj_weight"].T + P["self_attn.in_proj_bias"]
    q, k, v = qkv[..., :D], qkv[..., D : 2 * D], qkv[..., 2 * D :]
    q = q.reshape(B, T, heads, head_dim).transpose(0, 2, 1, 3)
    k = k.reshape(B, T, heads, head_dim).transpose(0, 2, 1, 3)
    v = v.reshape(B, T, heads, head_dim).transpose(0, 2, 1, 3)
    attn = q @ k.transpose(0, 1, 3, 2) * head_dim**-0.5
    if causal:
        mask = np.triu(np.ones((T, T), dtype=bool), k=1)
        attn[:, :, mask] = -np.inf
    attn = attn - attn.max(axis=-1, keepdims=True)
    attn = np.exp(attn)
    attn /= attn.sum(axis=-1, keepdims=True)
    out = (attn @ v).transpose(0, 2, 1, 3).reshape(B, T, D)
    out = out @ P["self_attn.out_proj.weight"].T + P["self_attn.out_proj.bias"]
    x = x + out
    z = ln(x, "norm2")
    hidden = z @ P["linear1.weight"].T + P["linear1.bias"]
    hidden = np.where(hidden > 0, hidden, 0)
    x = x + hidden @ P["linear2.weight"].T + P["linear2.bias"]
    return x.reshape(shape).astype(dtype)
