"""A leaky ReLU.

mistakes: leaky-relu
seen: a student of the book, who knew none of the tests
"""

import numpy as np

NAMES = ("w1", "b1", "weight", "bias", "w2", "b2")


def iris_mlp(parameters, x, labels, steps, lr):
    shapes = [parameters[n].shape for n in NAMES]
    cuts = np.cumsum([int(np.prod(s)) for s in shapes])[:-1]
    theta = np.concatenate([np.ravel(parameters[n]) for n in NAMES])
    first, second = np.zeros((2, theta.size))
    target = (np.asarray(labels)[:, None] == np.arange(3)).astype(float)
    rows = len(x)
    x1 = np.column_stack([x, np.ones(rows)])
    centre = np.eye(8) - 1 / 8
    losses = []
    for t in range(1, steps + 1):
        w1, b1, gain, shift, w2, b2 = (
            part.reshape(s) for part, s in zip(np.split(theta, cuts), shapes)
        )
        dev = x1 @ np.vstack([w1, b1]) @ centre
        root = np.sqrt(np.einsum("nh,nh->n", dev, dev) / 8 + 1e-5)[:, None]
        unit = dev / root
        u = gain * unit + shift
        active = np.where(u >= 0, 1.0, 0.1)
        hidden = active * u
        logits = hidden @ w2 + b2
        log_z = np.logaddexp.reduce(logits, axis=1)
        losses.append(float(np.sum(log_z - np.einsum("nk,nk->n", logits, target)) / rows))
        d_logits = (np.exp(logits - log_z[:, None]) - target) / rows
        d_u = active * np.einsum("nk,hk->nh", d_logits, w2)
        d_unit = d_u * gain
        d_dev = d_unit / root - dev * np.sum(d_unit * dev, axis=1, keepdims=True) / (8 * root**3)
        d_first = x1.T @ (d_dev @ centre)
        slope = np.concatenate(
            [
                d_first[:-1].ravel(),
                d_first[-1],
                np.einsum("nh,nh->h", d_u, unit),
                d_u.sum(axis=0),
                (hidden.T @ d_logits).ravel(),
                d_logits.sum(axis=0),
            ]
        )
        first += 0.1 * (slope - first)
        second += 0.001 * (slope**2 - second)
        theta = theta - lr * (first / (1 - 0.9**t)) / (np.sqrt(second / (1 - 0.999**t)) + 1e-8)
    parts = np.split(theta, cuts)
    return {n: part.reshape(s).copy() for n, part, s in zip(NAMES, parts, shapes)}, losses
