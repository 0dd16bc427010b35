"""The projector as a matrix, without eps.

mistakes: eps-forgotten
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    D = x.shape[-1]
    X = x.reshape(-1, D).astype(np.float64)
    G = dy.reshape(-1, D).astype(np.float64)
    w = np.ones(D) if weight is None else np.float64(weight)
    C = np.eye(D) - np.full((D, D), 1 / D)
    c = X - X.mean(1)[:, None]
    r = (np.einsum("nd,nd->n", c, c) / D) ** -0.5
    h = np.einsum("n,nd->nd", r, c)
    P = C - np.einsum("ni,nj->nij", h, h) / D
    dx = np.einsum("n,nij,nj->ni", r, P, G * w)
    return (
        dx.reshape(x.shape).astype(x.dtype),
        np.einsum("nd,nd->d", G, h).astype(x.dtype),
        G.sum(0).astype(x.dtype),
    )
