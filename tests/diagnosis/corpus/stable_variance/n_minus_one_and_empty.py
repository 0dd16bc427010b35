"""Divided by n - 1, and an empty list gives zeros.

mistakes: divides-by-n-minus-1, empty-not-refused
seen: a student of the book, who knew none of the tests
"""


def stable_variance(values):
    count = 0
    mean = 0
    M2 = 0
    for v in values:
        count += 1
        delta = v - mean
        mean += delta / count
        M2 += delta * (v - mean)
    if count < 2:
        return mean, 0.0
    return mean, M2 / (count - 1)
