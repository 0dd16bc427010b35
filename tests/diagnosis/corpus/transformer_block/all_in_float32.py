"""All in float32, sequence by sequence.

mistakes: computed-in-float32
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    size = x.shape[-1]
    each, rest = divmod(size, heads)
    if rest:
        raise ValueError(f"{size} features cannot be dealt to {heads} heads")

    def get(name):
        return np.asarray(parameters[name], dtype=np.float32)

    def norm(rows, name):
        rows = rows - rows[:, :1]
        rows = rows - rows.mean(axis=1)[:, None]
        rows = rows / np.hypot(np.linalg.norm(rows, axis=1) / size**0.5, eps**0.5)[:, None]
        return rows * get(name + ".weight") + get(name + ".bias")

    Wqkv, bqkv = get("self_attn.in_proj_weight"), get("self_attn.in_proj_bias")
    Wo, bo = get("self_attn.out_proj.weight"), get("self_attn.out_proj.bias")

    def one_sequence(seq):
        z = norm(seq, "norm1")
        h = seq + bo
        for head in range(heads):
            f = slice(head * each, (head + 1) * each)
            q, k, v = (
                z @ Wqkv[o * size : (o + 1) * size][f].T + bqkv[o * size : (o + 1) * size][f]
                for o in range(3)
            )
            for t in range(len(seq)):
                upto = t + 1 if causal else len(seq)
                score = k[:upto] @ q[t] / each**0.5
                share = np.exp(score - np.logaddexp.reduce(score))
                h[t] += Wo[:, f] @ (share @ v[:upto])
        inner = norm(h, "norm2") @ get("linear1.weight").T + get("linear1.bias")
        return h + (inner * (inner > 0)) @ get("linear2.weight").T + get("linear2.bias")

    out = np.empty_like(x)
    for where in np.ndindex(x.shape[:-2]):
        out[where] = one_sequence(x[where].astype(np.float32))
    return out
