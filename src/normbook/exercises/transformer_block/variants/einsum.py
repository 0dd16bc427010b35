"""The formulas as sums over named axes, in float64, one matrix for each of q, k and v a head."""

import numpy as np


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    d_model = x.shape[-1]
    d_head, left = divmod(d_model, heads)
    if left:
        raise ValueError(heads)
    p = {name: np.asarray(array, dtype=np.float64) for name, array in parameters.items()}
    w_q, w_k, w_v = p["self_attn.in_proj_weight"].reshape(3, heads, d_head, d_model)
    b_q, b_k, b_v = p["self_attn.in_proj_bias"].reshape(3, heads, 1, d_head)
    w_o = p["self_attn.out_proj.weight"].reshape(d_model, heads, d_head)
    stream = np.array(x, dtype=np.float64)

    def norm(i):
        centred = np.einsum("ij,...tj->...ti", np.eye(d_model) - 1 / d_model, stream)
        var = np.einsum("...i,...i->...", centred, centred)[..., None] / d_model
        return centred * (var + eps) ** -0.5 * p[f"norm{i}.weight"] + p[f"norm{i}.bias"]

    z = norm(1)
    q = np.einsum("...ti,hci->...htc", z, w_q) + b_q
    k = np.einsum("...ti,hci->...htc", z, w_k) + b_k
    v = np.einsum("...ti,hci->...htc", z, w_v) + b_v
    scores = np.einsum("...htc,...hsc->...hts", q, k) * d_head**-0.5
    if causal:
        positions = np.arange(x.shape[-2])
        scores[..., positions[:, None] < positions] = -np.inf
    weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    total = np.einsum("...hts->...th", weights)
    mixed = np.einsum("...hts,...hsc->...thc", weights, v) / total[..., None]
    stream += np.einsum("...thc,ohc->...to", mixed, w_o) + p["self_attn.out_proj.bias"]
    hidden = np.einsum("...ti,oi->...to", norm(2), p["linear1.weight"]) + p["linear1.bias"]
    hidden *= hidden > 0
    stream += np.einsum("...th,oh->...to", hidden, p["linear2.weight"]) + p["linear2.bias"]
    return stream.astype(x.dtype)
