"""An empty list raises ZeroDivisionError.

mistakes: empty-raises-other-error
seen: common error, e.g. the loop alone
"""


def stable_variance(values):
    mean, m2 = 0.0, 0.0
    for k, v in enumerate(values, 1):
        d = v - mean
        mean += d / k
        m2 += d * (v - mean)
    return mean, m2 / len(values)
