"""Of two leading axes the second joins the positions."""

import numpy as np


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    dtype = x.dtype
    *lead, T, D = x.shape
    if D % heads:
        raise ValueError("heads must divide D")
    d = D // heads
    wide = np.result_type(dtype, np.float64)
    P = {k: np.asarray(v).astype(wide) for k, v in parameters.items()}
    x = x.astype(wide)

    def ln(z, name):
        c = z - z.mean(-1, keepdims=True)
        return (
            c / np.sqrt((c * c).mean(-1, keepdims=True) + eps) * P[name + ".weight"]
            + P[name + ".bias"]
        )

    def linear(z, w, b):
        return np.einsum("...i,oi->...o", z, P[w]) + P[b]

    shape = x.shape
    if x.ndim > 3:
        x = x.reshape(x.shape[0], -1, D)
        lead, T = [x.shape[0]], x.shape[1]
    z = ln(x, "norm1")
    qkv = linear(z, "self_attn.in_proj_weight", "self_attn.in_proj_bias")
    qkv = qkv.reshape(*lead, T, 3, heads, d)
    q, k, v = (qkv[..., i, :, :] for i in range(3))
    s = np.einsum("...qhd,...khd->...hqk", q, k) / np.sqrt(d)
    if causal:
        s = np.where(np.tril(np.ones((T, T), bool)), s, -np.inf)
    s = s - s.max(-1, keepdims=True)
    e = np.exp(s)
    a = e / e.sum(-1, keepdims=True)
    o = np.einsum("...hqk,...khd->...qhd", a, v).reshape(*lead, T, D)
    h = x + linear(o, "self_attn.out_proj.weight", "self_attn.out_proj.bias")
    f = np.maximum(linear(ln(h, "norm2"), "linear1.weight", "linear1.bias"), 0)
    return (h + linear(f, "linear2.weight", "linear2.bias")).reshape(shape).astype(dtype)
