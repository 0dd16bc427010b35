"""You give each row the labels of all rows, N · N numbers, as `log_p[:, labels]` does. Each row has
one label: `log_p[np.arange(N), labels]`."""

import numpy as np

EPS = 1e-5
BETA1, BETA2, ADAM_EPS = 0.9, 0.999, 1e-8


def loss_and_gradients(p, x, labels):
    rows = np.arange(len(x))
    h = x @ p["w1"] + p["b1"]
    centred = h - h.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(var + EPS)
    x_hat = centred * rstd
    u = p["weight"] * x_hat + p["bias"]
    a = np.maximum(u, 0)
    logits = a @ p["w2"] + p["b2"]
    logits = logits - logits.max(axis=-1, keepdims=True)
    log_p = logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))
    loss = -log_p[:, labels].mean()

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
    m = {name: np.zeros_like(value) for name, value in p.items()}
    v = {name: np.zeros_like(value) for name, value in p.items()}
    losses = []
    for t in range(1, steps + 1):
        loss, gradients = loss_and_gradients(p, x, labels)
        losses.append(float(loss))
        for name, g in gradients.items():
            m[name] = BETA1 * m[name] + (1 - BETA1) * g
            v[name] = BETA2 * v[name] + (1 - BETA2) * g**2
            m_hat, v_hat = m[name] / (1 - BETA1**t), v[name] / (1 - BETA2**t)
            p[name] = p[name] - lr * m_hat / (np.sqrt(v_hat) + ADAM_EPS)
    return p, losses
