"""In float64, with einsum and projections."""

import numpy as np


def centre(x):
    x = np.asarray(x, dtype=np.float64)
    d = x.shape[-1]
    return np.einsum("ij,...j->...i", np.eye(d) - 1 / d, x - x[..., :1])


def normalize(x, eps):
    c = centre(x)
    return c * (np.einsum("...i,...i->...", c, c)[..., None] / c.shape[-1] + eps) ** -0.5


def layer_norm(x, weight, bias, eps):
    return np.einsum("...i,i->...i", normalize(x, eps), weight) + bias


def rms_norm(x, weight, eps):
    x = np.asarray(x, dtype=np.float64)
    square = np.einsum("ntd,ntd->nt", x, x) / x.shape[2]
    return np.einsum("ntd,d,nt->ntd", x, weight, (square + eps) ** -0.5)


def deep_norm(x, branch, alpha, eps):
    return normalize(alpha * x + branch, eps)


def group_norm(x, num_groups, weight, bias, eps):
    parts = np.split(x, num_groups, axis=1)
    x_hat = [normalize(p.reshape(len(p), -1), eps).reshape(p.shape) for p in parts]
    return np.einsum("nct,c->nct", np.concatenate(x_hat, axis=1), weight) + bias[None, :, None]


def batch_norm_dx(dy, x, weight, eps):
    c = centre(x.T)
    rstd = (np.mean(c**2, axis=1, keepdims=True) + eps) ** -0.5
    g = centre((dy * weight).T)
    along = np.mean(g * c, axis=1, keepdims=True)
    return (rstd * g - rstd**3 * c * along).T


def spot_the_bug(name, *arguments):
    functions = {
        "layer_norm": layer_norm,
        "rms_norm": rms_norm,
        "deep_norm": deep_norm,
        "group_norm": group_norm,
        "batch_norm_dx": batch_norm_dx,
    }
    return functions[name](*arguments)
