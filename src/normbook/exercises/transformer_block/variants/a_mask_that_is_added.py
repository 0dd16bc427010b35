"""Three matrices cut from one, heads as slices that are joined again, a mask that is added."""

import numpy as np


def layer_norm(x, weight, bias, eps):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps) * weight + bias


def softmax(x):
    powers = np.exp(np.clip(x - x.max(-1, keepdims=True), -700, 0)) * np.isfinite(x)
    return powers / powers.sum(-1, keepdims=True)


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    length, features = x.shape[-2:]
    if features / heads != features // heads:
        raise ValueError(f"{features} features have no {heads} heads")
    norms = [(parameters[f"norm{i}.weight"], parameters[f"norm{i}.bias"], eps) for i in (1, 2)]
    z = layer_norm(x, *norms[0])
    weights = np.split(parameters["self_attn.in_proj_weight"], 3)
    biases = np.split(parameters["self_attn.in_proj_bias"], 3)
    q, k, v = (np.inner(z, w) + b for w, b in zip(weights, biases))
    mask = np.triu(np.full((length, length), -np.inf), 1) if causal else 0.0
    results = []
    for at in np.split(np.arange(features), heads):
        scores = q[..., at] @ np.moveaxis(k[..., at], -1, -2) / len(at) ** 0.5
        results.append(softmax(scores + mask) @ v[..., at])
    joined = np.concatenate(results, axis=-1)
    out = parameters["self_attn.out_proj.weight"], parameters["self_attn.out_proj.bias"]
    x_1 = x + (np.inner(joined, out[0]) + out[1])
    inner = np.inner(layer_norm(x_1, *norms[1]), parameters["linear1.weight"])
    active = (inner + parameters["linear1.bias"]).clip(min=0)
    x_2 = x_1 + np.inner(active, parameters["linear2.weight"]) + parameters["linear2.bias"]
    return x_2.astype(x.dtype, copy=False)
