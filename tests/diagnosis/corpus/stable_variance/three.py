"""Sum of squares, n - 1, and nothing about an empty list.

mistakes: one-pass-sum-of-squares, divides-by-n-minus-1, empty-raises-other-error
seen: notesoncomputing.com/coding_interview/welford_mean_variance
"""


def stable_variance(values):
    n = total = squares = 0
    for v in values:
        n += 1
        total += v
        squares += v * v
    mean = total / n
    if n == 1:
        return mean, 0.0
    return mean, (squares - n * mean**2) / (n - 1)
