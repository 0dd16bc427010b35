"""Welford with the old delta twice, and one value apart.

mistakes: deviation-from-old-mean-squared
seen: a student's attempt, said anew
"""


def stable_variance(values):
    count = len(values)
    if count == 0:
        raise ValueError("empty")
    if count == 1:
        return float(values[0]), 0.0
    avg, squares = 0.0, 0.0
    for i, v in enumerate(values):
        d = v - avg
        avg = avg + d / (i + 1)
        squares = squares + d**2
    return avg, squares / count
