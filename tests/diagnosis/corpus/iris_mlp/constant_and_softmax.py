"""Mean and deviation are constants in the gradient, and the softmax overflows.

mistakes: norm-gradient-statistics-constant, softmax-overflows, log-of-zero
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def softmax(z):
    e = np.exp(z)
    return e / e.sum(axis=1, keepdims=True)


def iris_mlp(parameters, x, labels, steps, lr):
    W1, b1, gamma, beta, W2, b2 = [
        parameters[n].copy() for n in ("w1", "b1", "weight", "bias", "w2", "b2")
    ]
    onehot = np.eye(3)[labels]
    n = len(x)
    ms = [0, 0, 0, 0, 0, 0]
    vs = [0, 0, 0, 0, 0, 0]
    losses = []
    for t in range(1, steps + 1):
        h = x @ W1 + b1
        sigma = np.sqrt(h.var(1, keepdims=True) + 1e-5)
        norm = (h - h.mean(1, keepdims=True)) / sigma
        u = gamma * norm + beta
        r = np.maximum(u, 0)
        P = softmax(r @ W2 + b2)
        losses.append(float(-np.mean(np.log(P[np.arange(n), labels]))))

        delta = (P - onehot) / n
        dW2 = r.T @ delta
        db2 = delta.sum(0)
        dr = delta @ W2.T
        dr[u <= 0] = 0
        dgamma = np.sum(dr * norm, axis=0)
        dbeta = np.sum(dr, axis=0)
        dh = dr * gamma / sigma
        dW1 = x.T @ dh
        db1 = dh.sum(0)

        theta = [W1, b1, gamma, beta, W2, b2]
        grads = [dW1, db1, dgamma, dbeta, dW2, db2]
        for i in range(6):
            ms[i] = 0.9 * ms[i] + 0.1 * grads[i]
            vs[i] = 0.999 * vs[i] + 0.001 * grads[i] ** 2
            step = (ms[i] / (1 - 0.9**t)) / (np.sqrt(vs[i] / (1 - 0.999**t)) + 1e-8)
            theta[i] = theta[i] - lr * step
        W1, b1, gamma, beta, W2, b2 = theta
    return dict(w1=W1, b1=b1, weight=gamma, bias=beta, w2=W2, b2=b2), losses
