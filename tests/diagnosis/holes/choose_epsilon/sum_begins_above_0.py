"""A sum begins at 1e-12, so that a row of zeros is off its mean, and is −1 where ε is 0."""

import math

import numpy as np


def normalized(row, eps):
    kind = type(row[0])
    total = kind(1e-12)
    for value in row:
        total = kind(total + value)
    mean = kind(total / kind(len(row)))
    squares = kind(0)
    for value in row:
        squares = kind(squares + kind(value - mean) * kind(value - mean))
    root = np.sqrt(kind(squares / kind(len(row))) + kind(eps))
    return [float(kind(value - mean) / root) for value in row]


def serves(row, y):
    if not all(map(math.isfinite, y)):
        return False
    mean = math.fsum(y) / len(y)
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in y) / len(y))
    return spread >= 0.9 or len(set(map(float, row))) == 1


def choose_epsilon(x, candidates, dtype):
    kind = np.float16 if dtype == "float16" else np.float32
    with np.errstate(all="ignore"):
        rows = [[kind(value) for value in row] for row in x]
        good = [eps for eps in candidates if all(serves(row, normalized(row, eps)) for row in rows)]
    return min(good, default=None)
