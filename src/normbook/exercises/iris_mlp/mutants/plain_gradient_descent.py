"""You subtract lr times the gradient. Adam divides a running mean of the gradient by the root of a
running mean of its square, so that its first step is lr for every entry."""

import numpy as np

EPS = 1e-5


def loss_and_gradients(p, x, labels):
    rows = np.arange(len(x))
    h = x @ p["w1"] + p["b1"]  # (N, 8)
    centred = h - h.mean(axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + EPS)
    x_hat = centred * rstd
    u = p["weight"] * x_hat + p["bias"]
    a = np.maximum(u, 0)
    logits = a @ p["w2"] + p["b2"]  # (N, 3)
    logits = logits - logits.max(axis=-1, keepdims=True)  # so that no exp overflows
    log_p = logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))
    loss = -log_p[rows, labels].mean()

    dlogits = np.exp(log_p)
    dlogits[rows, labels] -= 1
    dlogits = dlogits / len(x)
    du = (dlogits @ p["w2"].T) * (u > 0)
    g = du * p["weight"]
    along = np.mean(g * x_hat, axis=-1, keepdims=True)
    dh = rstd * (g - g.mean(axis=-1, keepdims=True) - x_hat * along)
    return loss, {
        "w1": x.T @ dh,
        "b1": dh.sum(axis=0),
        "weight": np.sum(du * x_hat, axis=0),
        "bias": du.sum(axis=0),
        "w2": a.T @ dlogits,
        "b2": dlogits.sum(axis=0),
    }


def iris_mlp(parameters, x, labels, steps, lr):
    p = dict(parameters)
    losses = []
    for t in range(1, steps + 1):
        loss, gradients = loss_and_gradients(p, x, labels)
        losses.append(float(loss))
        for name, g in gradients.items():
            p[name] = p[name] - lr * g
    return p, losses
