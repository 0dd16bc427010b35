"""The count is raised once more before it divides.

mistakes: divides-by-n-plus-1
seen: common error, e.g. a count that starts at 1 and is raised in the loop
"""


def stable_variance(values):
    if len(values) == 0:
        raise ValueError("no values")
    mean = 0.0
    m2 = 0.0
    n = 1
    for x in values:
        delta = x - mean
        mean += delta / n
        m2 += delta * (x - mean)
        n += 1
    return mean, m2 / n
