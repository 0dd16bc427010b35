"""The pair is swapped, and an empty list gives zeros.

mistakes: variance-first, empty-not-refused
seen: common error, e.g. written from memory
"""


def stable_variance(values):
    mean, m2, n = 0.0, 0.0, 0
    for v in values:
        n += 1
        d = v - mean
        mean += d / n
        m2 += d * (v - mean)
    if n == 0:
        return 0.0, 0.0
    return m2 / n, mean
