"""Sum of squares, and nothing about an empty list.

mistakes: one-pass-sum-of-squares, empty-raises-other-error
seen: notesoncomputing.com/coding_interview/welford_mean_variance
"""


def stable_variance(values):
    n = len(values)
    mean = sum(values) / n
    mean_sq = sum(v**2 for v in values) / n
    return mean, mean_sq - mean**2
