"""Means of x and of its square are kept running, and subtracted at the end.

mistakes: one-pass-sum-of-squares
seen: notesoncomputing.com: mean_var_two_pass, which is none
"""


def stable_variance(values):
    if not values:
        raise ValueError("no values")
    mean = mean_sq = 0.0
    for i, v in enumerate(values, start=1):
        mean += (v - mean) / i
        mean_sq += (v * v - mean_sq) / i
    return mean, max(mean_sq - mean * mean, 0.0)
