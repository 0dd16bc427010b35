"""The first condition serves the whole batch.

mistakes: first-condition-for-all
seen: vllm-project/vllm-omni #1537: the first condition used for the whole batch
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if x.shape[: len(lead)] != lead or len(lead) >= x.ndim:
        raise ValueError("condition does not fit x")
    gamma = (condition @ weight_map).reshape(-1, x.shape[-1])[0]
    beta = (condition @ bias_map).reshape(-1, x.shape[-1])[0]
    mean = x.mean(-1, keepdims=True)
    xhat = (x - mean) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return (gamma * xhat + beta).astype(x.dtype)
