"""x reshaped to (conditions, rows that share one, D), and einsum."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    *leading, k = condition.shape
    *axes, d = x.shape
    if leading != axes[: len(leading)]:
        raise ValueError(f"{leading} are not the first of {axes}")
    c = condition.reshape(-1, k)
    rows = x.reshape(len(c), -1, d)
    centred = rows - np.einsum("crd->cr", rows)[..., None] / d
    rstd = np.power(np.einsum("crd,crd->cr", centred, centred) / d + eps, -0.5)
    y = np.einsum("crd,cr,ck,kd->crd", centred, rstd, c, weight_map, optimize=True)
    y = y + np.einsum("ck,kd->cd", c, bias_map)[:, None]
    return y.reshape(x.shape).astype(x.dtype)
