"""Sequence by sequence, head by head, query by query."""

import math

import numpy as np


def normalize(row, weight, bias, eps):
    mean = math.fsum(row) / len(row)
    rstd = 1 / math.sqrt(math.fsum((value - mean) ** 2 for value in row) / len(row) + eps)
    return np.array([(value - mean) * rstd for value in row]) * weight + bias


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    length, d_model = x.shape[-2:]
    if heads * (d_model // heads) != d_model:
        raise ValueError("heads of unequal size")
    p = {name.split(".", 1)[1] if "attn" in name else name: a for name, a in parameters.items()}
    y = np.zeros(x.shape, dtype=x.dtype)
    for index in np.ndindex(x.shape[:-2]):
        rows = [[float(value) for value in row] for row in x[index]]
        qkv = []
        for row in rows:
            z = normalize(row, p["norm1.weight"], p["norm1.bias"], eps)
            qkv.append(np.dot(p["in_proj_weight"], z) + p["in_proj_bias"])
        for t in range(length):
            joined = []
            for h in range(heads):
                size = d_model // heads
                q, k, v = (
                    slice(i * d_model + h * size, i * d_model + (h + 1) * size) for i in range(3)
                )
                seen = range(t + 1 if causal else length)
                scores = [float(np.dot(qkv[t][q], qkv[s][k])) / math.sqrt(size) for s in seen]
                log_total = max(scores) + math.log(sum(math.exp(s - max(scores)) for s in scores))
                joined.extend(sum(math.exp(scores[s] - log_total) * qkv[s][v] for s in seen))
            stream = rows[t] + np.dot(p["out_proj.weight"], joined) + p["out_proj.bias"]
            z = normalize(stream, p["norm2.weight"], p["norm2.bias"], eps)
            hidden = [
                max(value, 0.0) for value in np.dot(p["linear1.weight"], z) + p["linear1.bias"]
            ]
            y[(*index, t)] = stream + np.dot(p["linear2.weight"], hidden) + p["linear2.bias"]
    return y
